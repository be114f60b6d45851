import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 75;
const REQUEST_TIMEOUT_MS = 2_000;

/**
 * How a child is known to be ready. `signal` ends the wait, `nextLine` sees everything the child prints.
 * @typedef {{signal: AbortSignal, onLine(listener: (line: string) => void): void}} Run
 * @typedef {(run: Run) => Promise<unknown>} Readiness
 */

/**
 * @param {() => Promise<boolean>} isReady
 * @param {AbortSignal} signal
 */
const poll = async (isReady, signal) => {
  while (!signal.aborted) {
    if (await isReady()) return;
    await delay(POLL_MS, undefined, { signal });
  }
  signal.throwIfAborted();
};

/**
 * Ready when the address answers 2xx.
 * @param {string} url
 * @returns {Readiness}
 */
export const whenHttpOk =
  (url) =>
  ({ signal }) =>
    poll(async () => {
      try {
        const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
        const response = await fetch(url, { signal: AbortSignal.any([signal, timeout]) });
        await response.arrayBuffer();
        return response.ok;
      } catch {
        return false; // not listening yet
      }
    }, signal);

/**
 * Ready when the port accepts a connection.
 * @param {number} port
 * @param {string} [host]
 * @returns {Readiness}
 */
export const whenPortOpen =
  (port, host = '127.0.0.1') =>
  ({ signal }) =>
    poll(
      () =>
        new Promise((resolve) => {
          const socket = connect({ port, host, timeout: REQUEST_TIMEOUT_MS });
          /** @param {boolean} isOpen */
          const settle = (isOpen) => {
            socket.destroy();
            resolve(isOpen);
          };
          socket.once('connect', () => settle(true));
          socket.once('error', () => settle(false));
          socket.once('timeout', () => settle(false));
        }),
      signal,
    );

/**
 * Ready when the child prints a line that matches.
 * @param {RegExp} pattern
 * @returns {Readiness}
 */
export const whenPrinted =
  (pattern) =>
  ({ signal, onLine }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      onLine((line) => {
        if (pattern.test(line)) resolve(undefined);
      });
    });
