import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../observability/log.js';

const warnEveryMs = 10_000;
/** Below the 60 s after which the startup probe of the chart ends a pod. */
export const startDeadlineMs = 50_000;
const retryEveryMs = 500;

/** One thing that a process needs to be ready, unmet at first. */
export interface Need {
  met(): void;
  /** Unmet since now; `error` says why. */
  unmet(error?: unknown): void;
}

/** What a process needs, and lacks at present. */
export interface Readiness {
  need(what: string): Need;
  /** One line for each unmet need: what it is, and the last error. */
  missing(): string[];
  /** Ends the warnings. */
  stop(): void;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Warns of each unmet need every 10 s. */
export const createReadiness = (logger: Logger): Readiness => {
  const unmet = new Map<string, { error: unknown; timer: NodeJS.Timeout; sinceMs: number }>();
  const meet = (what: string) => {
    clearInterval(unmet.get(what)?.timer);
    unmet.delete(what);
  };
  const miss = (what: string, error: unknown) => {
    const known = unmet.get(what);
    if (known) {
      known.error = error;
      return;
    }
    const sinceMs = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - sinceMs) / 1_000);
      logger.warn({ err: unmet.get(what)?.error, waitingFor: what, seconds }, 'waiting');
    }, warnEveryMs).unref();
    unmet.set(what, { error, timer, sinceMs });
  };
  return {
    need: (what) => {
      miss(what, undefined);
      return { met: () => meet(what), unmet: (error) => miss(what, error) };
    },
    missing: () =>
      [...unmet].map(([what, { error }]) =>
        error === undefined ? what : `${what}: ${textOf(error)}`,
      ),
    stop: () => [...unmet.keys()].forEach(meet),
  };
};

/**
 * Retries until an attempt succeeds. Rejects with the last error at the start deadline, or immediately with an error
 * that a retry cannot fix.
 */
export const untilMet = async <Result>(
  need: Need | undefined,
  attempt: () => Promise<Result>,
  {
    isTransient = () => true,
    deadlineMs = startDeadlineMs,
  }: { isTransient?: (error: unknown) => boolean; deadlineMs?: number } = {},
): Promise<Result> => {
  const endsAt = performance.now() + deadlineMs;
  for (;;) {
    try {
      const result = await attempt();
      need?.met();
      return result;
    } catch (error) {
      need?.unmet(error);
      if (performance.now() >= endsAt || !isTransient(error)) throw error;
    }
    await pause(retryEveryMs);
  }
};
