import { setTimeout as delay } from 'node:timers/promises';
import { LaunchFault } from '../../bootstrap/fault.mjs';

const pollMs = 250;
/** As long as a process may take to become ready: all of them start at the same time and compete for the processors. */
const defaultTimeoutMs = 90_000;

const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === 'unavailable';

/**
 * Repeats an idempotent call while its service answers `unavailable`. A process that has just reported itself ready can
 * still take longer to accept a connection than a request of the product may wait.
 *
 * @throws LaunchFault when the service is still unavailable after `timeoutMs`; any other error immediately
 */
export const untilAvailable = async <Result>(
  what: string,
  call: () => Promise<Result>,
  { timeoutMs = defaultTimeoutMs, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<Result> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (performance.now() >= deadline) {
        throw new LaunchFault(`${what} did not accept calls within ${timeoutMs / 1000} s.`, {
          cause: error,
        });
      }
    }
    await delay(pollMs, undefined, { signal });
  }
};
