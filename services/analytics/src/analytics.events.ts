import { createBatcher, dayMs } from '@tandem/kit';
import { on, PoisonMessage, type EventHandler } from '@tandem/kit/bus';
import { largestBytes } from '@tandem/proto/browser/files/file-size';
import { events } from '@tandem/proto/events';
import type { AnalyticsContext } from './context.js';
import { eraseCaller } from './rollup/count.js';
import { dayOf } from './rollup/rollup.js';
import type { ShareChange } from './rollup/share.store.js';

/** Streams keep events for a week; older events return only as redriven dead letters, of shares that are known. */
const marksKeptMs = 9 * dayMs;

const named = (...texts: readonly string[]): void => {
  if (texts.some((text) => text === '')) throw new PoisonMessage('an id is missing');
};

export const identityHandlers = (context: AnalyticsContext): EventHandler[] => [
  on(events.userRegistered, async ({ uid, email, name, createdAt }) => {
    named(uid);
    await context.users.register({ uid, email, name, createdAt: createdAt ?? context.now() });
  }),
  on(events.userSeen, async ({ uid, seenAt }) => {
    named(uid);
    if (seenAt) await context.users.see(uid, seenAt);
  }),
  on(events.userDeleted, async ({ uid }) => {
    named(uid);
    const now = context.now();
    await context.users.remove(uid, now);
    await context.shares.removeOwner(uid, now);
    await eraseCaller(context, uid);
  }),
];

export const billingHandlers = ({ users }: AnalyticsContext): EventHandler[] => [
  on(events.planChanged, async ({ uid, subscriptionStatus, version }) => {
    named(uid, subscriptionStatus);
    await users.changePlan(uid, subscriptionStatus, version);
  }),
];

/** Changes of one write; the events that are handled at the same time. */
export const maxTogether = 64;

/** Writes changes of shares in order, and counts the new ones. */
const applyChanges = async (
  { users, shares, now }: AnalyticsContext,
  changes: readonly ShareChange[],
): Promise<void> => {
  const staleBefore = dayOf(new Date(now().getTime() - marksKeptMs));
  const isNew = await shares.apply(changes);
  const counted = changes.flatMap((change, index) => {
    if (change.kind === 'removed') return [];
    const { shareId, ownerUid: uid, createdAt: at } = change;
    const day = dayOf(at);
    // Its mark may have expired; a share with a row or a tombstone has been counted before.
    return day < staleBefore && !isNew(index) ? [] : [{ uid, shareId, day, at }];
  });
  await users.countShares(counted, (day) => day < staleBefore);
};

export const sharesHandlers = (context: AnalyticsContext): EventHandler[] => {
  const write = createBatcher<ShareChange>({
    run: (changes) => applyChanges(context, changes),
    limit: maxTogether,
  });
  return [
    on(events.shareCreated, async ({ share, createdAt = context.now() }) => {
      const { shareId = '', ownerUid = '', fileSize = '' } = share ?? {};
      named(shareId, ownerUid);
      const maxBytes = largestBytes(fileSize);
      await write({ kind: 'added', shareId, ownerUid, createdAt, maxBytes });
    }),
    on(events.shareDeleted, async ({ share }) => {
      const { shareId = '' } = share ?? {};
      named(shareId);
      await write({ kind: 'removed', shareId, removedAt: context.now() });
    }),
  ];
};
