import { coarseNetwork, verifyClaims } from '@tandem/kit';
import { clientFor } from '@tandem/kit/testing';
import { createFor, refusalOf, startStack, uniqueUid, visitor, type Stack } from './harness.js';
import { accessShare } from '../src/access/access.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

const later = (ms: number) => {
  stack.clock.now = new Date(stack.clock.now.getTime() + ms);
};
const minute = 60_000;
const wrongPassword = 'zzzz-zzzz-zzzz';
const access = (
  shareId: string,
  password: string,
  {
    callerUid,
    client = visitor(),
  }: { callerUid?: string; client?: ReturnType<typeof visitor> } = {},
) => {
  const caller = callerUid === undefined ? stack.client : stack.as(callerUid);
  return caller.accessShare({ shareId, password, client });
};
/** A join at a pod, of a signed-in user or a visitor. */
const joinAs = (callerUid: string | undefined, shareId: string, more: object = {}) => {
  const pod = { presenter: 'signalling', audience: ['shares'] };
  const caller =
    callerUid === undefined
      ? stack.signalling
      : clientFor(stack.signalling, { uid: callerUid }, pod);
  return caller.authorizeJoin({ shareId, client: visitor(), ...more });
};
const claimsOf = (token: string) =>
  verifyClaims(token, { keys: stack.context.grantKeys, audience: 'grant', now: stack.clock.now });
const deniedOf = async (shareId: string) =>
  (await stack.published('accessDenied'))
    .filter(({ share }) => share?.shareId === shareId)
    .map(({ reason }) => reason);
