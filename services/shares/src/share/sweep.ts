/** Periodic tasks of every replica; each effect is one conditional write. */

import { dayMs, startPeriodicTask, type Logger, type PeriodicTask } from '@tandem/kit';
import { redeliveryWindowMs } from '@tandem/kit/bus';
import type { SharesContext } from '../context.js';
import { removeExpired } from '../notices/notices.js';
import { monthOf } from '../plan/plan.js';
import { transition } from './lifecycle.js';
import { previousPasswordEnd } from './password.js';

/** Most rows of one run; the next run finds the rest. */
const batch = 200;
/** A more recent reservation may belong to a create in progress. */
const reservationAgeMs = 60_000;
/** Longer than any create, so blocked ids can be removed after it. */
const tombstoneAgeMs = dayMs;
const usageMonthsKept = 13;

/** Publishes the event that makes signalling close the share's room. */
export const expireShares = async (context: SharesContext): Promise<void> => {
  for (const share of await context.shares.dueForExpiry(context.now(), batch)) {
    await transition(context, share.shareId, { type: 'expire' }, { known: share });
  }
};

/** Terms of service: inactive shares may be deleted after 30 days. */
export const purgeInactive = async (context: SharesContext): Promise<void> => {
  const afterMs = context.inactiveShareMs;
  const before = new Date(context.now().getTime() - afterMs);
  for (const share of await context.shares.inactiveSince(before, batch)) {
    await transition(context, share.shareId, { type: 'purge', afterMs }, { known: share });
  }
};

export const resolveReservations = async (context: SharesContext): Promise<void> => {
  const now = context.now();
  const before = new Date(now.getTime() - reservationAgeMs);
  const isVoid = async (shareId: string) =>
    (await context.shares.voidUnlessPresent(shareId, now)) === 'void';
  const remove = async (shareId: string) => {
    await transition(context, shareId, { type: 'remove' });
  };
  await context.usage.sweepPending(before, { isVoid, remove }, batch);
};

/**
 * Re-encrypts passwords with the primary key after a rotation, so that the old key can be retired. Passwords
 * whose key is not in the ring are not read: they would fill the batch of every run.
 */
export const rotatePasswords = async (context: SharesContext): Promise<void> => {
  const { shares, vault } = context;
  for (const share of await shares.sealedWith(vault.otherKids, batch)) {
    const password = vault.open(share.shareId, share.password);
    if (password !== null) await shares.replacePassword(share, vault.seal(share.shareId, password));
  }
};

/** Removes previous passwords that are old enough to count as wrong again. */
export const forgetPreviousPasswords = (context: SharesContext): Promise<void> =>
  context.shares.forgetPreviousPasswords(previousPasswordEnd(context.now()));

const tidy = async (context: SharesContext): Promise<void> => {
  const now = context.now();
  await context.throttle.removeExpired(now);
  await removeExpired(context);
  await context.shares.addNameKeys(batch);
  await context.shares.removeTombstones(new Date(now.getTime() - tombstoneAgeMs));
  const deletedBefore = new Date(now.getTime() - redeliveryWindowMs);
  await context.plans.removeTombstones(deletedBefore);
  await context.usage.removeClosed(deletedBefore);
  const oldest = new Date(now);
  oldest.setUTCDate(1);
  oldest.setUTCMonth(oldest.getUTCMonth() - usageMonthsKept);
  await context.usage.removeMonthsBefore(monthOf(oldest));
};

/** Expiry runs every second: sockets of an expired share must close within two. */
export const startSweeps = (context: SharesContext, logger: Logger): PeriodicTask[] =>
  [
    { label: 'expire shares', everyMs: 1_000, work: () => expireShares(context) },
    { label: 'resolve reservations', everyMs: 15_000, work: () => resolveReservations(context) },
    { label: 'purge inactive shares', everyMs: 60_000, work: () => purgeInactive(context) },
    { label: 'rotate passwords', everyMs: 60_000, work: () => rotatePasswords(context) },
    {
      label: 'forget previous passwords',
      everyMs: 60_000,
      work: () => forgetPreviousPasswords(context),
    },
    { label: 'tidy', everyMs: 60_000, work: () => tidy(context) },
  ].map((sweep) => startPeriodicTask({ ...sweep, logger }));
