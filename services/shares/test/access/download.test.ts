import { maxPersonChars } from '@tandem/proto/browser/limits';
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

const { later, access } = callsTo(() => stack);

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
      shareId,
      outcome: 'verified',
      bytes: 2_048,
      client: visitor(),
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

  it('does not count the claim of a client without a delivery id', async () => {
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

  it('records a report once that is repeated from another network', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const claim = { shareId, password, deliveryId: newDelivery() };
    await record({ ...claim, client: visitor() });
    await record({ ...claim, client: visitor() });
    expect(await standings(shareId)).toEqual([['recipient', 'claimed']]);
    await record({ ...claim, client: visitor(), email: 'other@example.test' });
    await record({ ...claim, client: visitor(), deliveryId: newDelivery() });
    expect(await standings(shareId)).toHaveLength(3);
  });

  it('records a report once that is repeated hours later', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const deliveryId = newDelivery();
    for (let repeated = 0; repeated < 3; repeated += 1) {
      await record({ shareId, password, deliveryId });
      await report(uid, shareId, { deliveryId });
      later(3 * 60 * minute);
    }
    expect(await standings(shareId)).toEqual([
      ['recipient', 'claimed'],
      ['sender', 'confirmed'],
    ]);
    expect(await countOf(uid)).toBe(1);
  });

  it.each([
    ['after', ['recipient', 'confirmed']],
    ['before', ['sender', 'confirmed']],
  ])(
    'confirms a delivery once whose claim is repeated hours later, %s the sender’s report',
    async (when, last) => {
      const uid = uniqueUid();
      const { shareId, password } = await createFor(stack.client, uid);
      const deliveryId = newDelivery();
      const claim = () => record({ shareId, password, deliveryId });
      await claim();
      later(3 * 60 * minute);
      if (when === 'before') await claim();
      await report(uid, shareId, { deliveryId });
      if (when === 'after') await claim();
      const recorded = await standings(shareId);
      expect([recorded[0], recorded.at(-1)]).toEqual([['recipient', 'claimed'], last]);
      later(3 * 60 * minute);
      await claim();
      await report(uid, shareId, { deliveryId });
      expect(await standings(shareId)).toEqual(recorded);
      expect(await countOf(uid)).toBe(1);
    },
  );

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

  it.each([
    [
      'cleaned of characters that disguise',
      ['Grace\u202eHopper ', ' grace@example.test'],
      ['Grace Hopper', 'grace@example.test'],
    ],
    ['without what is no address', ['Grace', 'anonymous'], ['Grace', '']],
    ['without an address that is too long', ['', `${'a'.repeat(320)}@b`], ['', '']],
    ['with a name of 200 characters', ['a'.repeat(201), ''], ['a'.repeat(200), '']],
    ['empty, from a gateway that knows none', [undefined, undefined], ['', '']],
  ])('publishes who the recipient said to be to the sender, %s', async (_, stated, published) => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const [recipientName, recipientEmail] = stated;
    const facts = { deliveryId: newDelivery(), outcome: 'failed', bytes: 1 };
    await report(uid, shareId, { ...facts, recipientName, recipientEmail });
    const [accessorName, accessorEmail] = published;
    expect(await about(shareId, 'downloadFailed')).toMatchObject([{ accessorName, accessorEmail }]);
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

  it('refuses the 101st report of a network in a window, but neither others nor the sender', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const { grant } = await access(shareId, password);
    const proof = { shareId, grant: grant?.token ?? '' };
    const from = (host: number) => ({ ipAddress: `2001:db8:9:${host}::1`, userAgent: '' });
    for (let host = 1; host <= 100; host += 1)
      await record({ ...proof, deliveryId: newDelivery(), client: from(host) });
    const tooMany = { code: 'resource-exhausted', reason: 'too-many-reports' };
    const surplus = { ...proof, deliveryId: newDelivery(), client: from(101) };
    expect(await refusalOf(record(surplus))).toMatchObject(tooMany);
    await record({ ...surplus, client: visitor() });
    await report(uid, shareId, { deliveryId: newDelivery() });
    expect(await about(shareId, 'downloadCompleted')).toHaveLength(102);
    later(20 * minute);
    await record({ shareId, password, deliveryId: newDelivery(), client: from(101) });
  });

  /** Adds marks of reports to the window of the one that the share has. */
  const addMarks = async (shareId: string, count: number, networkOf: (index: number) => string) => {
    const { downloads } = await stack.context.shares.downloadMarks(shareId);
    const [bucket = ''] = Object.keys(downloads);
    const marks = Array.from({ length: count }, (_, index): [string, string] => [
      `downloads.${bucket}.other-${index}`,
      networkOf(index),
    ]);
    const { collection } = stack.context.shares.outboxSource.model;
    await collection.updateOne({ _id: shareId as never }, { $set: Object.fromEntries(marks) });
  };

  it('refuses further reports at a share with 2,000 in a window, but not the sender’s', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const deliveryId = newDelivery();
    await record({ shareId, password, deliveryId });
    await addMarks(shareId, 1_999, (index) => `10.${index >> 8}.${index & 255}.0/24`);
    expect(await refusalOf(record({ shareId, password, deliveryId: newDelivery() }))).toMatchObject(
      { reason: 'too-many-reports' },
    );
    await report(uid, shareId, { deliveryId });
    expect(await countOf(uid)).toBe(1);
  });

  it('refuses the 6,001st report of a sender in a window, but not the recipients’', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    const deliveryId = newDelivery();
    await report(uid, shareId, { deliveryId });
    await addMarks(shareId, 5_999, () => '');
    expect(await refusalOf(report(uid, shareId, { deliveryId: newDelivery() }))).toMatchObject({
      reason: 'too-many-reports',
    });
    await record({ shareId, password, deliveryId });
    expect(await countOf(uid)).toBe(1);
    later(20 * minute);
    await report(uid, shareId, { deliveryId: newDelivery() });
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

  it('accepts names and addresses as long as the gateway does', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const deliveryId = newDelivery();
    const accessorName = 'n'.repeat(maxPersonChars.name);
    const accessorEmail = '@'.padStart(maxPersonChars.email, 'm');
    await record({ shareId, password, deliveryId, name: accessorName, email: accessorEmail });
    expect(await about(shareId, 'downloadCompleted')).toMatchObject([
      { accessorName, accessorEmail },
    ]);
  });

  it('publishes a name and an address without deceptive characters', async () => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    const deliveryId = newDelivery();
    const name = '\u202eecila\u0007\n=1+1';
    await record({ shareId, password, deliveryId, name, email: 'ceo@bank.test\u0000\u202emoc' });
    expect(await about(shareId, 'downloadCompleted')).toMatchObject([
      { accessorName: 'ecila  =1+1', accessorEmail: 'ceo@bank.test  moc' },
    ]);
  });

  it.each([
    ['no name', { name: '  ' }, 'invalid-name'],
    ['no e-mail', { email: '' }, 'invalid-email'],
    ['an e-mail without @', { email: 'rita' }, 'invalid-email'],
    ['an e-mail of control characters', { email: '\u0000\r\n' }, 'invalid-email'],
    ['a reason that is no code', { reason: '-' }, 'invalid-reason'],
  ])('rejects %s', async (_, fault, reason) => {
    const { shareId, password } = await createFor(stack.client, uniqueUid());
    expect(await refusalOf(record({ shareId, password, ...fault }))).toMatchObject({ reason });
  });
});