const refused = {
  code: 'permission-denied',
  reason: 'access-denied',
  message: 'Invalid password or expired link.',
};

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

  it('authorizes a signalling join with a role and an id of the viewer that reveals nothing', async () => {
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

  it('ends the grants of an epoch with its restart', async () => {
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

describe('password guessing', () => {
  it('returns the same error after the same database commands for an unknown share and a wrong password', async () => {
    const { shareId } = await createFor(stack.client, uniqueUid());
    await stack.published('shareCreated');
    const workOf = async (id: string) => {
      const request = { shareId: id, password: wrongPassword, callerUid: '', sessionId: '' };
      let answer: unknown;
      // Called without gRPC and without waking the relay, so that every recorded command belongs to this call.
      const quiet = { ...stack.context, publishSoon: () => undefined };
      const commands = await stack.commandsDuring(async () => {
        answer = await refusalOf(accessShare(quiet, { ...request, client: visitor() }));
      });
      return { answer, commands: commands.sort() };
    };
    const unknown = await workOf('A'.repeat(22));
    expect(unknown.answer).toEqual(refused);
    expect(unknown.commands).toContain('findAndModify');
    expect(await workOf(shareId)).toEqual(unknown);
    expect(await workOf('not an id')).toEqual(unknown);
  });

  it('stops the share after ten wrong passwords of several networks, names them, and resets the count on restart [1.26]', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    for (let count = 0; count < 9; count += 1) await refusalOf(access(shareId, wrongPassword));
    expect((await access(shareId, password)).shareId).toBe(shareId);
    const last = visitor();
    expect(await refusalOf(access(shareId, wrongPassword, { client: last }))).toEqual(refused);
    expect(await refusalOf(access(shareId, password))).toEqual(refused);
    const { shares } = await stack.as(uid).listShares({ ownerUid: uid });
    expect(shares).toMatchObject([{ isActive: false, stopReason: 'wrong-passwords' }]);
    expect(shares[0]?.stopNetworks).toHaveLength(10);
    expect(shares[0]?.stopNetworks).toContain(last.ipAddress.replace(/\.9$/, '.0/24'));
    const stopped = await stack.published('shareStopped');
    expect(stopped.filter(({ share }) => share?.shareId === shareId)).toMatchObject([
      { reason: 'wrong-passwords' },
    ]);
    expect(await deniedOf(shareId)).toEqual([
      ...Array.from({ length: 10 }, () => 'wrong-password'),
      'stopped',
    ]);
    const restarted = await stack.as(uid).restartShare({ shareId });
    expect(restarted.stopNetworks).toEqual([]);
    for (let count = 0; count < 9; count += 1) await refusalOf(access(shareId, wrongPassword));
    expect((await access(shareId, password)).shareId).toBe(shareId);
  });

  it('is not stopped by one network, whatever it sends', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const { ipAddress } = visitor();
    for (let host = 1; host <= 20; host += 1) {
      const client = { ipAddress: ipAddress.replace(/9$/, String(host)), userAgent: '' };
      expect(await refusalOf(access(shareId, wrongPassword, { client }))).toEqual(refused);
    }
    expect((await access(shareId, password)).shareId).toBe(shareId);
  });

  it('counts an IPv6 /48, which one subscriber can hold, as one network', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    for (let subnet = 1; subnet <= 20; subnet += 1) {
      const client = { ipAddress: `2001:db8:7:${subnet.toString(16)}::1`, userAgent: '' };
      expect(await refusalOf(access(shareId, wrongPassword, { client }))).toEqual(refused);
    }
    expect((await access(shareId, password)).shareId).toBe(shareId);
  });

  it('counts every one of concurrent attempts', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    await Promise.all(Array.from({ length: 15 }, () => refusalOf(access(shareId, wrongPassword))));
    expect((await stack.as(uid).listShares({ ownerUid: uid })).shares).toMatchObject([
      { stopReason: 'wrong-passwords' },
    ]);
    const stopped = await stack.published('shareStopped');
    expect(stopped.filter(({ share }) => share?.shareId === shareId)).toHaveLength(1);
    expect(await deniedOf(shareId)).toHaveLength(15);
  });

  it('does not count the owner’s wrong passwords', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    for (let count = 0; count < 12; count += 1) {
      await refusalOf(access(shareId, wrongPassword, { callerUid: uid }));
    }
    expect((await access(shareId, password)).shareId).toBe(shareId);
  });

  const attemptsIn = (commands: readonly string[]) =>
    commands.filter((name) => name === 'findAndModify');
  const useUpAllowance = async (shareId: string, network: string) => {
    for (let host = 1; host <= 20; host += 1) {
      const client = { ipAddress: `${network}.${host}`, userAgent: '' };
      expect(await refusalOf(access(shareId, wrongPassword, { client }))).toEqual(refused);
    }
  };

  it('accepts the correct password late from a network that has used up its allowance', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    await useUpAllowance(shareId, '198.51.100');
    const client = { ipAddress: '198.51.100.1', userAgent: '' };
    for (let count = 0; count < 2; count += 1) {
      expect((await access(shareId, password, { client })).shareId).toBe(shareId);
    }
  });

  it('accepts the correct password in the middle of a flood from the same network', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const attacker = { ipAddress: '198.51.101.66', userAgent: '' };
    let isOver = false;
    let guesses = 0;
    const flood = Array.from({ length: 40 }, async () => {
      while (!isOver) {
        await refusalOf(access(shareId, wrongPassword, { client: attacker }));
        guesses += 1;
      }
    });
    const client = { ipAddress: '198.51.101.5', userAgent: '' };
    // As the page does: a refusal for lack of a turn is tried again.
    const open = async (): Promise<string> => {
      try {
        return (await access(shareId, password, { client })).shareId;
      } catch (error) {
        expect(error).toMatchObject({ reason: 'too-many-attempts' });
        return open();
      }
    };
    expect(await open()).toBe(shareId);
    isOver = true;
    await Promise.all(flood);
    expect(guesses).toBeGreaterThan(20);
  });

  it('lets no more than the allowance and one attempt per second of a network through', async () => {
    const { shareId } = await createFor(stack.client, uniqueUid());
    const client = { ipAddress: '198.51.102.7', userAgent: '' };
    const startedAt = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => refusalOf(access(shareId, wrongPassword, { client }))),
    );
    const seconds = (Date.now() - startedAt) / 1000;
    const compared = answers.filter(
      (answer) => (answer as typeof refused).reason === 'access-denied',
    );
    expect(compared.length).toBeGreaterThan(20);
    expect(compared.length).toBeLessThanOrEqual(20 + Math.ceil(seconds) + 1);
    expect(
      answers.filter((answer) => (answer as typeof refused).reason === 'too-many-attempts'),
    ).toHaveLength(120 - compared.length);
    // The log has the allowance and one entry for the rest.
    const denied = await deniedOf(shareId);
    expect(denied.filter((reason) => reason === 'throttled')).toHaveLength(1);
    expect(denied).toHaveLength(21);
  });

  it('costs a network nothing when its attempts are at other shares, real or not', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const other = await createFor(stack.client, uniqueUid());
    await useUpAllowance(other.shareId, '198.51.103');
    const client = { ipAddress: '198.51.103.7', userAgent: '' };
    const unknownIds = Array.from({ length: 300 }, (_, index) => String(index).padStart(22, 'u'));
    for (const id of unknownIds) {
      expect(await refusalOf(access(id, wrongPassword, { client }))).toEqual(refused);
    }
    stack.commands.length = 0;
    expect((await access(shareId, password, { client })).shareId).toBe(shareId);
    // Its turn did not have to be awaited.
    expect(attemptsIn(stack.commands)).toHaveLength(1);
  });

  it('slows attempts at an unknown share as those at a real one', async () => {
    const unknown = 'B'.repeat(22);
    await useUpAllowance(unknown, '198.51.104');
    const client = { ipAddress: '198.51.104.7', userAgent: '' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refusalOf(access(unknown, wrongPassword, { client }))),
    );
    const reasons = new Set(answers.map((answer) => (answer as typeof refused).reason));
    expect(reasons).toEqual(new Set(['access-denied', 'too-many-attempts']));
  });

  it('counts an IPv4-mapped IPv6 address as its IPv4 address', async () => {
    const { shareId } = await createFor(stack.client, uniqueUid());
    const guess = (ipAddress: string) =>
      refusalOf(access(shareId, wrongPassword, { client: { ipAddress, userAgent: '' } }));
    for (let count = 0; count < 20; count += 1) expect(await guess('1.2.3.4')).toEqual(refused);
    const floods = await Promise.all(Array.from({ length: 10 }, () => guess('::ffff:102:305')));
    expect(floods).toContainEqual(expect.objectContaining({ reason: 'too-many-attempts' }));
  });

  it('refunds the attempt for a correct password', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const client = visitor();
    for (let count = 0; count < 25; count += 1) await access(shareId, password, { client });
    await stack.context.attempts.flush();
    const network = coarseNetwork(client.ipAddress);
    const spend = () => stack.context.throttle.spend(shareId, network);
    for (let count = 0; count < 20; count += 1) expect(await spend()).toBe(true);
    expect(await spend()).toBe(false);
  });

  it('opens a share for many recipients of one network at the same time', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const client = visitor();
    // More than the allowance of 20. A place in the queue is held for 3 s, in which a busy machine opens fewer than 60.
    const opened = await Promise.all(
      Array.from({ length: 30 }, () => access(shareId, password, { client })),
    );
    expect(opened).toHaveLength(30);
  });

  it('admits the owner by session without an attempt', async () => {
    const callerUid = uniqueUid();
    const { shareId } = await createFor(stack.client, callerUid);
    const client = { ipAddress: '198.51.105.7', userAgent: '' };
    await useUpAllowance(shareId, '198.51.105');
    stack.commands.length = 0;
    expect((await access(shareId, '', { callerUid, client })).isOwner).toBe(true);
    expect(stack.commands).toContain('find');
    expect(attemptsIn(stack.commands)).toEqual([]);
  });
});

