import type { Logger } from '@tandem/kit';
import type { EventBus, EventMessage, Subscription } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
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
  const revokeOn = (definition: typeof events.shareStopped | typeof events.shareDeleted) =>
    bus.observe(
      definition.subject,
      safely(({ data }) => {
        const { share, at } = definition.codec.decode(data);
        if (!share) return;
        logger.info({ shareId: share.shareId, subject: definition.subject }, 'share revoked');
        pod.revokeShare(share.shareId, at?.getTime() ?? Date.now());
      }),
    );
  const subscriptions = await Promise.all([
    revokeOn(events.shareStopped),
    revokeOn(events.shareDeleted),
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
