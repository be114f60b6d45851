import { ApiError } from './http.js';

/** Pauses between attempts, in ms: long enough for a service to restart. */
const defaultPausesMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000];

/** No response (0), or a proxy's while the server is down. Any other status is final. */
const unavailableStatuses: readonly number[] = [0, 502, 503, 504];

export const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && unavailableStatuses.includes(error.failure.status);

/** Others behind the same address have used up a limit; a later attempt may succeed. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.status === 429;

/** The server may be back although the network has not changed and the user has not moved. */
const lookAgainMs = 60_000;

/** Resolves when the network returns or the page becomes visible, and after a minute without either. */
export const whenBack = (): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    const look = (): void => {
      if (document.visibilityState === 'visible') end();
    };
    const timer = setTimeout(end, lookAgainMs);
    addEventListener('online', end);
    document.addEventListener('visibilitychange', look);
  });

/**
 * Repeats a call while the server is unavailable, or `isTemporary` holds. Only for idempotent calls.
 *
 * @throws what the last attempt threw.
 */
export const retryWhileUnavailable = async <Answer>(
  attempt: () => Promise<Answer>,
  pausesMs: readonly number[] = defaultPausesMs,
  isTemporary: (error: unknown) => boolean = isUnavailable,
): Promise<Answer> => {
  try {
    return await attempt();
  } catch (error) {
    const [pauseMs, ...rest] = pausesMs;
    if (pauseMs === undefined || !isTemporary(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return retryWhileUnavailable(attempt, rest, isTemporary);
  }
};

/**
 * As `retryWhileUnavailable`, and again each time `whenBack` resolves while the page is open: an outage, or a pause
 * between two networks, may outlast all attempts.
 */
export const retryWhileOpen = async <Answer>(
  attempt: () => Promise<Answer>,
  pausesMs?: readonly number[],
): Promise<Answer> => {
  try {
    return await retryWhileUnavailable(attempt, pausesMs);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await whenBack();
    return retryWhileOpen(attempt, pausesMs);
  }
};
