import { ServiceError, type Logger } from '@tandem/kit';
import type { GrpcClient } from '@tandem/kit/grpc';
import type { IdentityServiceDefinition } from '@tandem/proto/tandem/identity/v1/identity';
import type { Pod } from './pod.js';

/**
 * Asks identity every few seconds which sessions of this pod's sockets have ended, and closes their sockets. Only
 * senders join with a session; receivers have a grant or a password.
 */
export interface SessionRecheck {
  /** Starts a round unless the last one still runs. Never rejects. */
  tick(): Promise<void>;
}

/** A session's sockets close within this time and that of two requests. */
export const sessionRecheckTickMs = 5_000;
const maxIds = 500;

export const createSessionRecheck = (options: {
  identity: Pick<GrpcClient<typeof IdentityServiceDefinition>, 'findEndedSessions'>;
  pod: Pick<Pod, 'sessionIds' | 'endSession'>;
  logger: Logger;
}): SessionRecheck => {
  const { identity, pod, logger } = options;
  let isRunning = false;

  const checkAll = async () => {
    const pending = pod.sessionIds();
    while (pending.length > 0) {
      const { ids } = await identity.findEndedSessions({ ids: pending.splice(0, maxIds) });
      for (const sessionId of ids) pod.endSession(sessionId);
    }
  };

  return {
    tick: async () => {
      if (isRunning) return;
      isRunning = true;
      try {
        await checkAll();
      } catch (error) {
        // The sockets stay open until a check succeeds: an outage must not end transfers.
        const reason = error instanceof ServiceError ? error.reason : 'unexpected';
        logger.warn({ reason }, 'cannot check sessions; retrying');
      } finally {
        isRunning = false;
      }
    },
  };
};
