import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 75;
const requestTimeoutMs = 2_000;

interface Run {
  /** Aborts when the process exits. */
  signal: AbortSignal;
  /** Subscribes to every line the process prints. */
  onLine: (listener: (line: string) => void) => void;
}

/** Resolves when the process is ready, rejects when it exits first. */
export type Readiness = (run: Run) => Promise<unknown>;

const poll = async (isReady: () => Promise<boolean>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    if (await isReady()) return;
    await delay(pollMs, undefined, { signal });
  }
  signal.throwIfAborted();
};

/** Ready when the URL responds with 2xx. */
export const whenHttpOk =
  (url: string): Readiness =>
  ({ signal }) =>
    poll(async () => {
      try {
        const timeout = AbortSignal.timeout(requestTimeoutMs);
        const response = await fetch(url, { signal: AbortSignal.any([signal, timeout]) });
        await response.arrayBuffer();
        return response.ok;
      } catch {
        return false; // not listening yet
      }
    }, signal);

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: requestTimeoutMs });
    const settle = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });

/** Ready when the port of this machine accepts a connection. */
export const whenPortOpen =
  (port: number): Readiness =>
  ({ signal }) =>
    poll(() => isOpen(port), signal);

/** Ready when the process prints a line that matches. */
export const whenPrinted =
  (pattern: RegExp): Readiness =>
  ({ signal, onLine }) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      onLine((line) => {
        if (pattern.test(line)) resolve();
      });
    });
