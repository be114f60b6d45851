import { randomUUID } from 'node:crypto';
import { events } from '@tandem/proto/events';
import { createShare } from '../src/share/create.js';
import { rotatePasswords } from '../src/share/sweep.js';
import {
  createFor,
  keyring,
  newShare,
  refusalOf,
  startStack,
  uniqueUid,
  visitor,
  type Stack,
} from './harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

const changePlan = async (uid: string, subscriptionStatus: string, version: number) => {
  const { subject, codec } = events.planChanged;
  const payload = { uid, subscriptionStatus, previousStatus: '', version, at: new Date() };
  const data = codec.encode(payload).finish();
  await stack.bus.publish({ id: randomUUID(), subject, data, traceparent: '' });
  await stack.bus.settled();
};
const days = (count: number) => count * 86_400_000;
const later = (ms: number) => {
  stack.clock.now = new Date(stack.clock.now.getTime() + ms);
};

describe('plan limits', () => {
  it.each<[plan: 'active' | 'proforever', most: number, tag: string]>([
    ['active', 30, '[6.9, 6.12]'],
    ['proforever', 365, '[6.9, 6.13]'],
  ])('give %s no monthly limit and 1 to %i days until a downgrade %s', async (plan, most) => {
    const uid = uniqueUid();
    await changePlan(uid, plan, 1);
    for (let count = 0; count < 12; count += 1) await createFor(stack.client, uid);
    const { expiresAt } = await createFor(stack.client, uid, { expiresInDays: most });
    expect(expiresAt?.getTime()).toBe(stack.clock.now.getTime() + days(most));
    expect(
      await refusalOf(createFor(stack.client, uid, { expiresInDays: most + 1 })),
    ).toMatchObject({
      reason: 'expiry-out-of-range',
    });
    expect(await stack.as(uid).getUsage({ ownerUid: uid })).toMatchObject({
      sharesUsedThisMonth: 13,
      monthlyLimit: -1,
    });
    await changePlan(uid, 'free', 2);
    expect(await refusalOf(createFor(stack.client, uid))).toMatchObject({
      reason: 'share-limit-reached',
    });
  });

  it('applies the newest version of a plan in any order of delivery', async () => {
    const uid = uniqueUid();
    await changePlan(uid, 'proforever', 3);
    await changePlan(uid, 'free', 2);
    await changePlan(uid, 'active', 1);
    const { expiresAt } = await createFor(stack.client, uid, { expiresInDays: 365 });
    expect(expiresAt?.getTime()).toBe(stack.clock.now.getTime() + days(365));
  });

  it('dead-letters an unknown plan and changes nothing', async () => {
    const uid = uniqueUid();
    const before = stack.bus.dead.length;
    await changePlan(uid, 'platinum', 1);
    expect(stack.bus.dead).toHaveLength(before + 1);
    expect(await stack.as(uid).getUsage({ ownerUid: uid })).toMatchObject({ monthlyLimit: 10 });
  });

  it('limits the expiry of a share restarted after a downgrade to that of a new share', async () => {
    const uid = uniqueUid();
    await changePlan(uid, 'proforever', 1);
    const { shareId } = await createFor(stack.client, uid, { expiresInDays: 365 });
    await stack.as(uid).stopShare({ shareId });
    await changePlan(uid, 'free', 2);
    later(days(2));
    const { expiresAt } = await stack.as(uid).restartShare({ shareId });
    expect(expiresAt?.getTime()).toBe(stack.clock.now.getTime() + days(7));
  });

  it('rejects a restart above the Free limit until next month', async () => {
    const uid = uniqueUid();
    stack.clock.now = new Date('2026-01-30T00:00:00Z');
    await changePlan(uid, 'active', 1);
    const { shareId } = await createFor(stack.client, uid);
    for (let count = 0; count < 10; count += 1) await createFor(stack.client, uid);
    await stack.as(uid).stopShare({ shareId });
    await changePlan(uid, 'free', 2);
    expect(await refusalOf(stack.as(uid).restartShare({ shareId }))).toMatchObject({
      reason: 'share-limit-reached',
    });
    stack.clock.now = new Date('2026-02-01T00:00:00Z');
    expect(await stack.as(uid).restartShare({ shareId })).toMatchObject({
      isActive: true,
    });
  });
});

const deleteAccount = async (uid: string) => {
  const { subject, codec } = events.userDeleted;
  const data = codec.encode({ uid }).finish();
  await stack.bus.publish({ id: randomUUID(), subject, data, traceparent: '' });
  await stack.bus.settled();
};

