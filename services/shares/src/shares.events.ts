import { dayMs } from '@tandem/kit';
import { on, PoisonMessage, type EventHandler } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { SharesContext } from './context.js';
import { isPlan, monthOf } from './plan/plan.js';
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
    const now = context.now();
    await context.plans.markDeleted(uid, now);
    // Before the shares: a concurrent create either finds its month closed or its share is found below.
    const months = [-dayMs, 0, dayMs].map((ms) => monthOf(new Date(now.getTime() + ms)));
    await context.usage.closeOwner(uid, [...new Set(months)], now);
    for (;;) {
      const batch = await context.shares.ofOwner(uid, removalBatch);
      if (batch.length === 0) break;
      for (const { shareId } of batch) await transition(context, shareId, { type: 'remove' });
    }
  }),
];
