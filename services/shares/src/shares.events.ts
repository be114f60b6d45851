import { isPlanName } from './plan/plan.js';
import { newEvent, type NewEvent } from '@tandem/kit/mongo';
import { on, PoisonMessage, type EventHandler } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { SharesContext } from './context.js';
import { transition } from './share/lifecycle.js';
import type { ShareFact } from './share/share.js';
import type { Share } from './share/share.store.js';

/** Where a call came from; empty texts where the edge did not know. */
export interface Origin {
  ipAddress: string;
  userAgent: string;
}

export type DenialReason = 'wrong-password' | 'stopped' | 'expired' | 'throttled';

const refOf = ({ shareId, ownerUid, filename, fileSize }: Share) => ({
  shareId,
  ownerUid,
  filename,
  fileSize,
});

export const shareCreated = (
  share: Share,
  origin: Origin,
  owner: { email: string; name: string },
): NewEvent =>
  newEvent(events.shareCreated, {
    share: refOf(share),
    createdAt: share.createdAt,
    expiresAt: share.expiresAt,
    origin,
    ownerEmail: owner.email,
    ownerName: owner.name,
  });

export const accessAttempted = (
  share: Share,
  origin: Origin,
  caller: { uid: string; isOwner: boolean },
  at: Date,
): NewEvent =>
  newEvent(events.accessAttempted, {
    share: refOf(share),
    at,
    origin,
    isOwner: caller.isOwner,
    callerUid: caller.uid,
  });

export const accessDenied = (
  share: Share,
  origin: Origin,
  reason: DenialReason,
  at: Date,
): NewEvent => newEvent(events.accessDenied, { share: refOf(share), at, origin, reason });

/** What the recipient's browser told of the end of a transfer. */
export const downloadEnded = (
  share: Share,
  origin: Origin,
  ending: { name: string; email: string; isFailure: boolean },
  at: Date,
): NewEvent =>
  newEvent(ending.isFailure ? events.downloadFailed : events.downloadCompleted, {
    share: refOf(share),
    at,
    origin,
    accessorName: ending.name,
    accessorEmail: ending.email,
  });

/** What a change of state tells the world. */
export const eventsOf = (share: Share, facts: readonly ShareFact[], at: Date): NewEvent[] =>
  facts.map((fact) => {
    switch (fact.type) {
      case 'stopped':
        return newEvent(events.shareStopped, { share: refOf(share), at, reason: fact.reason });
      case 'restarted':
        return newEvent(events.shareRestarted, { share: refOf(share), at });
      case 'deleted':
        return newEvent(events.shareDeleted, { share: refOf(share), at });
    }
  });

export const billingHandlers = ({ plans }: SharesContext): EventHandler[] => [
  on(events.planChanged, async ({ uid, subscriptionStatus, version }) => {
    if (!uid || !isPlanName(subscriptionStatus)) throw new PoisonMessage('not a plan we know');
    await plans.apply(uid, subscriptionStatus, version);
  }),
];

const removalBatch = 100;

export const identityHandlers = (context: SharesContext): EventHandler[] => [
  on(events.userDeleted, async ({ uid }) => {
    if (!uid) throw new PoisonMessage('no uid');
    // First: a share that is being created now is found below, or finds this.
    await context.plans.bury(uid, context.now());
    for (;;) {
      const batch = await context.shares.ofOwner(uid, removalBatch);
      if (batch.length === 0) break;
      for (const { shareId } of batch) await transition(context, shareId, { type: 'remove' });
    }
    await context.usage.removeOwner(uid);
  }),
];
