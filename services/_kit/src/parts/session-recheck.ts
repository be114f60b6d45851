import { failureFields } from '../errors.js';
import type { Logger } from '../observability/log.js';

/** Holds what a process keeps open for sessions, such as sockets or streams. */
export interface SessionHolder {
  sessionIds(): string[];
  endSession(sessionId: string): void;
}

export interface SessionRecheck {
  /** Starts a round unless the last one still runs. Never rejects. */
  tick(): Promise<void>;
}

/**
 * Interval of the checks. What is open for a session is closed within this interval plus two requests after the session
 * ends.
 */
export const sessionRecheckMs = 5_000;
const maxIds = 500;

/** Checks with identity which sessions have ended, and closes what is open for them. */
export const createSessionRecheck = (options: {
  identity: { findEndedSessions(request: { ids: string[] }): Promise<{ ids: string[] }> };
  holder: SessionHolder;
  logger: Logger;
}): SessionRecheck => {
  const { identity, holder, logger } = options;
  let isRunning = false;

  const checkAll = async () => {
    const pending = holder.sessionIds();
    while (pending.length > 0) {
      const { ids } = await identity.findEndedSessions({ ids: pending.splice(0, maxIds) });
      for (const sessionId of ids) holder.endSession(sessionId);
    }
  };

  return {
    tick: async () => {
      if (isRunning) return;
      isRunning = true;
      try {
        await checkAll();
      } catch (error) {
        // Nothing is closed until a check succeeds: an outage must not end transfers.
        logger.warn(failureFields(error), 'cannot check sessions; retrying');
      } finally {
        isRunning = false;
      }
    },
  };
};
