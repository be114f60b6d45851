import { createShare } from '../src/share/create.js';
import { resolveReservations } from '../src/share/sweep.js';
import { createFor, newShare, refusalOf, startStack, uniqueUid, type Stack } from './harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const key = { idempotencyKey: 'attempt-0123456789abcdef' };
const usedBy = async (ownerUid: string): Promise<number> =>
  (await stack.as(ownerUid).getUsage({ ownerUid })).sharesUsedThisMonth;
const createdBy = async (ownerUid: string) =>
  (await stack.published('shareCreated')).filter(({ share }) => share?.ownerUid === ownerUid);

test('a repeated create returns the first share with its password and counts once', async () => {
  const uid = uniqueUid();
  const first = await createFor(stack.client, uid, key);
  expect(await createFor(stack.client, uid, key)).toEqual(first);
  expect(await usedBy(uid)).toBe(1);
  expect(await createdBy(uid)).toHaveLength(1);
});

test('creates without a key are never repetitions', async () => {
  const uid = uniqueUid();
  const ids = [await createFor(stack.client, uid), await createFor(stack.client, uid)].map(
    ({ shareId }) => shareId,
  );
  expect(new Set(ids).size).toBe(2);
});

test('50 concurrent creates under one key make one share and use one of the month', async () => {
  const uid = uniqueUid();
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, () => createFor(stack.client, uid, key)),
  );
  const ids = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value.shareId] : [],
  );
  const reasons = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { reason: string }).reason] : [],
  );
  expect(new Set(ids).size).toBe(1);
  expect(reasons.filter((reason) => reason !== 'create-in-progress')).toEqual([]);
  expect(await usedBy(uid)).toBe(1);
  expect(await createdBy(uid)).toHaveLength(1);
});

test('finds the share although the monthly limit is reached', async () => {
  const uid = uniqueUid();
  const first = await createFor(stack.client, uid, key);
  for (let count = 1; count < 10; count += 1) await createFor(stack.client, uid);
  expect(await refusalOf(createFor(stack.client, uid))).toMatchObject({
    reason: 'share-limit-reached',
  });
  expect(await createFor(stack.client, uid, key)).toMatchObject({ shareId: first.shareId });
});

test('a key of another owner makes a share of its own', async () => {
  const first = await createFor(stack.client, uniqueUid(), key);
  const other = await createFor(stack.client, uniqueUid(), key);
  expect(other.shareId).not.toBe(first.shareId);
});

test.each([
  { filename: 'other.mp4' },
  { fileSize: '2 GB' },
  { fileType: 'a/b' },
  { fileSizeBytes: 7 },
  { expiresInDays: 7 },
  { asksFirst: true },
  { note: 'The other one.' },
  { label: 'other' },
  { maxDownloads: 1 },
  { password: 'a quite different password' },
])('refuses the key for another request: %j', async (other) => {
  const uid = uniqueUid();
  await createFor(stack.client, uid, key);
  expect(await refusalOf(createFor(stack.client, uid, { ...key, ...other }))).toMatchObject({
    code: 'conflict',
    reason: 'idempotency-key-reused',
  });
  expect(await usedBy(uid)).toBe(1);
});

test('finds the share after its owner has edited it, moved to another network and changed their name', async () => {
  const uid = uniqueUid();
  const request = { ...key, note: 'First.', password: 'a quite good password' };
  const { shareId } = await createFor(stack.client, uid, request);
  await stack.as(uid).updateShare({ shareId, note: 'Second.', password: 'another good password' });
  const client = { ipAddress: '203.0.113.8', userAgent: 'Sender/2.0' };
  const again = await createFor(stack.client, uid, { ...request, client, ownerName: 'Olga New' });
  expect(again).toMatchObject({ shareId, note: 'Second.', password: 'another good password' });
});

test.each([
  ['was created before digests of requests were stored', { $unset: { requestDigest: 1 } }],
  ['has a digest with a retired key', { $set: { 'requestDigest.kid': 'retired' } }],
])('compares the file of a share that %s', async (_what, change) => {
  const uid = uniqueUid();
  const { shareId } = await createFor(stack.client, uid, key);
  const { model } = stack.context.shares.outboxSource;
  await model.updateOne({ _id: shareId }, change);
  expect(await createFor(stack.client, uid, key)).toMatchObject({ shareId });
  const files = [
    { filename: 'other.mp4' },
    { fileSize: '2 GB' },
    { fileType: 'a/b' },
    { fileSizeBytes: 7 },
  ];
  for (const file of files)
    expect(await refusalOf(createFor(stack.client, uid, { ...key, ...file }))).toMatchObject({
      code: 'conflict',
      reason: 'idempotency-key-reused',
    });
});

test('keeps no digest of a password that its owner has replaced', async () => {
  const uid = uniqueUid();
  const request = { ...key, password: 'a quite good password' };
  const { shareId } = await createFor(stack.client, uid, request);
  await stack.as(uid).updateShare({ shareId, note: 'Second.' });
  expect(await stack.context.shares.find(shareId)).toHaveProperty('requestDigest');
  await stack.as(uid).updateShare({ shareId, password: 'another good password' });
  expect(await stack.context.shares.find(shareId)).not.toHaveProperty('requestDigest');
});

test('refuses the key of a deleted share and releases the reservation', async () => {
  const uid = uniqueUid();
  const { shareId } = await createFor(stack.client, uid, key);
  const share = await stack.context.shares.find(shareId);
  if (share === null) throw new Error('no share');
  await stack.context.shares.save(
    share,
    { ...share, state: { kind: 'deleted', since: new Date() } },
    // The event keeps the tombstone, as in production, until it is published.
    [],
  );
  expect(await refusalOf(createFor(stack.client, uid, key))).toMatchObject({
    code: 'conflict',
    reason: 'idempotency-key-used',
  });
  expect(await usedBy(uid)).toBe(1);
});

test('after a crash before the insert, repetitions wait for the sweep, which releases the quota', async () => {
  const uid = uniqueUid();
  const { context } = stack;
  const crash = new Error('crash');
  const crashing = { ...context.shares, insert: () => Promise.reject(crash) };
  await expect(createShare({ ...context, shares: crashing }, newShare(uid, key))).rejects.toBe(
    crash,
  );
  expect(await refusalOf(createFor(stack.client, uid, key))).toMatchObject({
    code: 'unavailable',
    reason: 'create-in-progress',
  });
  stack.clock.now = new Date(stack.clock.now.getTime() + 61_000);
  await resolveReservations(context);
  expect(await refusalOf(createFor(stack.client, uid, key))).toMatchObject({
    reason: 'idempotency-key-used',
  });
  expect(await usedBy(uid)).toBe(0);
});

test('a repetition after a crash that followed the insert finds the share, counted once', async () => {
  const uid = uniqueUid();
  const { context } = stack;
  const crash = new Error('crash');
  const crashing = { ...context.usage, settle: () => Promise.reject(crash) };
  await expect(createShare({ ...context, usage: crashing }, newShare(uid, key))).rejects.toBe(
    crash,
  );
  await createFor(stack.client, uid, key);
  stack.clock.now = new Date(stack.clock.now.getTime() + 61_000);
  await resolveReservations(context);
  expect(await usedBy(uid)).toBe(1);
  expect(await createdBy(uid)).toHaveLength(1);
});
