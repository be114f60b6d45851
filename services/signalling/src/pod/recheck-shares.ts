import { failureFields, ServiceError, type Logger } from '@tandem/kit';
import type { GrpcClient } from '@tandem/kit/grpc';
import type { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import type { Pod } from './pod.js';

/**
 * Re-checks shares with the shares service when this pod may have missed their stop: a share joined with a grant from
 * before the pod subscribed to events; all shares after a broker outage, the silence of another pod or lost frames; and
 * each room every ten minutes. Rate limited and off the join path.
 */
export interface ShareRecheck {
  /** @param isUrgent the room closes soon unless the share was extended: its check comes before all others */
  add(shareId: string, isUrgent?: boolean): void;
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
  monotonicMs?: () => number;
}): ShareRecheck => {
  const { shares, pod, logger, nowMs, monotonicMs = () => performance.now() } = options;
  const urgent = new Set<string>();
  const pending = new Set<string>();
  const inOrder = function* () {
    yield* urgent;
    yield* pending;
  };
  let inFlight = 0;
  let pausedUntilMs = 0;

  const check = async (shareId: string) => {
    const atMs = nowMs();
    try {
      const share = await shares.getShareInfo({ shareId });
      if (share.isActive) {
        const { epoch, passwordEpoch } = share;
        pod.requireEpoch(shareId, { epoch, passwordEpoch });
        pod.setExpiry(shareId, share.expiresAt?.getTime() ?? Infinity);
      } else {
        // Grants of this epoch that are asserted later stay valid: the share may have expired by the clock of one process
        // while another extends it.
        pod.revokeShare(shareId, { atMs, epoch: undefined, foundEpoch: share.epoch });
      }
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not-found') {
        pod.revokeShare(shareId, { atMs, epoch: Infinity });
        return;
      }
      // Members stay until a check succeeds.
      pending.add(shareId);
      if (monotonicMs() < pausedUntilMs) return;
      pausedUntilMs = monotonicMs() + pauseMs;
      const facts = { ...failureFields(error), pending: pending.size };
      logger.warn(facts, 'cannot re-check shares; retrying');
    }
  };

  return {
    add: (shareId, isUrgent = false) => {
      if (isUrgent) {
        pending.delete(shareId);
        urgent.add(shareId);
      } else if (!urgent.has(shareId)) pending.add(shareId);
    },
    tick: () => {
      if (monotonicMs() < pausedUntilMs) return;
      if (inFlight >= maxInFlight) return;
      for (const shareId of inOrder()) {
        urgent.delete(shareId);
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
      return urgent.size + pending.size;
    },
  };
};
