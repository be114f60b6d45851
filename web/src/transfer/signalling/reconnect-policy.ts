/** Delays before a reconnect: attempt × 3 s (6 s on mobile) plus jitter, five times; shorter after a drain. */

import {
  drainSpreadMs,
  maxReconnects,
  reconnectStepMobileMs,
  reconnectStepMs,
  reconnectJitter,
} from '../support/constants.js';

/**
 * The server restarts; another one accepts connections.
 * https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number
 */
export const closeServiceRestart = 1012;

/** @param attempt the first is 1. @returns false when all are used up. */
export const canReconnect = (attempt: number): boolean => attempt <= maxReconnects;

/** @param random 0 ≤ n < 1. */
export const reconnectDelayMs = (attempt: number, isMobile: boolean, random: number): number => {
  const base = isMobile ? reconnectStepMobileMs : reconnectStepMs;
  return Math.round(base * attempt * (1 + reconnectJitter * random));
};

/** @param random 0 ≤ n < 1. All clients of a server that restarts come back at once otherwise. */
export const drainDelayMs = (random: number): number => Math.round(drainSpreadMs * random);