describe('a deleted account', () => {
  it('loses its shares, usage and plan, and publishes the deletions [9.54]', async () => {
    const uid = uniqueUid();
    await changePlan(uid, 'active', 1);
    const share = await createFor(stack.client, uid);
    await createFor(stack.client, uid);
    await deleteAccount(uid);
    const deleted = (await stack.published('shareDeleted')).filter(
      ({ share: deletedShare }) => deletedShare?.ownerUid === uid,
    );
    expect(deleted).toHaveLength(2);
    expect(await stack.as(uid).getUsage({ ownerUid: uid })).toEqual({
      ownerUid: uid,
      sharesUsedThisMonth: 0,
      monthlyLimit: 10,
      activeShares: 0,
      expiredShares: 0,
    });
    const { shareId, password } = share;
    expect(
      await refusalOf(stack.client.accessShare({ shareId, password, client: visitor() })),
    ).toMatchObject({ reason: 'access-denied' });
    const { model } = stack.context.shares.outboxSource;
    expect(await model.countDocuments({ ownerUid: uid })).toBe(0);
  });

  // Tokens are accepted for some seconds after the account is deleted.
  it('gets no new share from a late call or from one in progress [9.54]', async () => {
    const uid = uniqueUid();
    await changePlan(uid, 'active', 1);
    const { shares } = stack.context;
    const insert: typeof shares.insert = async (...share) => {
      await deleteAccount(uid);
      return shares.insert(...share);
    };
    const interrupted = { ...stack.context, shares: { ...shares, insert } };
    const accountDeleted = { code: 'unauthenticated', reason: 'account-deleted' };
    expect(await refusalOf(createShare(interrupted, newShare(uid)))).toMatchObject(accountDeleted);
    // A late plan event does not recreate the plan.
    await changePlan(uid, 'proforever', 2);
    expect(await refusalOf(createFor(stack.client, uid))).toMatchObject(accountDeleted);
    await stack.published('shareDeleted');
    expect(await shares.outboxSource.model.countDocuments({ ownerUid: uid })).toBe(0);
    expect(await stack.as(uid).getUsage({ ownerUid: uid })).toMatchObject({
      sharesUsedThisMonth: 0,
      monthlyLimit: 10,
    });
  });
});

describe('a restarted process', () => {
  it('serves shares created before the restart, and after a key rotation without the old key', async () => {
    const [oldKey, newKey] = [keyring('old'), keyring('new')];
    const own = { GRANT_KEYS: keyring(), SHARE_PASSWORD_KEYS: oldKey };
    const shared = { mongo: stack.mongo, database: `restart-${randomUUID().slice(0, 8)}` };
    const uid = uniqueUid();
    const first = await startStack(own, shared);
    const { shareId, password } = await createFor(first.client, uid);
    await first.stop();

    const rotating = { ...own, SHARE_PASSWORD_KEYS: `${newKey},${oldKey}` };
    const second = await startStack(rotating, shared);
    const request = { shareId, password, client: visitor() };
    const { grant } = await second.client.accessShare(request);
    await rotatePasswords(second.context);
    await second.stop();

    const third = await startStack({ ...own, SHARE_PASSWORD_KEYS: newKey }, shared);
    const { shares } = await third.as(uid).listShares({ ownerUid: uid });
    expect(shares).toMatchObject([{ shareId, password }]);
    expect(await third.client.accessShare(request)).toMatchObject({ shareId });
    expect((await third.client.renewGrant({ token: grant?.token ?? '' })).token).not.toBe('');
    expect(await third.as(uid).getUsage({ ownerUid: uid })).toMatchObject({
      sharesUsedThisMonth: 1,
    });
    await third.stop();
  });

  it('rotates past passwords whose key is lost, however many there are', async () => {
    const [oldKey, newKey] = [keyring('old'), keyring('new')];
    const shared = { mongo: stack.mongo, database: `lost-${randomUUID().slice(0, 8)}` };
    const first = await startStack({ SHARE_PASSWORD_KEYS: oldKey }, shared);
    const { shareId } = await createFor(first.client, uniqueUid());
    const { model } = first.context.shares.outboxSource;
    const row = await model.findById(shareId).lean<object>();
    await model.deleteOne({ _id: shareId });
    const password = { kid: 'lost', box: '', verifier: '' };
    const lost = Array.from({ length: 201 }, (_, index) => ({
      ...row,
      _id: `-${index}`,
      password,
    }));
    await model.insertMany([...lost, row]);
    await first.stop();

    const second = await startStack({ SHARE_PASSWORD_KEYS: `${newKey},${oldKey}` }, shared);
    await rotatePasswords(second.context);
    expect((await second.context.shares.find(shareId))?.password.kid).toBe('new');
    await second.stop();
  });
});
