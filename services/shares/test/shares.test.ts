import { expireShares, purgeInactive } from '../src/share/sweep.js';
import { createFor, refusalOf, startStack, uniqueUid, visitor, type Stack } from './harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

const days = (count: number) => count * 86_400_000;
const later = (ms: number) => {
  stack.clock.now = new Date(stack.clock.now.getTime() + ms);
};
const access = (shareId: string, password: string, more: object = {}) =>
  stack.client.accessShare({ shareId, password, client: visitor(), ...more });
const refused = {
  code: 'permission-denied',
  reason: 'access-denied',
  message: 'Invalid password or expired link.',
};

describe('creating a share', () => {
  it('returns the share with a 7-day expiry on Free [1.2, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9]', async () => {
    const uid = uniqueUid();
    const share = await createFor(stack.client, uid);
    expect(share).toMatchObject({
      ownerUid: uid,
      filename: 'holiday.mp4',
      fileSize: '1.50 GB',
      fileType: 'video/mp4',
      downloadCount: 0,
      isActive: true,
      stopReason: '',
      expiresAt: new Date(stack.clock.now.getTime() + days(7)),
    });
    expect(share.shareId).toMatch(/^[\w-]{22}$/);
    expect(share.id).toBe(share.shareId);
    expect(share.password).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  });

  it('publishes share.created once, without the password', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const created = (await stack.published('shareCreated')).filter(
      ({ share }) => share?.shareId === shareId,
    );
    expect(created).toHaveLength(1);
    expect(created[0]).toMatchObject({
      share: { ownerUid: uid, filename: 'holiday.mp4' },
      origin: { ipAddress: '198.51.100.7', userAgent: 'Sender/1.0' },
      ownerEmail: 'owner@example.test',
    });
    const everything = stack.bus.published.map(({ data }) => Buffer.from(data).toString('latin1'));
    expect(everything.join('\n')).not.toContain(password);
  });

  it.each([
    ['an empty name', { filename: '' }],
    ['a name of 256 characters', { filename: 'x'.repeat(256) }],
    ['a negative size', { fileSizeBytes: -1 }],
    ['an expiry of two days on Free', { expiresInDays: 2 }],
  ])('rejects %s and stores nothing', async (_, fault) => {
    const uid = uniqueUid();
    expect(await refusalOf(createFor(stack.client, uid, fault))).toMatchObject({
      code: 'invalid-argument',
    });
    expect((await stack.as(uid).listShares({ ownerUid: uid })).shares).toEqual([]);
  });

  it('keeps spaces, quotes, emoji and ../ in a name and replaces control and bidi characters', async () => {
    const name = ` "it's" ../😀 ok.txt`;
    const kept = await createFor(stack.client, uniqueUid(), { filename: name });
    expect(kept.filename).toBe(name);
    const disguised = await createFor(stack.client, uniqueUid(), {
      filename: 'a\u202egpj\u061c.exe\n',
    });
    expect(disguised.filename).toBe('a_gpj_.exe_');
  });

  it('shows the recipient a size without control and bidi characters', async () => {
    const fileSize = ' 1 MB\u202e\u0000';
    const { shareId, password } = await createFor(stack.client, uniqueUid(), { fileSize });
    expect(await access(shareId, password)).toMatchObject({ fileSize: '1 MB' });
  });
});

