/** When to try again: attempt × 3 s (6 s on mobile) with jitter, at most five times; a drain is sooner. */
import {
  DRAIN_SPREAD_MS,
  MAX_RECONNECTS,
  RECONNECT_DELAY_MOBILE_MS,
  RECONNECT_DELAY_MS,
  RECONNECT_JITTER,
} from '../support/constants.js';

/** The server is going away in good order; another one is waiting. */
export const CLOSE_SERVICE_RESTART = 1012;

/** @param random 0 ≤ n < 1. @returns null when all attempts are used up. */
export function reconnectDelayMs(
  attempt: number,
  isMobile: boolean,
  random: number,
): number | null {
  if (attempt > MAX_RECONNECTS) return null;
  const base = isMobile ? RECONNECT_DELAY_MOBILE_MS : RECONNECT_DELAY_MS;
  return Math.round(base * attempt * (1 + RECONNECT_JITTER * random));
}

/** The close reason may name the wait in milliseconds; without it we spread ourselves. */
export function drainDelayMs(reason: string, random: number): number {
  const told = /\b(\d{1,5})\b/.exec(reason)?.[1];
  const spreadMs = told === undefined ? DRAIN_SPREAD_MS : Math.min(Number(told), 30_000);
  return Math.round(spreadMs * (told === undefined ? random : 1));
}
