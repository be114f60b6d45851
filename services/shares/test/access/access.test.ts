import { expireShares } from '../../src/share/sweep.js';
import { createFor, refusalOf, startStack, uniqueUid, visitor, type Stack } from '../harness.js';
import { callsTo, minute, refused, wrongPassword } from './calls.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

const shareEnded = { code: 'failed-precondition', reason: 'share-ended' };

const { later, access, joinAs, claimsOf, deniedOf } = callsTo(() => stack);

describe('share access', () => {
  it('returns the share and a receiver grant for the correct password and records the attempt [3.10, 3.11, 3.12, 3.14, 6.17]', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const client = visitor();
    const answer = await access(shareId, password, { client });
    expect(answer).toMatchObject({
      shareId,
      filename: 'holiday.mp4',
      fileSize: '1.50 GB',
      fileType: 'video/mp4',
      isOwner: false,
    });
    expect(await claimsOf(answer.grant?.token ?? '')).toMatchObject({ shareId, role: 'receiver' });
    expect(answer.grant?.expiresAt?.getTime()).toBeLessThanOrEqual(
      stack.clock.now.getTime() + 10 * minute,
    );
    const attempts = await stack.published('accessAttempted');
    expect(attempts.filter(({ share }) => share?.shareId === shareId)).toMatchObject([
      { isOwner: false, origin: client },
    ]);
  });

  it('lists the first hundred accesses of a network in an hour, and opens the share for all', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const { ipAddress } = visitor();
    const open = (host: number) => {
      const client = { ipAddress: ipAddress.replace(/9$/, String(host)), userAgent: '' };
      return access(shareId, password, { client });
    };
    for (let host = 1; host <= 102; host += 1) expect((await open(host)).shareId).toBe(shareId);
    const listed = async () =>
      (await stack.published('accessAttempted')).filter(({ share }) => share?.shareId === shareId);
    expect(await listed()).toHaveLength(100);
    await access(shareId, password);
    expect(await listed()).toHaveLength(101);
    later(60 * minute);
    await open(1);
    expect(await listed()).toHaveLength(102);
  });

  it.each(['stopped', 'expired'] as const)(
    'refuses a share %s by a replica whose clock is ahead',
    async (ended) => {
      const uid = uniqueUid();
      const { shareId, password } = await createFor(stack.client, uid);
      later(ended === 'expired' ? 7 * 24 * 60 * minute + 1_000 : 1_000);
      if (ended === 'expired') await expireShares(stack.context);
      else await stack.as(uid).stopShare({ shareId });
      later(-2_000);
      expect(await refusalOf(access(shareId, password))).toEqual(refused);
      expect(await refusalOf(joinAs(undefined, shareId, { password }))).toEqual(refused);
    },
  );

  it('admits the share owner as sender, by password or session [3.13, 6.16]', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    for (const given of [password, '']) {
      const answer = await access(shareId, given, { callerUid: uid });
      expect(answer.isOwner).toBe(true);
      expect(await claimsOf(answer.grant?.token ?? '')).toMatchObject({ role: 'sender' });
    }
    expect(await refusalOf(access(shareId, '', { callerUid: uniqueUid() }))).toEqual(refused);
    expect(await refusalOf(access(shareId, wrongPassword, { callerUid: uid }))).toEqual(refused);
  });

  it('admits another signed-in user as receiver [6.17]', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const callerUid = uniqueUid();
    const answer = await access(shareId, password, { callerUid });
    expect(answer.isOwner).toBe(false);
    expect(await claimsOf(answer.grant?.token ?? '')).toMatchObject({ role: 'receiver' });
    expect(await joinAs(callerUid, shareId, { password })).toMatchObject({ role: 'receiver' });
  });

  it.each([
    ['expired', async () => later(8 * 24 * 60 * minute)],
    ['stopped', (ownerUid: string, shareId: string) => stack.as(ownerUid).stopShare({ shareId })],
  ])(
    'denies the correct password of a share that is %s and records the reason',
    async (why, close) => {
      const uid = uniqueUid();
      const { shareId, password } = await createFor(stack.client, uid);
      await close(uid, shareId);
      expect(await refusalOf(access(shareId, password))).toEqual(refused);
      const join = stack.signalling.authorizeJoin({ shareId, password, client: visitor() });
      expect(await refusalOf(join)).toEqual(refused);
      expect(await deniedOf(shareId)).toEqual([why, why]);
    },
  );

  it('records no denial when the owner opens an ended share by session', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    await stack.as(uid).stopShare({ shareId });
    expect(await refusalOf(access(shareId, '', { callerUid: uid }))).toMatchObject(shareEnded);
    expect(await refusalOf(joinAs(uid, shareId))).toMatchObject(shareEnded);
    expect(await deniedOf(shareId)).toEqual([]);
  });

  it('reveals at a join that the share has ended, to the owner by session only', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    await stack.as(uid).stopShare({ shareId });
    expect(await refusalOf(joinAs(uid, shareId))).toMatchObject(shareEnded);
    const others = [uniqueUid(), undefined].flatMap((other) =>
      ['', password].map((typed) => joinAs(other, shareId, { password: typed })),
    );
    for (const join of [...others, joinAs(uid, shareId, { password: wrongPassword })])
      expect(await refusalOf(join)).toEqual(refused);
    await stack.as(uid).restartShare({ shareId });
    later(8 * 24 * 60 * minute);
    expect(await refusalOf(joinAs(uid, shareId))).toMatchObject(shareEnded);
  });

  it('authorizes a signalling join with a role and an opaque viewer id', async () => {
    const uid = uniqueUid();
    const { shareId, password, expiresAt } = await createFor(stack.client, uid);
    const join = (more: object) => joinAs(undefined, shareId, more);
    const sender = await joinAs(uid, shareId);
    expect(sender).toMatchObject({ role: 'sender', shareExpiresAt: expiresAt });
    expect((await joinAs(uid, shareId)).viewerId).toBe(sender.viewerId);
    const client = visitor();
    const first = await join({ password, client });
    expect(first.role).toBe('receiver');
    expect(first.viewerId).toMatch(/^[\w-]{22}$/);
    expect((await join({ password, client })).viewerId).toBe(first.viewerId);
    expect((await join({ password })).viewerId).not.toBe(first.viewerId);
    expect(await refusalOf(join({ password: wrongPassword }))).toEqual(refused);
  });

  it('refuses the grants of an earlier epoch after a restart', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const { grant } = await access(shareId, password);
    const before = grant?.token ?? '';
    expect(await stack.client.getShareInfo({ shareId })).toMatchObject({ epoch: 0 });
    await stack.as(uid).stopShare({ shareId });
    await stack.as(uid).restartShare({ shareId });
    expect(await stack.client.getShareInfo({ shareId })).toMatchObject({ epoch: 1 });
    expect(await refusalOf(stack.client.renewGrant({ token: before }))).toEqual(refused);
    const after = (await access(shareId, password)).grant?.token ?? '';
    expect(await claimsOf(after)).toMatchObject({ epoch: 1 });
    const renewed = await stack.client.renewGrant({ token: after });
    expect(await claimsOf(renewed.token)).toMatchObject({ epoch: 1 });
    const restarted = await stack.published('shareRestarted');
    expect(restarted.filter(({ share }) => share?.shareId === shareId)).toMatchObject([
      { epoch: 1 },
    ]);
    expect((await joinAs(uid, shareId)).epoch).toBe(1);
  });

  it('renews the grant of a sender for its session only', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const inSession = (sessionId: string, as = uid) => stack.as(as, { sessionId });
    const { grant } = await inSession('s1').accessShare({ shareId, client: visitor() });
    const token = grant?.token ?? '';
    expect(await claimsOf(token)).toMatchObject({ role: 'sender', sessionId: 's1' });
    for (const other of [
      stack.client,
      inSession('s2'),
      inSession('s1', uniqueUid()),
      stack.as('admin', { isAdmin: true, sessionId: 's1' }),
    ]) {
      expect(await refusalOf(other.renewGrant({ token }))).toEqual(refused);
    }
    const renewed = await inSession('s1').renewGrant({ token });
    expect(await claimsOf(renewed.token)).toMatchObject({ role: 'sender', sessionId: 's1' });
  });

  it('renews no grant of a share whose stop failed after its last delivery, and stops it at the next attempt', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid, { maxDownloads: 1 });
    const token = (await access(shareId, password)).grant?.token ?? '';
    const { shares } = stack.context;
    const { save } = shares;
    shares.save = () => {
      shares.save = save;
      return Promise.reject(new Error('connection lost'));
    };
    const delivery = { deliveryId: 'd'.repeat(22), outcome: 'verified', bytes: 5 };
    const reported = stack.as(uid).reportDelivery({ shareId, ...delivery, client: visitor() });
    await expect(reported).rejects.toThrow();
    expect(await refusalOf(stack.client.renewGrant({ token }))).toEqual(refused);
    expect(await refusalOf(access(shareId, password))).toEqual(refused);
    await stack.settled();
    const { shares: listed } = await stack.as(uid).listShares({ ownerUid: uid });
    expect(listed).toMatchObject([{ isActive: false, stopReason: 'download-limit' }]);
  });

  it('renews a grant for the same viewer until the share closes', async () => {
    const uid = uniqueUid();
    const { shareId, password, expiresAt } = await createFor(stack.client, uid);
    const { grant } = await access(shareId, password);
    const first = await claimsOf(grant?.token ?? '');
    later(9 * minute);
    const renewed = await stack.client.renewGrant({ token: grant?.token ?? '' });
    expect(await claimsOf(renewed.token)).toMatchObject({
      viewerId: first['viewerId'],
      shareExpiresAtMs: expiresAt?.getTime(),
    });
    later(5 * minute);
    expect(await refusalOf(stack.client.renewGrant({ token: grant?.token ?? '' }))).toMatchObject({
      code: 'unauthenticated',
      reason: 'expired-token',
    });
    await stack.as(uid).stopShare({ shareId });
    expect(await refusalOf(stack.client.renewGrant(renewed))).toEqual(refused);
    expect(await refusalOf(stack.client.renewGrant({ token: 'forged' }))).toMatchObject({
      code: 'unauthenticated',
    });
  });
});