describe('recording a download', () => {
  const record = (more: object) =>
    stack.client.recordDownload({
      name: ' Rita Receiver ',
      email: 'rita@example.test',
      client: visitor(),
      ...more,
    });
  const report = (ownerUid: string, shareId: string, more: object) =>
    stack.as(ownerUid).reportDelivery({
      ...{ shareId, outcome: 'verified', bytes: 2_048, client: visitor() },
      ...more,
    });
  const countOf = async (uid: string) =>
    (await stack.as(uid).listShares({ ownerUid: uid })).shares[0]?.downloadCount;
  const about = async (shareId: string, name: 'downloadFailed' | 'downloadCompleted') =>
    (await stack.published(name)).filter(({ share }) => share?.shareId === shareId);
  const standings = async (shareId: string) =>
    (await about(shareId, 'downloadCompleted')).map(({ delivery }) => [
      delivery?.reportedBy,
      delivery?.standing,
    ]);
  let deliveries = 0;
  const newDelivery = () => String((deliveries += 1)).padStart(22, 'd');

  it('counts and publishes once per viewer for concurrent and repeated requests [3.6, 4.51, 7.16]', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const { grant } = await access(shareId, password);
    const token = grant?.token ?? '';
    const deliveryId = newDelivery();
    const claim = { shareId, deliveryId };
    await Promise.all(
      Array.from({ length: 5 }, () =>
        Promise.all([
          record({ ...claim, grant: token }),
          report(uid, shareId, { deliveryId, outcome: 'verified' }),
        ]),
      ),
    );
    const { token: renewed } = await stack.client.renewGrant({ token });
    await record({ ...claim, grant: renewed });
    await report(uid, shareId, { deliveryId });
    expect(await countOf(uid)).toBe(1);
    const published = await about(shareId, 'downloadCompleted');
    expect(published).toHaveLength(2);
    expect(published.map(({ delivery }) => delivery?.standing)).toEqual(['claimed', 'confirmed']);
    expect(published.find(({ delivery }) => delivery?.reportedBy === 'recipient')).toMatchObject({
      accessorName: 'Rita Receiver',
      accessorEmail: 'rita@example.test',
      delivery: { deliveryId, bytes: undefined },
    });
    expect(published.find(({ delivery }) => delivery?.reportedBy === 'sender')).toMatchObject({
      accessorEmail: '',
      delivery: { deliveryId, bytes: 2_048 },
    });
  });

  it.each(['recipient', 'sender'] as const)(
    'records what only the %s reports as claimed, and does not count it',
    async (side) => {
      const uid = uniqueUid();
      const { shareId, password } = await createFor(stack.client, uid);
      const deliveryId = newDelivery();
      if (side === 'recipient') await record({ shareId, password, deliveryId });
      else await report(uid, shareId, { deliveryId });
      expect(await standings(shareId)).toEqual([[side, 'claimed']]);
      expect(await countOf(uid)).toBe(0);
    },
  );

  it.each([
    ['of another delivery', { deliveryId: 'x'.repeat(22) }],
    ['without the recipient’s digests', { outcome: 'unverified' }],
    ['of a failure', { outcome: 'failed' }],
  ])('does not confirm a claim by a report %s', async (_, more) => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const deliveryId = newDelivery();
    await record({ shareId, password, deliveryId });
    await report(uid, shareId, { deliveryId, ...more });
    expect(await countOf(uid)).toBe(0);
    for (const [, standing] of await standings(shareId)) expect(standing).toBe('claimed');
  });

  it('counts no claim of a client that knows no delivery', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    await record({ shareId, password });
    await report(uid, shareId, { deliveryId: newDelivery() });
    expect(await countOf(uid)).toBe(0);
    expect(await standings(shareId)).toEqual([
      ['recipient', 'claimed'],
      ['sender', 'claimed'],
    ]);
  });

  it('records a repeated claim once per visitor, and again an hour later', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const client = visitor();
    const claims = async () => (await about(shareId, 'downloadCompleted')).length;
    await record({ shareId, password, client });
    await record({ shareId, password, client });
    expect(await claims()).toBe(1);
    await record({ shareId, password, client, email: 'other@example.test' });
    expect(await claims()).toBe(2);
    for (let hour = 0; hour < 5; hour += 1) {
      later(60 * minute);
      await record({ shareId, password, client, deliveryId: newDelivery() });
    }
    expect(await claims()).toBe(7);
    const { downloads, deliveries: marks } = await stack.context.shares.downloadMarks(shareId);
    expect(Object.keys(downloads).length).toBeLessThanOrEqual(2);
    expect(Object.keys(marks).length).toBeLessThanOrEqual(2);
  });

  it('publishes a failure once without counting it, and counts a completion after it [7.16]', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const { grant } = await access(shareId, password);
    const deliveryId = newDelivery();
    const proof = { shareId, grant: grant?.token ?? '', deliveryId };
    const failure = { isFailure: true, reason: 'peer-unreachable' };
    await Promise.all(Array.from({ length: 3 }, () => record({ ...proof, ...failure })));
    await report(uid, shareId, { deliveryId });
    expect(await countOf(uid)).toBe(0);
    await record(proof);
    expect(await countOf(uid)).toBe(1);
    expect(await about(shareId, 'downloadFailed')).toMatchObject([
      {
        accessorEmail: 'rita@example.test',
        delivery: { standing: 'failed', reportedBy: 'recipient', reason: 'peer-unreachable' },
      },
    ]);
    expect(await about(shareId, 'downloadCompleted')).toHaveLength(2);
  });

  it.each([
    ['recipient', 'sender-unproven', 'refused'],
    ['sender', 'receiver-unproven', 'refused'],
    ['sender', 'peer-unreachable', 'failed'],
  ])('records a stop by the %s with the code %s as %s', async (side, reason, standing) => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const facts = { deliveryId: newDelivery(), reason };
    if (side === 'recipient') await record({ shareId, password, isFailure: true, ...facts });
    else await report(uid, shareId, { outcome: 'failed', bytes: 0, ...facts });
    expect(await about(shareId, 'downloadFailed')).toMatchObject([
      { delivery: { standing, reportedBy: side, reason } },
    ]);
  });

  it('records the acknowledged bytes of an interrupted transfer', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    await report(uid, shareId, { deliveryId: newDelivery(), outcome: 'failed', bytes: 4_096 });
    expect(await about(shareId, 'downloadFailed')).toMatchObject([
      { delivery: { standing: 'partial', reportedBy: 'sender', bytes: 4_096 } },
    ]);
  });

  it('accepts the sender’s report from the owner only', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const deliveryId = newDelivery();
    expect(await refusalOf(report(uniqueUid(), shareId, { deliveryId }))).toMatchObject({
      reason: 'share-not-found',
    });
    expect(await about(shareId, 'downloadCompleted')).toEqual([]);
  });

  it('records a download for a day after the share was stopped', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    await stack.as(uid).stopShare({ shareId });
    const deliveryId = newDelivery();
    await record({ shareId, password, deliveryId });
    await report(uid, shareId, { deliveryId });
    expect(await countOf(uid)).toBe(1);
    later(25 * 60 * minute);
    expect(await refusalOf(record({ shareId, password }))).toEqual(refused);
  });

  it('rejects a wrong password, another share’s grant and a sender’s grant', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const other = await createFor(stack.client, uid);
    const { grant } = await access(other.shareId, other.password);
    const sender = await access(shareId, password, { callerUid: uid });
    for (const proof of [
      { password: wrongPassword },
      { grant: grant?.token ?? '' },
      { grant: sender.grant?.token ?? '' },
    ]) {
      expect(await refusalOf(record({ shareId, ...proof }))).toEqual(refused);
    }
    expect(await refusalOf(record({ shareId }))).toMatchObject({ reason: 'no-proof' });
  });

  it.each([
    ['no name', { name: '  ' }, 'invalid-name'],
    ['no e-mail', { email: '' }, 'invalid-email'],
    ['an e-mail without @', { email: 'rita' }, 'invalid-email'],
  ])('rejects %s', async (_, fault, reason) => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    expect(await refusalOf(record({ shareId, password, ...fault }))).toMatchObject({ reason });
  });
});
