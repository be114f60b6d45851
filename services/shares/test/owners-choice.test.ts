import { reportDelivery } from '../src/access/download.js';
import { restartShare, stopShare } from '../src/share/lifecycle.js';
import { expireShares } from '../src/share/sweep.js';
import { updateShare } from '../src/share/update.js';
import { createFor, refusalOf, startStack, uniqueUid, visitor, type Stack } from './harness.js';

/** What an owner chooses for a share, at its creation and later: password, name, note, limit of downloads and expiry. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const access = (shareId: string, password: string) =>
  stack.client.accessShare({ shareId, password, client: visitor() });
const accessDenied = { code: 'permission-denied', reason: 'access-denied' };

let deliveries = 0;
const newDeliveryId = (): string => {
  deliveries += 1;
  return `d${deliveries}`.padEnd(22, '0');
};
const report = (
  uid: string,
  shareId: string,
  outcome: string,
  deliveryId: string = newDeliveryId(),
) => {
  const bytes = 5;
  return stack.as(uid).reportDelivery({ shareId, deliveryId, outcome, bytes, client: visitor() });
};
const find = async (uid: string, shareId: string) =>
  (await stack.as(uid).listShares({ ownerUid: uid })).shares.find(
    (share) => share.shareId === shareId,
  );

describe('a password of the owner', () => {
  it('opens the share, in any case and grouping', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid(), {
      password: 'Correct-Horse 7',
    });
    expect(password).toBe('Correct-Horse 7');
    expect(await access(shareId, 'correct horse7')).toMatchObject({ shareId });
    expect(await refusalOf(access(shareId, 'correct horse8'))).toMatchObject(accessDenied);
  });

  it('opens the share with accents in the other Unicode form', async () => {
    const password = 'Việt Nam mùa xuân đẹp';
    const { shareId } = await createFor(stack.client, uniqueUid(), { password });
    expect(await access(shareId, password.normalize('NFD'))).toMatchObject({ shareId });
  });

  it.each([
    ['of eleven characters', 'correcthors'],
    ['of eleven characters and a hyphen', 'correct-hors'],
    ['of four different characters', 'abcdabcdabcd'],
    ['that counts', 'abcdefghijkl'],
    ['that is a date and a time', '241219870312'],
    ['from the name of the file', 'summer holiday'],
    ['of 65 characters', 'aB3$x'.repeat(13)],
  ])('%s is refused, and nothing is stored', async (_name, password) => {
    const uid = uniqueUid();
    const chosen = { filename: 'Summer-Holiday.mp4', password };
    expect(await refusalOf(createFor(stack.client, uid, chosen))).toMatchObject({
      code: 'invalid-argument',
      reason: 'weak-password',
    });
    expect((await stack.as(uid).listShares({ ownerUid: uid })).shares).toEqual([]);
  });
});

describe('a limit of downloads', () => {
  it('stops the share after that many deliveries, whatever the recipients report', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid, { maxDownloads: 2 });
    await report(uid, shareId, 'failed');
    await report(uid, shareId, 'unverified');
    expect(await find(uid, shareId)).toMatchObject({ isActive: true, deliveredCount: 1 });
    await report(uid, shareId, 'verified');
    expect(await find(uid, shareId)).toMatchObject({
      isActive: false,
      stopReason: 'download-limit',
      maxDownloads: 2,
      deliveredCount: 2,
    });
    expect(await refusalOf(access(shareId, password))).toMatchObject(accessDenied);
    const stopped = (await stack.published('shareStopped')).filter(
      ({ share }) => share?.shareId === shareId,
    );
    expect(stopped).toMatchObject([{ reason: 'download-limit' }]);
  });

  it('counts a delivery once that is verified after it was reported as unverified', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid, { maxDownloads: 2 });
    const deliveryId = newDeliveryId();
    await report(uid, shareId, 'unverified', deliveryId);
    await report(uid, shareId, 'verified', deliveryId);
    expect(await find(uid, shareId)).toMatchObject({ isActive: true, deliveredCount: 1 });
  });

  it('counts a delivery once whose report is repeated hours later, also after a restart', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid, { maxDownloads: 2 });
    const deliveryId = newDeliveryId();
    const repeatLater = async () => {
      stack.clock.now = new Date(stack.clock.now.getTime() + 3 * hourMs);
      await report(uid, shareId, 'verified', deliveryId);
    };
    await report(uid, shareId, 'verified', deliveryId);
    await repeatLater();
    await repeatLater();
    expect(await find(uid, shareId)).toMatchObject({ isActive: true, deliveredCount: 1 });
    await stack.as(uid).stopShare({ shareId });
    await stack.as(uid).restartShare({ shareId });
    await repeatLater();
    expect(await find(uid, shareId)).toMatchObject({ isActive: true, deliveredCount: 0 });
    const completed = (await stack.published('downloadCompleted')).filter(
      ({ share }) => share?.shareId === shareId,
    );
    expect(completed).toHaveLength(1);
  });

  it('counts a delivery once that is verified hours after it was reported as unverified', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid, { maxDownloads: 2 });
    const deliveryId = newDeliveryId();
    await report(uid, shareId, 'unverified', deliveryId);
    stack.clock.now = new Date(stack.clock.now.getTime() + 3 * hourMs);
    await report(uid, shareId, 'verified', deliveryId);
    expect(await find(uid, shareId)).toMatchObject({ isActive: true, deliveredCount: 1 });
  });

  it('remembers the newest 1,000 deliveries of a share', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const ids = Array.from({ length: 1_001 }, (_, index) => String(index).padStart(22, 'e'));
    const [oldest = '', second = '', ...others] = ids;
    const newest = others.pop() ?? '';
    const { model } = stack.context.shares.outboxSource;
    const remembered = async () =>
      Object.entries((await stack.context.shares.downloadMarks(shareId)).sent);
    const before = [oldest, second, ...others].map((id) => [id, 'unverified'] as const);
    await model.updateOne({ _id: shareId }, { $set: { sent: Object.fromEntries(before) } });
    await report(uid, shareId, 'verified', newest);
    expect(await remembered()).toEqual([...before.slice(1), [newest, 'verified']]);
    await report(uid, shareId, 'verified', second);
    expect(await remembered()).toEqual([
      [second, 'verified'],
      ...before.slice(2),
      [newest, 'verified'],
    ]);
  });

  it('counts a delivery that is reported while the share stops', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const { shares } = stack.context;
    const save: typeof shares.save = async (...change) => {
      await report(uid, shareId, 'verified');
      return shares.save(...change);
    };
    await stopShare({ ...stack.context, shares: { ...shares, save } }, uid, shareId);
    expect(await find(uid, shareId)).toMatchObject({ isActive: false, deliveredCount: 1 });
  });

  it('counts no delivery that is reported before a restart is stored', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid, { maxDownloads: 1 });
    await stopShare(stack.context, uid, shareId);
    const { shares } = stack.context;
    const save: typeof shares.save = async (...change) => {
      await report(uid, shareId, 'verified');
      return shares.save(...change);
    };
    await restartShare({ ...stack.context, shares: { ...shares, save } }, uid, shareId);
    expect(await find(uid, shareId)).toMatchObject({ isActive: true, deliveredCount: 0 });
    expect(await access(shareId, password)).toMatchObject({ shareId });
  });

  it.each<[string, (uid: string, shareId: string) => Promise<unknown>]>([
    ['raised', (uid, shareId) => updateShare(stack.context, uid, shareId, { maxDownloads: 9 })],
    [
      'counted anew by a restart',
      async (uid, shareId) => {
        await stopShare(stack.context, uid, shareId);
        await restartShare(stack.context, uid, shareId);
      },
    ],
  ])('does not stop the share when it is %s before the stop is stored', async (_what, change) => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid, { maxDownloads: 2 });
    await report(uid, shareId, 'verified');
    const { shares } = stack.context;
    let isFirst = true;
    const save: typeof shares.save = async (...stop) => {
      if (isFirst) {
        isFirst = false;
        await change(uid, shareId);
      }
      return shares.save(...stop);
    };
    const slow = { ...stack.context, shares: { ...shares, save } };
    await reportDelivery(slow, {
      ownerUid: uid,
      shareId,
      deliveryId: newDeliveryId(),
      outcome: 'verified',
      bytes: 5,
      reason: '',
      recipientName: '',
      recipientEmail: '',
      client: visitor(),
    });
    expect(await find(uid, shareId)).toMatchObject({ isActive: true });
  });

  it('allows as many downloads again after a restart', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid, { maxDownloads: 1 });
    await report(uid, shareId, 'verified');
    expect(await stack.as(uid).restartShare({ shareId })).toMatchObject({
      isActive: true,
      deliveredCount: 0,
    });
    expect(await access(shareId, password)).toMatchObject({ shareId });
    await report(uid, shareId, 'verified');
    expect(await find(uid, shareId)).toMatchObject({ isActive: false, deliveredCount: 1 });
  });

  it('is absent unless the owner sets one', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    for (let n = 0; n < 3; n += 1) await report(uid, shareId, 'verified');
    expect(await find(uid, shareId)).toMatchObject({ isActive: true, maxDownloads: 0 });
  });
});

describe('changing a share', () => {
  it('changes the given fields and leaves the others', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid, { label: 'Cut 1', note: 'Hello' });
    const change = { shareId, label: ' Cut 2 \u202e', maxDownloads: 3 };
    expect(await stack.as(uid).updateShare(change)).toMatchObject({
      label: 'Cut 2',
      note: 'Hello',
      maxDownloads: 3,
      filename: 'holiday.mp4',
    });
    expect(await stack.as(uid).updateShare({ shareId, note: '' })).toMatchObject({
      label: 'Cut 2',
      note: '',
      maxDownloads: 3,
    });
    expect(await find(uid, shareId)).toMatchObject({ label: 'Cut 2', note: '' });
  });

  it('finds the share by its name', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid, { label: 'Wedding, final' });
    await createFor(stack.client, uid);
    const { shares } = await stack.as(uid).listShares({ ownerUid: uid, search: 'wedding' });
    expect(shares.map((share) => share.shareId)).toEqual([shareId]);
  });

  it('moves the expiry within the plan, counted from the creation', async () => {
    const uid = uniqueUid();
    const { shareId, expiresAt } = await createFor(stack.client, uid);
    const owner = stack.as(uid);
    const sooner = await owner.updateShare({ shareId, expiresInDays: 1 });
    expect(sooner.expiresAt).toEqual(new Date(stack.clock.now.getTime() + dayMs));
    stack.clock.now = new Date(stack.clock.now.getTime() + dayMs / 2);
    expect((await owner.updateShare({ shareId, expiresInDays: 7 })).expiresAt).toEqual(expiresAt);
    expect(await refusalOf(owner.updateShare({ shareId, expiresInDays: 8 }))).toMatchObject({
      code: 'invalid-argument',
      reason: 'expiry-out-of-range',
    });
  });

  it('refuses a limit that the share has reached', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    await report(uid, shareId, 'verified');
    await report(uid, shareId, 'verified');
    expect(await refusalOf(stack.as(uid).updateShare({ shareId, maxDownloads: 2 }))).toMatchObject({
      reason: 'download-limit-too-low',
    });
    expect(await find(uid, shareId)).toMatchObject({ isActive: true, maxDownloads: 0 });
  });

  it('stops the share when a delivery reaches the new limit before it is stored', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const { shares } = stack.context;
    const edit: typeof shares.edit = async (...change) => {
      await report(uid, shareId, 'verified');
      return shares.edit(...change);
    };
    const slow = { ...stack.context, shares: { ...shares, edit } };
    expect(await updateShare(slow, uid, shareId, { maxDownloads: 1 })).toMatchObject({
      state: { kind: 'stopped' },
    });
    expect(await find(uid, shareId)).toMatchObject({
      isActive: false,
      stopReason: 'download-limit',
      deliveredCount: 1,
    });
  });

  it("refuses an expired share, and another owner's as not found", async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const change = { shareId, label: 'mine' };
    expect(await refusalOf(stack.as(uniqueUid()).updateShare(change))).toMatchObject({
      code: 'not-found',
      reason: 'share-not-found',
    });
    stack.clock.now = new Date(stack.clock.now.getTime() + 8 * dayMs);
    expect(await refusalOf(stack.as(uid).updateShare(change))).toMatchObject({
      reason: 'share-expired',
    });
  });
});

describe('the event of an edit', () => {
  const editsOf = async (shareId: string) =>
    (await stack.published('shareEdited')).filter(({ share }) => share?.shareId === shareId);

  it.each([
    ['the name', { label: 'Cut 2' }],
    ['the message', { note: 'Hello' }],
    ['the limit', { maxDownloads: 3 }],
    ['the expiry', { expiresInDays: 1 }],
    ['the approval', { asksFirst: true }],
  ])('is published once %s has changed, and not when it stays the same', async (_name, change) => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    await stack.as(uid).updateShare({ shareId, ...change });
    const edited = [{ share: { shareId, ownerUid: uid }, at: stack.clock.now }];
    expect(await editsOf(shareId)).toMatchObject(edited);
    await stack.as(uid).updateShare({ shareId, ...change });
    await stack.as(uid).updateShare({ shareId });
    expect(await editsOf(shareId)).toHaveLength(1);
  });

  it('is published after another password of a stopped share', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    await stack.as(uid).stopShare({ shareId });
    await stack.as(uid).updateShare({ shareId, password: 'battery staple 9' });
    expect(await editsOf(shareId)).toMatchObject([{ share: { ownerUid: uid } }]);
  });

  it('is published when a stopped share expires, because no other event is', async () => {
    const uid = uniqueUid();
    const { shareId, expiresAt } = await createFor(stack.client, uid);
    await stack.as(uid).stopShare({ shareId });
    stack.clock.now = expiresAt ?? new Date(0);
    await expireShares(stack.context);
    await expireShares(stack.context);
    stack.clock.now = new Date();
    expect(await editsOf(shareId)).toHaveLength(1);
    expect(await find(uid, shareId)).toMatchObject({ isActive: false });
  });

  it('is not published after a refused edit', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const refused = stack.as(uid).updateShare({ shareId, label: 'x', expiresInDays: 99 });
    expect(await refusalOf(refused)).toMatchObject({ reason: 'expiry-out-of-range' });
    expect(await editsOf(shareId)).toEqual([]);
  });
});

describe('another password', () => {
  const old = 'correct horse 7';
  const next = 'battery staple 9';
  const create = async (uid: string) =>
    (await createFor(stack.client, uid, { password: old, maxDownloads: 2 })).shareId;

  it('replaces the earlier one and ends its grants', async () => {
    const uid = uniqueUid();
    const shareId = await create(uid);
    const { grant } = await access(shareId, old);
    const changed = await stack.as(uid).updateShare({ shareId, password: next });
    expect(changed).toMatchObject({ password: next, isActive: true, maxDownloads: 2 });
    expect(await refusalOf(access(shareId, old))).toMatchObject(accessDenied);
    const renewal = stack.client.renewGrant({ token: grant?.token ?? '' });
    expect(await refusalOf(renewal)).toMatchObject(accessDenied);
    const fresh = await access(shareId, next);
    expect(await stack.client.renewGrant({ token: fresh.grant?.token ?? '' })).toBeDefined();
    const { epoch, passwordEpoch } = await stack.client.getShareInfo({ shareId });
    expect(passwordEpoch).toBe(epoch);
    const restarted = (await stack.published('shareRestarted')).filter(
      ({ share }) => share?.shareId === shareId,
    );
    expect(restarted.map((event) => [event.epoch, event.passwordEpoch])).toEqual([[epoch, epoch]]);
  });

  it('that differs from the present one only in spelling keeps grants valid', async () => {
    const uid = uniqueUid();
    const shareId = await create(uid);
    await stack.as(uid).updateShare({ shareId, password: next });
    const { grant } = await access(shareId, next);
    await stack.as(uid).updateShare({ shareId, password: next });
    const respelt = await stack.as(uid).updateShare({ shareId, password: 'Battery-Staple 9' });
    expect(respelt.password).toBe('Battery-Staple 9');
    expect(await stack.client.renewGrant({ token: grant?.token ?? '' })).toBeDefined();
    const restarted = (await stack.published('shareRestarted')).filter(
      ({ share }) => share?.shareId === shareId,
    );
    expect(restarted).toHaveLength(1);
    const edited = (await stack.published('shareEdited')).filter(
      ({ share }) => share?.shareId === shareId,
    );
    expect(edited).toHaveLength(1);
  });

  it('keeps the count of downloads', async () => {
    const uid = uniqueUid();
    const shareId = await create(uid);
    await report(uid, shareId, 'verified');
    const changed = await stack.as(uid).updateShare({ shareId, password: next });
    expect(changed.deliveredCount).toBe(1);
    await report(uid, shareId, 'verified');
    expect(await find(uid, shareId)).toMatchObject({ stopReason: 'download-limit' });
  });

  it('of a stopped share applies after its restart', async () => {
    const uid = uniqueUid();
    const shareId = await create(uid);
    const owner = stack.as(uid);
    await owner.stopShare({ shareId });
    expect(await owner.updateShare({ shareId, password: next })).toMatchObject({ isActive: false });
    await owner.restartShare({ shareId });
    expect(await refusalOf(access(shareId, old))).toMatchObject(accessDenied);
    expect(await access(shareId, next)).toMatchObject({ shareId });
    const { epoch, passwordEpoch } = await stack.client.getShareInfo({ shareId });
    expect([epoch, passwordEpoch]).toEqual([2, 1]);
  });

  it('is refused when weak, and nothing is changed', async () => {
    const uid = uniqueUid();
    const shareId = await create(uid);
    const change = stack.as(uid).updateShare({ shareId, password: 'short', label: 'x' });
    expect(await refusalOf(change)).toMatchObject({ reason: 'weak-password' });
    expect(await access(shareId, old)).toMatchObject({ shareId });
    expect(await find(uid, shareId)).toMatchObject({ label: '' });
  });
});

it('an owner may choose later to be asked before each download', async () => {
  const uid = uniqueUid();
  const { shareId, password } = await createFor(stack.client, uid);
  await stack.as(uid).updateShare({ shareId, asksFirst: true });
  expect(await access(shareId, password)).toMatchObject({ asksFirst: true });
  await stack.as(uid).updateShare({ shareId, asksFirst: false });
  expect(await access(shareId, password)).toMatchObject({ asksFirst: false });
});
