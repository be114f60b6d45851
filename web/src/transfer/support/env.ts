/**
 * What the engine needs of its page: connections, sockets, time and chance. It comes from here, so that the engine also
 * runs under Node with another WebRTC stack. Only `sinks` and `trust/link`, which store in the browser, use its globals.
 */

import type { Clock, TimerId } from './clock/clock.js';
import { systemClock } from './clock/system-clock.js';
import {
  defaultBlockBytes,
  sleptMs,
  wakeCheckMs,
  windowBytes,
  windowBytesIos,
} from './constants.js';
import { describeDevice, type Device } from './device.js';
import { EngineFailure } from './failures.js';

export { describeDevice, systemClock, type Clock, type Device, type TimerId };

/** How much of a file is in memory; depends on the device. */
export interface MemoryBudget {
  /** Sending: bytes per block. */
  blockBytes: number;
  /** Receiving: bytes not yet written. */
  windowBytes: number;
}

export interface EngineEnv {
  createPeerConnection: (config: RTCConfiguration) => RTCPeerConnection;
  createSocket: (url: string) => WebSocket;
  clock: Clock;
  device: Device;
  memory: MemoryBudget;
  /** Whether to pace transfers, which takes a second connection to every counterpart (docs/adr/0008). */
  isPaced: boolean;
  /** Connections that a paced transfer opens at its start; more than one in tests only. */
  lanesAtStart?: number;
  /** 0 ≤ n < 1; used for jitter only. */
  random: () => number;
  /** 128 random bits as base64url: peer and connection ids. */
  randomId: () => string;
  /** An integer from 0 to `limit` − 1 that no one can predict: which blocks a receiver is asked about. */
  randomBelow: (limit: number) => number;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  /** Calls back before the next paint; batches progress notifications. */
  onNextFrame: (callback: () => void) => void;
  /** Calls back when the page becomes visible or the network is back. Returns unsubscribe. */
  onReturn: (callback: (cause: 'foreground' | 'online') => void) => () => void;
  /** For the time stamps of the report. */
  wallClock: () => Date;
}

export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

export const randomId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
};

/** The bias is below 2⁻²⁰ for every number of blocks that a file can have. */
export const randomBelow = (limit: number): number => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high * 2 ** 21 + (low >>> 11)) % limit;
};

/**
 * A hidden tab has no animation frames, nor the one that it was waiting for when it was hidden, but its title still
 * shows progress.
 */
export const onNextFrame = (callback: () => void): void => {
  if (typeof requestAnimationFrame === 'undefined') {
    systemClock.setTimeout(callback, 100);
    return;
  }
  const timer = systemClock.setTimeout(() => {
    cancelAnimationFrame(frame);
    callback();
  }, 100);
  const frame = requestAnimationFrame(() => {
    systemClock.clearTimeout(timer);
    callback();
  });
};

/** @returns a function that stops watching. */
export const watchPageReturn = (
  callback: (cause: 'foreground' | 'online') => void,
): (() => void) => {
  if (typeof document === 'undefined') return () => undefined;
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') callback('foreground');
  };
  const onOnline = (): void => callback('online');
  // A computer that wakes fires no event in a visible page, but its timers are late.
  let checkedAtMs = Date.now();
  const wakeCheck = setInterval(() => {
    const lateMs = Date.now() - checkedAtMs - wakeCheckMs;
    checkedAtMs = Date.now();
    if (lateMs >= sleptMs && document.visibilityState === 'visible') callback('online');
  }, wakeCheckMs);
  document.addEventListener('visibilitychange', onVisible);
  globalThis.addEventListener('online', onOnline);
  return () => {
    clearInterval(wakeCheck);
    document.removeEventListener('visibilitychange', onVisible);
    globalThis.removeEventListener('online', onOnline);
  };
};

/** @throws EngineFailure where the browser, a policy or an extension has removed WebRTC. */
export const createPeerConnection = (config: RTCConfiguration): RTCPeerConnection => {
  if (typeof RTCPeerConnection === 'undefined') throw new EngineFailure('webrtc-unavailable');
  return new RTCPeerConnection(config);
};

/** The browser's implementation. */
export const browserEnv = (): EngineEnv => {
  const device = describeDevice(
    navigator.userAgent,
    navigator.maxTouchPoints,
    globalThis.innerWidth,
  );
  return {
    createPeerConnection,
    createSocket: (url) => new WebSocket(url),
    clock: systemClock,
    device,
    memory: {
      blockBytes: defaultBlockBytes,
      windowBytes: device.isIos ? windowBytesIos : windowBytes,
    },
    isPaced: true,
    random: Math.random,
    randomId,
    randomBelow,
    sha256,
    onNextFrame,
    onReturn: watchPageReturn,
    wallClock: () => new Date(),
  };
};
