import { on, PoisonMessage, type EventHandler } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import type { AnalyticsContext } from './context.js';
import { eraseCaller } from './rollup/count.js';
import { dayOf } from './rollup/rollup.js';

/** Streams keep events for a week; older events return only as redriven dead letters. */
const marksKeptMs = 9 * 86_400_000;

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
    await context.users.remove(uid, context.now());
    await context.shares.removeOwner(uid);
    await eraseCaller(context, uid);
  }),
];

export const billingHandlers = ({ users }: AnalyticsContext): EventHandler[] => [
  on(events.planChanged, async ({ uid, subscriptionStatus, version }) => {
    named(uid, subscriptionStatus);
    await users.changePlan(uid, subscriptionStatus, version);
  }),
];

export const sharesHandlers = ({ users, shares, now }: AnalyticsContext): EventHandler[] => [
  on(events.shareCreated, async ({ share, createdAt }) => {
    const { shareId = '', ownerUid = '' } = share ?? {};
    named(shareId, ownerUid);
    const at = createdAt ?? now();
    const staleBefore = dayOf(new Date(now().getTime() - marksKeptMs));
    const isNew = await shares.add(shareId, ownerUid, at);
    // Its mark may have expired; a known share has been counted.
    if (dayOf(at) < staleBefore && !isNew) return;
    await users.countShare(ownerUid, shareId, dayOf(at), at, (day) => day < staleBefore);
  }),
  on(events.shareDeleted, async ({ share }) => {
    named(share?.shareId ?? '');
    await shares.remove(share?.shareId ?? '');
  }),
];
