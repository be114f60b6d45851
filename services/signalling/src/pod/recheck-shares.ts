import { ServiceError, type Logger } from '@tandem/kit';
import type { GrpcClient } from '@tandem/kit/grpc';
import type { SharesServiceDefinition } from '@tandem/proto/tandem/shares/v1/shares';
import type { Pod } from './pod.js';

/**
 * Asks the shares service, off the join path and at a bounded rate, about rooms in doubt: those entered with a grant
 * from before this pod heard of stops, and all of them after a broker outage.
 */
export interface ShareWatch {
  doubt(shareId: string): void;
  /** Asks about one of the shares in doubt. */
  tick(): void;
  readonly waiting: number;
}

/**
 * Call `tick` this often; each asks one question, so at most 125 per second. A question costs a third of a
 * millisecond, and whoever relays meanwhile waits for all that are asked at once: never two, therefore.
 */
export const shareWatchTickMs = 8;
/** Questions without an answer yet. */
const maxUnderWay = 4;
/** After a failed call nobody asks for this long. */
const pauseMs = 5_000;

export const createShareWatch = (options: {
  shares: Pick<GrpcClient<typeof SharesServiceDefinition>, 'getShareInfo'>;
  pod: Pick<Pod, 'hasRoom' | 'revoke' | 'learnExpiry'>;
  logger: Logger;
  nowMs: () => number;
}): ShareWatch => {
  const { shares, pod, logger, nowMs } = options;
  const waiting = new Set<string>();
  let underWay = 0;
  let pausedUntilMs = 0;

  const ask = async (shareId: string) => {
    const askedAtMs = nowMs();
    try {
      const share = await shares.getShareInfo({ shareId });
      if (share.isActive) pod.learnExpiry(shareId, share.expiresAt?.getTime() ?? Infinity);
      else pod.revoke(shareId, askedAtMs);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not-found') {
        pod.revoke(shareId, askedAtMs);
        return;
      }
      // Who is in stays in; the question stands.
      waiting.add(shareId);
      if (nowMs() < pausedUntilMs) return;
      pausedUntilMs = nowMs() + pauseMs;
      const reason = error instanceof ServiceError ? error.reason : 'unexpected';
      logger.warn({ reason, waiting: waiting.size }, 'shares in doubt cannot be checked');
    }
  };

  return {
    doubt: (shareId) => waiting.add(shareId),
    tick: () => {
      if (nowMs() < pausedUntilMs) return;
      if (underWay >= maxUnderWay) return;
      for (const shareId of waiting) {
        waiting.delete(shareId);
        if (!pod.hasRoom(shareId)) continue;
        underWay += 1;
        void ask(shareId).finally(() => {
          underWay -= 1;
        });
        return;
      }
    },
    get waiting() {
      return waiting.size;
    },
  };
};
