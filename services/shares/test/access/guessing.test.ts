import { accessShare, authorizeJoin } from '../../src/access/access.js';
import { throttleKey } from '../../src/access/throttle.store.js';
import { expireShares, forgetPreviousPasswords } from '../../src/share/sweep.js';
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

const { access, joinAs, deniedOf, later } = callsTo(() => stack);
const person = { name: 'Ada Lovelace', email: 'ada@example.test' };

describe('password guessing', () => {
  it('returns the same error after the same database commands for an unknown share, a wrong and an earlier password', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid, { password: 'correct horse 7' });
    await stack.as(uid).updateShare({ shareId, password: 'battery staple 9' });
    await stack.published('shareRestarted');
    const workOf = async (id: string, password = wrongPassword) => {
      const request = { shareId: id, password, callerUid: '', sessionId: '' };
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
    expect(await workOf(shareId, 'correct horse 7')).toEqual(unknown);
    expect(await workOf('not an id')).toEqual(unknown);
  });

  it('stores as many bytes for an attempt at an unknown share as for others, but no client data', async () => {
    const client = visitor();
    await refusalOf(access('C'.repeat(22), wrongPassword, { client }));
    const rows = stack.context.shares.outboxSource.model.db.collection('dummy_writes');
    const written = await rows.find({}, { promoteBuffers: true }).toArray();
    const stored = written.map((row) => (row['pending'] as { data: Buffer }[])[0]?.data);
    expect(stored).not.toHaveLength(0);
    for (const data of stored) {
      expect(data?.length).toBeGreaterThan(client.ipAddress.length + client.userAgent.length);
      expect(data?.includes(client.ipAddress)).toBe(false);
      expect(data?.includes(client.userAgent)).toBe(false);
    }
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
    expect((await deniedOf(shareId)).sort()).toEqual([
      'stopped',
      ...Array.from({ length: 10 }, () => 'wrong-password'),
    ]);
    const restarted = await stack.as(uid).restartShare({ shareId });
    expect(restarted.stopNetworks).toEqual([]);
    for (let count = 0; count < 9; count += 1) await refusalOf(access(shareId, wrongPassword));
    expect((await access(shareId, password)).shareId).toBe(shareId);
  });

  it('ends at the report of a download too once it has stopped the share, which a grant still records', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const { grant } = await access(shareId, password);
    const report = (proof: { password?: string; grant?: string }) =>
      stack.client.recordDownload({ shareId, ...person, ...proof, client: visitor() });
    for (let count = 0; count < 10; count += 1)
      expect(await refusalOf(report({ password: wrongPassword }))).toEqual(refused);
    expect(await refusalOf(report({ password }))).toEqual(refused);
    expect(await deniedOf(shareId)).toContain('stopped');
    await expect(report({ grant: grant?.token ?? '' })).resolves.toEqual({});
  });

  describe('with reports of downloads at a closed share', () => {
    const report = (
      shareId: string,
      proof: { password?: string; grant?: string },
      client = visitor(),
    ) => stack.client.recordDownload({ shareId, ...person, ...proof, client });
    const guess = async (shareId: string, times: number, client?: ReturnType<typeof visitor>) => {
      for (let count = 0; count < times; count += 1)
        expect(await refusalOf(report(shareId, { password: wrongPassword }, client))).toEqual(
          refused,
        );
    };
    const stopByOwner = async (uid: string, shareId: string) => {
      await stack.as(uid).stopShare({ shareId });
    };
    const useUp = async (uid: string, shareId: string) => {
      await stack.as(uid).updateShare({ shareId, maxDownloads: 1 });
      await stack.as(uid).reportDelivery({
        shareId,
        deliveryId: 'u'.repeat(22),
        outcome: 'verified',
        bytes: 1,
        client: visitor(),
      });
    };
    const expire = () => {
      later(7 * 24 * 60 * minute);
      return Promise.resolve();
    };

    it.each([
      ['that its owner stopped', stopByOwner, true],
      ['that is used up', useUp, true],
      ['that has expired', expire, false],
    ])(
      '%s, end after ten of several networks, and a grant still records',
      async (_, close, hasGrant) => {
        const uid = uniqueUid();
        const { shareId, password } = await createFor(stack.client, uid);
        const { grant } = await access(shareId, password);
        await close(uid, shareId);
        await guess(shareId, 9);
        await expect(report(shareId, { password })).resolves.toEqual({});
        await guess(shareId, 1);
        expect(await refusalOf(report(shareId, { password }))).toEqual(refused);
        // The grant of an expired share has expired with it.
        if (hasGrant)
          await expect(report(shareId, { grant: grant?.token ?? '' })).resolves.toEqual({});
      },
    );

    it('by a single network do not take the recipients’ reports away', async () => {
      const uid = uniqueUid();
      const { shareId, password } = await createFor(stack.client, uid);
      await stopByOwner(uid, shareId);
      await guess(shareId, 15, visitor());
      await expect(report(shareId, { password })).resolves.toEqual({});
    });

    it('count together with those before it was closed', async () => {
      const uid = uniqueUid();
      const { shareId, password } = await createFor(stack.client, uid);
      for (let count = 0; count < 9; count += 1) await refusalOf(access(shareId, wrongPassword));
      await stopByOwner(uid, shareId);
      await guess(shareId, 1);
      expect(await refusalOf(report(shareId, { password }))).toEqual(refused);
    });

    it('leave the owner’s stop as it is; a restart undoes them', async () => {
      const uid = uniqueUid();
      const { shareId, password } = await createFor(stack.client, uid);
      await stopByOwner(uid, shareId);
      await guess(shareId, 10);
      const { shares } = await stack.as(uid).listShares({ ownerUid: uid });
      expect(shares).toMatchObject([{ isActive: false, stopReason: 'owner', stopNetworks: [] }]);
      await stack.as(uid).restartShare({ shareId });
      expect((await access(shareId, password)).shareId).toBe(shareId);
      await stopByOwner(uid, shareId);
      await expect(report(shareId, { password })).resolves.toEqual({});
    });

    it('end for good once wrong passwords have stopped it, also after its expiry', async () => {
      const { shareId, password } = await createFor(stack.client, uniqueUid());
      later(7 * 24 * 60 * minute - minute);
      for (let count = 0; count < 10; count += 1) await refusalOf(access(shareId, wrongPassword));
      later(2 * minute);
      expect(await refusalOf(report(shareId, { password }))).toEqual(refused);
    });

    it('do not keep sockets of an expired share open', async () => {
      const { shareId } = await createFor(stack.client, uniqueUid());
      await expire();
      await guess(shareId, 1);
      await expireShares(stack.context);
      const stopped = (await stack.published('shareStopped')).filter(
        ({ share }) => share?.shareId === shareId,
      );
      expect(stopped).toMatchObject([{ reason: 'expired' }]);
    });
  });

  it('by a single network never stops the share', async () => {
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

  it('is counted for each of several concurrent attempts', async () => {
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

  it('does not include an empty password, such as that of a client whose grant has expired', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    for (let count = 0; count < 12; count += 1)
      expect(await refusalOf(joinAs(uniqueUid(), shareId))).toEqual(refused);
    expect((await access(shareId, password)).shareId).toBe(shareId);
    expect(await refusalOf(access(shareId, wrongPassword))).toEqual(refused);
    expect(await deniedOf(shareId)).toEqual(['wrong-password']);
  });

  it('limits empty passwords like others, with the same response for an unknown share', async () => {
    const { shareId } = await createFor(stack.client, uniqueUid());
    await stack.published('shareCreated');
    const quiet = { ...stack.context, publishSoon: () => undefined };
    const workOf = async (id: string, ipAddress: string) => {
      const request = { shareId: id, password: '', callerUid: uniqueUid() };
      const client = { ipAddress, userAgent: '' };
      let answer: unknown;
      const commands = await stack.commandsDuring(async () => {
        answer = await refusalOf(authorizeJoin(quiet, { ...request, client }));
      });
      return { answer, commands: commands.sort() };
    };
    const known = await workOf(shareId, visitor().ipAddress);
    expect(known.answer).toEqual(refused);
    expect(known.commands).toContain('findAndModify');
    expect(await workOf('D'.repeat(22), visitor().ipAddress)).toEqual(known);
    for (let host = 1; host <= 20; host += 1) await workOf(shareId, `198.51.107.${host}`);
    const client = { ipAddress: '198.51.107.1', userAgent: '' };
    const denied = refusalOf(access(shareId, wrongPassword, { client }));
    expect(await denied).toEqual(refused);
    expect(await deniedOf(shareId)).toEqual(['throttled']);
  });

  it('does not count the owner’s wrong passwords', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    for (let count = 0; count < 12; count += 1) {
      await refusalOf(access(shareId, wrongPassword, { callerUid: uid }));
    }
    expect((await access(shareId, password)).shareId).toBe(shareId);
  });

  describe('with the password before the current one', () => {
    const old = 'correct horse 7';
    const next = 'battery staple 9';
    const changed = async () => {
      const uid = uniqueUid();
      const { shareId } = await createFor(stack.client, uid, { password: old });
      await stack.as(uid).updateShare({ shareId, password: next });
      return shareId;
    };
    const guess = async (shareId: string, password: string, times: number) => {
      for (let count = 0; count < times; count += 1)
        expect(await refusalOf(access(shareId, password))).toEqual(refused);
    };

    it('does not stop the share, and is denied and logged like a wrong one', async () => {
      const shareId = await changed();
      await guess(shareId, old, 12);
      expect((await access(shareId, next)).shareId).toBe(shareId);
      expect(await deniedOf(shareId)).toEqual(Array.from({ length: 12 }, () => 'wrong-password'));
    });

    it('counts again after a week, and is removed', async () => {
      const shareId = await changed();
      const rows = stack.context.shares.outboxSource.model;
      const stored = async () => (await rows.findById(shareId).lean())?.previousPassword;
      await forgetPreviousPasswords(stack.context);
      expect(Object.keys((await stored()) ?? {}).sort()).toEqual(['kid', 'replacedAt', 'verifier']);
      later(7 * 24 * 60 * minute);
      await guess(shareId, old, 10);
      expect(await refusalOf(access(shareId, next))).toEqual(refused);
      await forgetPreviousPasswords(stack.context);
      expect(await stored()).toBeUndefined();
    });

    it('does not shield other guesses, which stop the share as before', async () => {
      const shareId = await changed();
      await guess(shareId, old, 5);
      await guess(shareId, wrongPassword, 10);
      expect(await refusalOf(access(shareId, next))).toEqual(refused);
    });
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
    // Like the page, repeats an attempt that was throttled.
    const open = async (): Promise<string> => {
      try {
        return (await access(shareId, password, { client })).shareId;
      } catch (error) {
        expect(error).toMatchObject({ reason: 'too-many-attempts' });
        return open();
      }
    };
    try {
      expect(await open()).toBe(shareId);
    } finally {
      isOver = true;
      await Promise.all(flood);
    }
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

  it('does not use up the allowance for other shares, real or not', async () => {
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
    // The attempt did not wait for a slot.
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
    const key = throttleKey(shareId, client.ipAddress);
    const spend = () => stack.context.throttle.spend(key);
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
