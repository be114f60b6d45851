import { createChainEnds } from '../../src/chain/ends.js';
import { noPersonalData } from '../../src/entry/entry.js';
import { record } from '../../src/record.js';
import {
  entriesOf,
  fill,
  origin,
  shareOf,
  startStack,
  publish,
  uniqueUid,
  type Stack,
} from '../harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

describe('audit log entries', () => {
  it('stores one entry with all fields for each of the four events, newest first [1.13, 3.41, 3.42, 3.43, 3.44, 3.45, 3.46, 3.47, 3.48, 3.49, 3.50, 3.51, 3.52, 3.53, 3.105, 3.106, 3.107, 3.108, 3.109, 3.110]', async () => {
    const ownerUid = uniqueUid();
    const share = shareOf(ownerUid);
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    stack.clock.now = at(6);
    await publish(stack.bus, 'shareCreated', {
      share,
      createdAt: at(1),
      expiresAt: at(50),
      origin,
      ownerEmail: 'olga@example.test',
      ownerName: 'Olga',
    });
    await publish(stack.bus, 'accessDenied', {
      share,
      at: at(2),
      origin,
      reason: 'wrong-password',
    });
    await publish(stack.bus, 'accessAttempted', {
      share,
      at: at(3),
      origin: { ...origin, ipAddress: '10.0.0.1' },
    });
    await publish(stack.bus, 'downloadCompleted', {
      share,
      at: at(4),
      origin,
      accessorName: 'Rita Receiver',
      accessorEmail: 'rita@example.test',
    });
    await publish(stack.bus, 'shareStopped', { share, at: at(5), reason: 'owner' });
    await stack.bus.settled();

    const ids = (await entriesOf(stack, ownerUid)).map(({ id }) => id);
    expect(new Set(ids.filter((id) => id !== '')).size).toBe(4);
    const common = { shareId: share.shareId, filename: 'scan.dcm', fileSize: '2.00 MB' };
    const berlin = { city: 'Berlin', region: 'Land Berlin', country: 'Germany' };
    expect(await entriesOf(stack, ownerUid)).toMatchObject([
      {
        ...common,
        ...berlin,
        createdAt: at(4),
        eventType: 'download_completed',
        eventStatus: 'success',
        accessorEmail: 'rita@example.test',
        accessorName: 'Rita Receiver',
        userAgent: origin.userAgent,
        ipAddress: '203.0.113.9',
      },
      {
        ...common,
        eventType: 'access_attempt',
        eventStatus: 'success',
        ipAddress: '10.0.0.1',
        city: undefined,
        accessorEmail: undefined,
      },
      { ...common, ...berlin, eventType: 'access_denied', eventStatus: 'denied' },
      { ...common, eventType: 'share_created', accessorEmail: 'olga@example.test' },
    ]);
  });

  it('stores what a download is based on, as part of the chain', async () => {
    const ownerUid = uniqueUid();
    const delivery = {
      deliveryId: 'd'.repeat(22),
      standing: 'partial',
      reportedBy: 'sender',
      bytes: 4_096,
      reason: 'peer-unreachable',
    };
    await publish(stack.bus, 'downloadFailed', {
      share: shareOf(ownerUid),
      at: new Date(),
      origin,
      accessorName: '',
      accessorEmail: '',
      delivery,
    });
    await publish(stack.bus, 'downloadCompleted', {
      share: shareOf(ownerUid),
      at: new Date(),
      origin,
      accessorName: 'Rita',
      accessorEmail: 'rita@example.test',
      delivery: { ...delivery, standing: 'claimed', reportedBy: 'recipient', bytes: undefined },
    });
    await stack.bus.settled();
    const entries = await entriesOf(stack, ownerUid);
    expect(entries.find(({ eventStatus }) => eventStatus === 'failure')).toMatchObject({
      delivery,
    });
    expect(entries.find(({ eventStatus }) => eventStatus === 'success')).toMatchObject({
      delivery: { standing: 'claimed', reportedBy: 'recipient', bytes: undefined },
    });
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
  });

  it('stores a failed download with status failure [3.111]', async () => {
    const ownerUid = uniqueUid();
    await publish(stack.bus, 'downloadFailed', {
      share: shareOf(ownerUid),
      at: new Date(),
      origin,
      accessorName: 'Rita Receiver',
      accessorEmail: 'rita@example.test',
    });
    await stack.bus.settled();
    expect(await entriesOf(stack, ownerUid)).toMatchObject([
      {
        eventType: 'download_completed',
        eventStatus: 'failure',
        accessorEmail: 'rita@example.test',
      },
    ]);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
  });

  it('ignores a redelivered event', async () => {
    const ownerUid = uniqueUid();
    const [id = ''] = await fill(stack, ownerUid, 2);
    const [, first] = await entriesOf(stack, ownerUid);
    const all = { search: '', eventType: '', eventStatus: '' };
    const { entries } = await stack.context.entries.list(
      ownerUid,
      { limit: 1, before: undefined, after: 0 },
      all,
    );
    const [newest] = entries;
    if (!newest) throw new Error('nothing was recorded');
    await record(stack.context, { ...newest, id, filename: 'told again.bin' });
    expect(await entriesOf(stack, ownerUid)).toHaveLength(2);
    expect((await entriesOf(stack, ownerUid))[1]).toEqual(first);
  });

  it('concurrent appends by several replicas leave no gaps in a chain', async () => {
    const ownerUid = uniqueUid();
    const incident = (id: string) => ({
      id,
      ownerUid,
      createdAt: new Date(),
      eventType: 'access_denied' as const,
      eventStatus: 'denied' as const,
      shareId: '',
      filename: 'f',
      fileSize: '1 KB',
      personal: noPersonalData,
    });
    const ids = Array.from({ length: 30 }, (_, index) => `${ownerUid}-${index % 20}`);
    const replicas = [1, 2, 3].map(() => ({ ...stack.context, ends: createChainEnds() }));
    await Promise.all(
      ids.map((id, index) => record(replicas[index % 3] ?? stack.context, incident(id))),
    );
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 20,
      firstBroken: -1,
    });
  });

  it.each([
    ['in the future', 11 * 60_000],
    ['before any redelivery', -105 * 86_400_000],
  ])('rejects an event of a time %s', async (_name, offsetMs) => {
    const ownerUid = uniqueUid();
    const at = new Date(stack.clock.now.getTime() + offsetMs);
    const share = shareOf(ownerUid);
    const id = await publish(stack.bus, 'accessAttempted', { share, at, origin });
    await stack.bus.settled();
    expect(await entriesOf(stack, ownerUid)).toEqual([]);
    expect(stack.bus.dead.map((message) => message.id)).toContain(id);
  });

  it.each([-9 * 60_000, 103 * 86_400_000])('accepts one of %i ms ago', async (ageMs) => {
    const ownerUid = uniqueUid();
    const at = new Date(stack.clock.now.getTime() - ageMs);
    await publish(stack.bus, 'accessAttempted', { share: shareOf(ownerUid), at, origin });
    await stack.bus.settled();
    expect(await entriesOf(stack, ownerUid)).toHaveLength(1);
  });

  it.each(['billing.access.attempted.v1', 'identity.access.attempted.v1'])(
    'takes no entry from %s, the subject of another publisher',
    async (subject) => {
      const ownerUid = uniqueUid();
      const payload = { share: shareOf(ownerUid), at: stack.clock.now, origin };
      await publish(stack.bus, 'accessAttempted', payload, { subject });
      await stack.bus.settled();
      expect(await entriesOf(stack, ownerUid)).toEqual([]);
    },
  );
});
