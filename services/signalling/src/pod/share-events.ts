import type { Logger } from '@tandem/kit';
import type { EventBus, EventMessage, Subscription } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { ShareEnd } from '../access/revoked-shares.js';
import type { Pod } from './pod.js';

/**
 * Applies the share events that open and close rooms, on every pod. `recheck-shares.ts` covers events that were
 * published during a broker outage.
 */
export const subscribeToShareEvents = async (
  bus: EventBus,
  pod: Pick<Pod, 'revokeShare' | 'restoreShare'>,
  logger: Logger,
): Promise<Subscription> => {
  const safely =
    (handle: (message: EventMessage) => void) =>
    (message: EventMessage): void => {
      try {
        handle(message);
      } catch (error) {
        logger.error({ err: error, subject: message.subject }, 'failed to handle share event');
      }
    };
  const revoke = (subject: string, shareId: string, end: ShareEnd) => {
    logger.info({ shareId, subject }, 'share revoked');
    pod.revokeShare(shareId, end);
  };
  const { shareStopped, shareDeleted } = events;
  const subscriptions = await Promise.all([
    bus.observe(
      shareStopped.subject,
      safely(({ subject, data }) => {
        const { share, at, epoch } = shareStopped.codec.decode(data);
        if (share) revoke(subject, share.shareId, { atMs: at?.getTime() ?? Date.now(), epoch });
      }),
    ),
    bus.observe(
      shareDeleted.subject,
      safely(({ subject, data }) => {
        const { share } = shareDeleted.codec.decode(data);
        if (share) revoke(subject, share.shareId, { atMs: Date.now(), epoch: Infinity });
      }),
    ),
    bus.observe(
      events.shareRestarted.subject,
      safely(({ data }) => {
        const { share, epoch, passwordEpoch } = events.shareRestarted.codec.decode(data);
        if (share) pod.restoreShare(share.shareId, { epoch, passwordEpoch });
      }),
    ),
  ]);
  return {
    stop: async () => {
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    },
  };
};
