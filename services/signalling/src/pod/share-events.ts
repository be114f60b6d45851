import type { Logger } from '@tandem/kit';
import type { EventBus, EventMessage, Subscription } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { Pod } from './pod.js';

/**
 * The share events that end rooms, seen by every pod as they are published. A pod that misses one (broker outage)
 * asks about its rooms afterwards; see `share-watch.ts`.
 */
export const observeShares = async (
  bus: EventBus,
  pod: Pick<Pod, 'revoke' | 'restore'>,
  logger: Logger,
): Promise<Subscription> => {
  const reading =
    (handle: (message: EventMessage) => void) =>
    (message: EventMessage): void => {
      try {
        handle(message);
      } catch (error) {
        logger.error({ err: error, subject: message.subject }, 'share event does not decode');
      }
    };
  const ends = (definition: typeof events.shareStopped | typeof events.shareDeleted) =>
    bus.observe(
      definition.subject,
      reading(({ data }) => {
        const { share, at } = definition.codec.decode(data);
        if (!share) return;
        logger.info({ shareId: share.shareId, subject: definition.subject }, 'share ended');
        pod.revoke(share.shareId, at?.getTime() ?? Date.now());
      }),
    );
  const subscriptions = await Promise.all([
    ends(events.shareStopped),
    ends(events.shareDeleted),
    bus.observe(
      events.shareRestarted.subject,
      reading(({ data }) => {
        const { share } = events.shareRestarted.codec.decode(data);
        if (share) pod.restore(share.shareId);
      }),
    ),
  ]);
  return {
    stop: async () => {
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    },
  };
};
