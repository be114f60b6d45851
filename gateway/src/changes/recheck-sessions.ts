import { ServiceError, type Logger } from '@tandem/kit';
import type { Services } from '../clients.js';
import type { ChangeStreams } from './streams.js';

/** A stream ends within this time and that of one request after its session. */
export const sessionRecheckMs = 5_000;
const maxIds = 500;

/** Asks identity regularly which sessions of this process's streams have ended. Returns a function that stops it. */
export const recheckSessions = (options: {
  identity: Pick<Services['identity'], 'findEndedSessions'>;
  streams: Pick<ChangeStreams, 'sessionIds' | 'endSession'>;
  logger: Logger;
  everyMs?: number;
}): (() => void) => {
  const { identity, streams, logger, everyMs = sessionRecheckMs } = options;
  let isRunning = false;

  const checkAll = async () => {
    const pending = streams.sessionIds();
    while (pending.length > 0) {
      const { ids } = await identity.findEndedSessions({ ids: pending.splice(0, maxIds) });
      for (const id of ids) streams.endSession(id);
    }
  };
  const tick = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await checkAll();
    } catch (error) {
      // A stream names only what changed; each call that follows verifies the session.
      const reason = error instanceof ServiceError ? error.reason : 'unexpected';
      logger.warn({ reason }, 'cannot check sessions of streams; retrying');
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void tick(), everyMs).unref();
  return () => clearInterval(timer);
};
