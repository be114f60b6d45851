import { ServiceError, type Logger } from '@tandem/kit';
import type { GrpcClient } from '@tandem/kit/grpc';
import type { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import type { Pod } from './pod.js';

/**
 * Re-checks shares with the shares service when this pod may have missed their stop: shares joined with a grant from
 * before the pod subscribed to events, and all of them after a broker outage. Rate limited and off the join path.
 */
export interface ShareRecheck {
  add(shareId: string): void;
  /** Checks one pending share. */
  tick(): void;
  readonly pending: number;
}

/**
 * Interval of `tick`, which sends one request: at most 125 per second. A request blocks the event loop for a third of a
 * millisecond, so a tick never sends two.
 */
export const shareRecheckTickMs = 8;
const maxInFlight = 4;
/** Pause after a failed request. */
const pauseMs = 5_000;

export const createShareRecheck = (options: {
  shares: Pick<GrpcClient<typeof SharesServiceDefinition>, 'getShareInfo'>;
  pod: Pick<Pod, 'hasRoom' | 'revokeShare' | 'requireEpoch' | 'setExpiry'>;
  logger: Logger;
  nowMs: () => number;
}): ShareRecheck => {
  const { shares, pod, logger, nowMs } = options;
  const pending = new Set<string>();
  let inFlight = 0;
  let pausedUntilMs = 0;

  const check = async (shareId: string) => {
    const requestedAtMs = nowMs();
    try {
      const share = await shares.getShareInfo({ shareId });
      if (share.isActive) {
        const { epoch, passwordEpoch } = share;
        pod.requireEpoch(shareId, { epoch, passwordEpoch });
        pod.setExpiry(shareId, share.expiresAt?.getTime() ?? Infinity);
      } else pod.revokeShare(shareId, requestedAtMs);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not-found') {
        pod.revokeShare(shareId, requestedAtMs);
        return;
      }
      // Members stay until a check succeeds.
      pending.add(shareId);
      if (nowMs() < pausedUntilMs) return;
      pausedUntilMs = nowMs() + pauseMs;
      const reason = error instanceof ServiceError ? error.reason : 'unexpected';
      logger.warn({ reason, pending: pending.size }, 'cannot re-check shares; retrying');
    }
  };

  return {
    add: (shareId) => pending.add(shareId),
    tick: () => {
      if (nowMs() < pausedUntilMs) return;
      if (inFlight >= maxInFlight) return;
      for (const shareId of pending) {
        pending.delete(shareId);
        if (!pod.hasRoom(shareId)) continue;
        inFlight += 1;
        void check(shareId).finally(() => {
          inFlight -= 1;
        });
        return;
      }
    },
    get pending() {
      return pending.size;
    },
  };
};