describe('options of a share', () => {
  it('reach the owner’s list and the recipient without deceptive characters', async () => {
    const uid = uniqueUid();
    const note = '  The final cut.\nSee\u202e you ';
    const ownerName = ' Olga \u202eOwner\u0007\n';
    const made = await createFor(stack.client, uid, { note, asksFirst: true, ownerName });
    const expected = { note: 'The final cut.\nSee  you', asksFirst: true };
    expect(made).toMatchObject(expected);
    expect((await stack.as(uid).listShares({ ownerUid: uid })).shares).toMatchObject([expected]);
    const { shareId, password } = made;
    expect(await access(shareId, password)).toMatchObject({
      ...expected,
      senderName: 'Olga  Owner',
    });
  });

  it('refuses a note of more than 500 characters', async () => {
    const long = createFor(stack.client, uniqueUid(), { note: 'x'.repeat(501) });
    await expect(long).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

describe('listing shares', () => {
  it('returns the owner’s shares with passwords, newest first, in pages', async () => {
    const uid = uniqueUid();
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      later(1_000);
      ids.unshift((await createFor(stack.client, uid)).shareId);
    }
    await createFor(stack.client, uniqueUid());
    const { shares } = await stack.as(uid).listShares({ ownerUid: uid });
    expect(shares.map(({ shareId }) => shareId)).toEqual(ids);
    expect(shares.every(({ password }) => password.length === 12)).toBe(true);
    const page = await stack.as(uid).listShares({
      ownerUid: uid,
      limit: 2,
      page: 2,
    });
    expect(page.shares.map(({ shareId }) => shareId)).toEqual(ids.slice(2));
  });

  it('finds a name whose accents a Mac has decomposed', async () => {
    const uid = uniqueUid();
    const filename = 'Résumé Über.pdf'.normalize('NFD');
    await createFor(stack.client, uid, { filename });
    const { shares } = await stack.as(uid).listShares({ ownerUid: uid, search: 'RÉSUMÉ ü' });
    expect(shares).toMatchObject([{ filename }]);
  });

  it('searches, filters, sorts and pages, and counts the matches on all pages', async () => {
    const uid = uniqueUid();
    const names = ['Scan 10.tiff', 'scan 2.tiff', 'a+b (1).zip', 'Report.pdf'];
    const made = new Map<string, string>();
    for (const filename of names) {
      later(1_000);
      made.set(filename, (await createFor(stack.client, uid, { filename })).shareId);
    }
    await createFor(stack.client, uniqueUid(), { filename: 'scan of another owner' });
    await stack.as(uid).stopShare({ shareId: made.get('Report.pdf') ?? '' });
    const list = async (request: object) => {
      const { shares, total } = await stack.as(uid).listShares({ ownerUid: uid, ...request });
      return [shares.map(({ filename }) => filename), total];
    };
    expect(await list({ search: 'SCAN' })).toEqual([['scan 2.tiff', 'Scan 10.tiff'], 2]);
    // Characters of a pattern stand for themselves.
    expect(await list({ search: '+b (1).' })).toEqual([['a+b (1).zip'], 1]);
    expect(await list({ search: '.*' })).toEqual([[], 0]);
    expect(await list({ sort: 'name', isAscending: true })).toEqual([
      ['a+b (1).zip', 'Report.pdf', 'scan 2.tiff', 'Scan 10.tiff'],
      4,
    ]);
    expect(await list({ status: 'stopped' })).toEqual([['Report.pdf'], 1]);
    expect(await list({ limit: 3, page: 2 })).toEqual([['Scan 10.tiff'], 4]);
    expect(await list({ status: 'active', limit: 2, page: 1 })).toEqual([
      ['a+b (1).zip', 'scan 2.tiff'],
      3,
    ]);
    later(8 * 86_400_000);
    expect(await list({ status: 'active' })).toEqual([[], 0]);
    expect((await list({ status: 'expired' }))[1]).toBe(4);
  });
});

describe('the shares of another user', () => {
  it('are listed for an admin without passwords, and for no other user', async () => {
    const uid = uniqueUid();
    await createFor(stack.client, uid);
    const { shares } = await stack.as('admin', { isAdmin: true }).listShares({ ownerUid: uid });
    expect(shares).toMatchObject([{ ownerUid: uid, password: '' }]);
    for (const method of ['listShares', 'getUsage'] as const) {
      expect(await refusalOf(stack.as(uniqueUid())[method]({ ownerUid: uid }))).toMatchObject({
        code: 'permission-denied',
        reason: 'foreign-user',
      });
    }
  });
});

describe('stop, restart and delete', () => {
  it('denies access to a stopped share until it is restarted [4.21, 4.22]', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    expect(await stack.as(uid).stopShare({ shareId })).toMatchObject({
      isActive: false,
      stopReason: 'owner',
    });
    expect(await refusalOf(access(shareId, password))).toEqual(refused);
    expect(await stack.as(uid).restartShare({ shareId })).toMatchObject({
      isActive: true,
      stopReason: '',
    });
    expect((await access(shareId, password)).shareId).toBe(shareId);
    const denied = await stack.published('accessDenied');
    expect(denied.filter(({ share }) => share?.shareId === shareId)).toMatchObject([
      { reason: 'stopped' },
    ]);
    const stopped = await stack.published('shareStopped');
    // Its grants end by their epoch: one may be signed after the stop, for a share that was read before it.
    expect(stopped.filter(({ share }) => share?.shareId === shareId)).toMatchObject([
      { reason: 'owner', epoch: 0 },
    ]);
  });

  it('reports another user’s share as not found, like an unknown id', async () => {
    const { shareId } = await createFor(stack.client, uniqueUid());
    const other = stack.as(uniqueUid());
    for (const method of ['stopShare', 'restartShare', 'deleteShare'] as const) {
      const answer = await refusalOf(other[method]({ shareId }));
      expect(answer).toMatchObject({ code: 'not-found', reason: 'share-not-found' });
      expect(answer).toEqual(await refusalOf(other[method]({ shareId: 'A'.repeat(22) })));
    }
  });

  it('deletes an expired share only, and removes its row once the events are published [4.23]', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const owner = stack.as(uid);
    expect(await refusalOf(owner.deleteShare({ shareId }))).toMatchObject({
      reason: 'share-not-expired',
    });
    later(days(7));
    expect(await refusalOf(owner.restartShare({ shareId }))).toMatchObject({
      reason: 'share-expired',
    });
    await owner.deleteShare({ shareId });
    expect((await stack.as(uid).listShares({ ownerUid: uid })).shares).toEqual([]);
    expect(await refusalOf(access(shareId, password))).toEqual(refused);
    const deleted = await stack.published('shareDeleted');
    expect(deleted.filter(({ share }) => share?.shareId === shareId)).toHaveLength(1);
    const { model } = stack.context.shares.outboxSource;
    expect(await model.findById(shareId).lean()).toBeNull();
  });

  it('denies and records access to an expired share before and after the sweep', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    later(days(7));
    expect(await refusalOf(access(shareId, password))).toEqual(refused);
    await Promise.all([expireShares(stack.context), expireShares(stack.context)]);
    expect(await refusalOf(access(shareId, password))).toEqual(refused);
    const denied = await stack.published('accessDenied');
    expect(denied.filter(({ share }) => share?.shareId === shareId)).toMatchObject([
      { reason: 'expired' },
      { reason: 'expired' },
    ]);
    const stopped = await stack.published('shareStopped');
    expect(stopped.filter(({ share }) => share?.shareId === shareId)).toMatchObject([
      { reason: 'expired' },
    ]);
    expect(await stack.as(uid).getUsage({ ownerUid: uid })).toMatchObject({
      activeShares: 0,
      expiredShares: 1,
    });
  });

  it('deletes a share after 30 days of inactivity, once with concurrent sweeps [9.57]', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    await stack.as(uid).stopShare({ shareId });
    later(days(29));
    await purgeInactive(stack.context);
    expect((await stack.as(uid).listShares({ ownerUid: uid })).shares).toHaveLength(1);
    later(days(1));
    await Promise.all([purgeInactive(stack.context), purgeInactive(stack.context)]);
    expect((await stack.as(uid).listShares({ ownerUid: uid })).shares).toEqual([]);
    const deleted = await stack.published('shareDeleted');
    expect(deleted.filter(({ share }) => share?.shareId === shareId)).toHaveLength(1);
  });
});
