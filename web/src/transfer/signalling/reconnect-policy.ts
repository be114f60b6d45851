/** Delays before a reconnect: attempt × 3 s (6 s on mobile) plus jitter, five times; shorter after a drain. */
import {
  DRAIN_SPREAD_MS,
  MAX_RECONNECTS,
  RECONNECT_DELAY_MOBILE_MS,
  RECONNECT_DELAY_MS,
  RECONNECT_JITTER,
} from '../support/constants.js';

/** The server restarts; another one accepts connections. https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number */
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

/** The close reason may contain the delay in milliseconds; otherwise it is random. */
export function drainDelayMs(reason: string, random: number): number {
  const announced = /\b(\d{1,5})\b/.exec(reason)?.[1];
  const spreadMs = announced === undefined ? DRAIN_SPREAD_MS : Math.min(Number(announced), 30_000);
  return Math.round(spreadMs * (announced === undefined ? random : 1));
}
