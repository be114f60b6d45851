import { on, PoisonMessage, type EventHandler } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { SharesContext } from './context.js';
import { isPlan } from './plan/plan.js';
import { transition } from './share/lifecycle.js';

export const billingHandlers = ({ plans }: SharesContext): EventHandler[] => [
  on(events.planChanged, async ({ uid, subscriptionStatus, version }) => {
    if (!uid || !isPlan(subscriptionStatus)) throw new PoisonMessage('unknown plan');
    await plans.apply(uid, subscriptionStatus, version);
  }),
];

const removalBatch = 100;

export const identityHandlers = (context: SharesContext): EventHandler[] => [
  on(events.userDeleted, async ({ uid }) => {
    if (!uid) throw new PoisonMessage('no uid');
    // First the tombstone: a concurrent create either finds it or its share is found below.
    await context.plans.markDeleted(uid, context.now());
    for (;;) {
      const batch = await context.shares.ofOwner(uid, removalBatch);
      if (batch.length === 0) break;
      for (const { shareId } of batch) {
        await context.notices.store.removeOfShare(shareId);
        await transition(context, shareId, { type: 'remove' });
      }
    }
    await context.usage.removeOwner(uid);
  }),
];
