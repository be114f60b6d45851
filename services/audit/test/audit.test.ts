import { ServiceError } from '@tandem/kit';
import { erasePerson, removeOwner } from '../src/audit-log.js';
import { createChainEnds } from '../src/chain/ends.js';
import { noPersonalData } from '../src/entry/entry.js';
import { forgetRemovedOwners, removeOldEntries } from '../src/entry/sweep.js';
import { record } from '../src/record.js';
import {
  erase,
  fill,
  origin,
  shareOf,
  startStack,
  tell,
  uniqueUid,
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

const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ServiceError ? error : null),
  );

const listed = async (ownerUid: string) => (await stack.client.listEntries({ ownerUid })).entries;

describe('audit log entries', () => {
  it('stores one entry with all fields for each of the four events, newest first [1.13, 3.41, 3.42, 3.43, 3.44, 3.45, 3.46, 3.47, 3.48, 3.49, 3.50, 3.51, 3.52, 3.53, 3.105, 3.106, 3.107, 3.108, 3.109, 3.110]', async () => {
    const ownerUid = uniqueUid();
    const share = shareOf(ownerUid);
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    stack.clock.now = at(6);
    await tell(stack.bus, 'shareCreated', {
      share,
      createdAt: at(1),
      expiresAt: at(50),
      origin,
      ownerEmail: 'olga@example.test',
      ownerName: 'Olga',
    });
    await tell(stack.bus, 'accessDenied', { share, at: at(2), origin, reason: 'wrong-password' });
    await tell(stack.bus, 'accessAttempted', {
      share,
      at: at(3),
      origin: { ...origin, ipAddress: '10.0.0.1' },
    });
    await tell(stack.bus, 'downloadCompleted', {
      share,
      at: at(4),
      origin,
      accessorName: 'Rita Receiver',
      accessorEmail: 'rita@example.test',
    });
    await tell(stack.bus, 'shareStopped', { share, at: at(5), reason: 'owner' });
    await stack.bus.settled();

    const ids = (await listed(ownerUid)).map(({ id }) => id);
    expect(new Set(ids.filter((id) => id !== '')).size).toBe(4);
    const common = { shareId: share.shareId, filename: 'scan.dcm', fileSize: '2.00 MB' };
    const berlin = { city: 'Berlin', region: 'Land Berlin', country: 'Germany' };
    expect(await listed(ownerUid)).toMatchObject([
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
    await tell(stack.bus, 'downloadFailed', {
      share: shareOf(ownerUid),
      at: new Date(),
      origin,
      accessorName: '',
      accessorEmail: '',
      delivery,
    });
    await tell(stack.bus, 'downloadCompleted', {
      share: shareOf(ownerUid),
      at: new Date(),
      origin,
      accessorName: 'Rita',
      accessorEmail: 'rita@example.test',
      delivery: { ...delivery, standing: 'claimed', reportedBy: 'recipient', bytes: undefined },
    });
    await stack.bus.settled();
    const entries = await listed(ownerUid);
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
    await tell(stack.bus, 'downloadFailed', {
      share: shareOf(ownerUid),
      at: new Date(),
      origin,
      accessorName: 'Rita Receiver',
      accessorEmail: 'rita@example.test',
    });
    await stack.bus.settled();
    expect(await listed(ownerUid)).toMatchObject([
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
    const [, first] = await listed(ownerUid);
    const all = { search: '', eventType: '', eventStatus: '' };
    const { entries } = await stack.context.entries.list(
      ownerUid,
      { limit: 1, before: undefined },
      all,
    );
    const [newest] = entries;
    if (!newest) throw new Error('nothing was recorded');
    await record(stack.context, { ...newest, id, filename: 'told again.bin' });
    expect(await listed(ownerUid)).toHaveLength(2);
    expect((await listed(ownerUid))[1]).toEqual(first);
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
    const id = await tell(stack.bus, 'accessAttempted', { share, at, origin });
    await stack.bus.settled();
    expect(await listed(ownerUid)).toEqual([]);
    expect(stack.bus.dead.map((message) => message.id)).toContain(id);
  });

  it.each([-9 * 60_000, 103 * 86_400_000])('accepts one of %i ms ago', async (ageMs) => {
    const ownerUid = uniqueUid();
    const at = new Date(stack.clock.now.getTime() - ageMs);
    await tell(stack.bus, 'accessAttempted', { share: shareOf(ownerUid), at, origin });
    await stack.bus.settled();
    expect(await listed(ownerUid)).toHaveLength(1);
  });

  it.each(['billing.access.attempted.v1', 'identity.access.attempted.v1'])(
    'takes no entry from %s, the subject of another publisher',
    async (subject) => {
      const ownerUid = uniqueUid();
      const payload = { share: shareOf(ownerUid), at: stack.clock.now, origin };
      await tell(stack.bus, 'accessAttempted', payload, { subject });
      await stack.bus.settled();
      expect(await listed(ownerUid)).toEqual([]);
    },
  );

  it('is visible to its owner only, in pages', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 5);
    await fill(stack, uniqueUid(), 1);
    const page = await stack.client.listEntries({ ownerUid, limit: 2 });
    expect(page.entries.map(({ filename }) => filename)).toEqual(['file 4.bin', 'file 3.bin']);
    expect(page.hasMore).toBe(true);
    const rest = await stack.client.listEntries({ ownerUid, before: page.entries[1]?.createdAt });
    expect(rest.entries).toHaveLength(3);
    expect(rest.hasMore).toBe(false);
    const exact = { ownerUid, limit: 3, before: page.entries[1]?.createdAt };
    expect(await stack.client.listEntries(exact)).toMatchObject({ hasMore: false });
  });

  it.each([
    [3, [[4], [3, 2, 1], [0]]],
    [2, [[4], [3, 2, 1, 0]]],
    [1, [[4], [3, 2, 1, 0]]],
    [4, [[4, 3, 2, 1], [0]]],
  ])('misses no entry of the same millisecond in pages of %i', async (limit, expected) => {
    const ownerUid = uniqueUid();
    const at = (ms: number) => new Date(stack.clock.now.getTime() - 10_000 + ms);
    for (const [file, ms] of [0, 1, 1, 1, 2].entries())
      await tell(stack.bus, 'accessAttempted', {
        share: shareOf(ownerUid, `file ${file}.bin`),
        at: at(ms),
        origin,
      });
    await stack.bus.settled();
    for (const match of [{}, { search: 'file' }]) {
      const pages: number[][] = [];
      for (let before: Date | undefined, hasMore: boolean | undefined = true; hasMore;) {
        const page = await stack.client.listEntries({ ownerUid, ...match, limit, before });
        pages.push(page.entries.map(({ filename }) => Number(filename[5])));
        before = page.entries.at(-1)?.createdAt;
        hasMore = page.hasMore;
      }
      expect(pages).toEqual(expected);
    }
  });

  it('reports that there are more entries than fit into one message', async () => {
    const ownerUid = uniqueUid();
    const share = shareOf(ownerUid, 'n'.repeat(8_000));
    for (let sent = 0; sent < 400; sent += 1)
      await tell(stack.bus, 'accessAttempted', { share, at: stack.clock.now, origin });
    await stack.bus.settled();
    for (const match of [{}, { search: 'nn' }]) {
      const { entries, hasMore } = await stack.client.listEntries({ ownerUid, ...match });
      expect(entries.length).toBeLessThan(400);
      expect(hasMore).toBe(true);
    }
  });
});

describe('search', () => {
  const fillMixed = async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    await fill(stack, uniqueUid(), 3);
    const share = shareOf(ownerUid, 'Röntgen (1).dcm');
    await tell(stack.bus, 'accessDenied', {
      share,
      at: stack.clock.now,
      origin: { ...origin, ipAddress: '2001:db8::7' },
      reason: 'wrong-password',
    });
    await stack.bus.settled();
    const find = async (match: object): Promise<string[]> =>
      (await stack.client.listEntries({ ownerUid, ...match })).entries.map(
        ({ filename }) => filename,
      );
    return { ownerUid, find };
  };

  it.each<[string, object, string[]]>([
    ['part of a filename, in any case', { search: 'FILE 1' }, ['file 1.bin']],
    ['characters that mean something in a pattern', { search: 'n (1).' }, ['Röntgen (1).dcm']],
    ['accents in another normal form', { search: 'rönt'.normalize('NFD') }, ['Röntgen (1).dcm']],
    ['an email', { search: 'person2@' }, ['file 2.bin']],
    ['an IP address', { search: '2001:DB8' }, ['Röntgen (1).dcm']],
    ['a name, which is not searched', { search: 'Person 1' }, []],
    ['an event', { eventType: 'access_denied' }, ['Röntgen (1).dcm']],
    ['a status', { eventStatus: 'denied' }, ['Röntgen (1).dcm']],
    ['an event and a text', { eventType: 'access_denied', search: 'file' }, []],
    ['a text, with a limit', { search: 'file', limit: 2 }, ['file 2.bin', 'file 1.bin']],
  ])('finds %s', async (_name, match, expected) => {
    const { find } = await fillMixed();
    expect(await find(match)).toEqual(expected);
  });

  it('finds all reports about a delivery when one of them matches', async () => {
    const { ownerUid, find } = await fillMixed();
    await tell(stack.bus, 'downloadCompleted', {
      share: shareOf(ownerUid, 'file 1.bin'),
      at: stack.clock.now,
      origin,
      accessorName: '',
      accessorEmail: '',
      delivery: {
        deliveryId: '1'.padStart(22, 'd'),
        standing: 'confirmed',
        reportedBy: 'sender',
        bytes: 1,
      },
    });
    await stack.bus.settled();
    expect(await find({ search: 'person1@' })).toEqual(['file 1.bin', 'file 1.bin']);
  });

  it('misses no match between the reports about a delivery when read in parts', async () => {
    const ownerUid = uniqueUid();
    const report = (day: number, deliveryId: string, accessorEmail: string) =>
      tell(stack.bus, 'downloadCompleted', {
        share: shareOf(ownerUid, `day ${day}.bin`),
        at: new Date(stack.clock.now.getTime() - (10 - day) * 86_400_000),
        origin,
        accessorName: '',
        accessorEmail,
        delivery: {
          deliveryId: deliveryId.padStart(22, 'd'),
          standing: 'claimed',
          reportedBy: 'recipient',
          bytes: 1,
        },
      });
    await report(5, '1', '');
    await report(6, '2', 'ada@example.test');
    await report(7, '3', 'ada@example.test');
    await report(9, '1', 'ada@example.test');
    await stack.bus.settled();
    const found: string[] = [];
    for (let before: Date | undefined, hasMore: boolean | undefined = true; hasMore;) {
      const part = await stack.client.listEntries({ ownerUid, search: 'ada@', limit: 1, before });
      found.push(...part.entries.map(({ filename }) => filename));
      before = part.entries.at(-1)?.createdAt;
      hasMore = part.hasMore;
    }
    expect(found).toEqual(['day 9.bin', 'day 7.bin', 'day 6.bin']);
    const whole = await stack.client.listEntries({ ownerUid, search: 'ada@' });
    expect(whole.entries.map(({ filename }) => filename)).toEqual([...found, 'day 5.bin']);
  });

  it.each([{ search: 'x'.repeat(201) }, { eventType: 'unknown' }, { eventStatus: 'ok' }])(
    'refuses %j',
    async (match) => {
      const call = stack.client.listEntries({ ownerUid: uniqueUid(), ...match });
      expect(await refusalOf(call)).toMatchObject({ code: 'invalid-argument' });
    },
  );
});

describe('export', () => {
  it('streams the whole log as CSV with a byte-order mark [7.27]', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    const pieces: Uint8Array[] = [];
    for await (const { data } of stack.client.exportCsv({ ownerUid })) pieces.push(data);
    const bytes = Buffer.concat(pieces);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('Date/Time (UTC),Event,Status,File,Size,Accessor Email');
    expect(lines[1]).toContain('file 2.bin');
    expect(lines[4]).toBe('');
  });
});

describe('retention and erasure', () => {
  it('removes entries past the retention; the rest verifies from its signed base [9.58]', async () => {
    const ownerUid = uniqueUid();
    stack.clock.now = new Date(Date.UTC(2025, 0, 10));
    await fill(stack, ownerUid, 3);
    stack.clock.now = new Date(Date.UTC(2025, 11, 1));
    await fill(stack, ownerUid, 2);
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    await Promise.all([removeOldEntries(stack.context, 12), removeOldEntries(stack.context, 12)]);
    expect(await listed(ownerUid)).toHaveLength(2);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 2,
    });

    stack.clock.now = new Date(Date.UTC(2027, 0, 20));
    await removeOldEntries(stack.context, 12);
    expect(await listed(ownerUid)).toEqual([]);
    await fill(stack, ownerUid, 1);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 1,
    });
  });

  it('keeps an entry appended while the last old ones are removed', async () => {
    const ownerUid = uniqueUid();
    stack.clock.now = new Date(Date.UTC(2024, 0, 10));
    await fill(stack, ownerUid, 2);
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    const { entries } = stack.context;
    const firstSince: typeof entries.firstSince = async (...asked) => {
      const found = await entries.firstSince(...asked);
      await fill(stack, ownerUid, 1);
      return found;
    };
    await removeOldEntries({ ...stack.context, entries: { ...entries, firstSince } }, 12);
    expect(await listed(ownerUid)).toHaveLength(1);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 1,
    });
  });

  it('erasing a user removes their fields from every log and keeps the chain valid', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    // In any spelling, in the entries and in the request.
    expect(await erase(stack, 'Person1@EXAMPLE.test')).toBeGreaterThan(0);
    expect(await erase(stack, '.*@example.test')).toBe(0);
    const [, erased] = await listed(ownerUid);
    expect(erased).toMatchObject({
      filename: 'file 1.bin',
      accessorEmail: undefined,
      accessorName: undefined,
      ipAddress: undefined,
      userAgent: undefined,
      city: undefined,
    });
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 3,
    });
    const stored = JSON.stringify(await stack.rows.entries.find({ ownerUid }).toArray());
    expect(stored).not.toContain('person1@example.test');
    expect(stored).not.toContain('Person 1');
  });

  it('stores no personal data of an erased person with an event that waited, such as a redriven dead letter', async () => {
    const ownerUid = uniqueUid();
    const download = (minutesAgo: number) => ({
      share: shareOf(ownerUid),
      at: new Date(stack.clock.now.getTime() - minutesAgo * 60_000),
      origin,
      accessorName: 'Wanda Waiting',
      accessorEmail: 'Wanda@example.test',
      delivery: undefined,
    });
    const waiting = download(2);
    await erase(stack, 'wanda@EXAMPLE.test');
    // The person has given the data again.
    const afterwards = download(-5);
    stack.clock.now = new Date(stack.clock.now.getTime() + 80 * 86_400_000);
    await forgetRemovedOwners(stack.context);
    await tell(stack.bus, 'downloadCompleted', waiting);
    await tell(stack.bus, 'downloadCompleted', afterwards);
    await stack.bus.settled();
    const [newer, older] = await listed(ownerUid);
    expect(newer).toMatchObject({ accessorEmail: 'Wanda@example.test' });
    expect(older).toMatchObject({ accessorEmail: undefined, accessorName: undefined });
    expect(older).toMatchObject({ ipAddress: undefined, userAgent: undefined, city: undefined });
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
    const kept = () => stack.rows.erasures.find({}).toArray();
    expect(JSON.stringify(await kept())).not.toMatch(/wanda/i);
    stack.clock.now = new Date(stack.clock.now.getTime() + 25 * 86_400_000);
    await forgetRemovedOwners(stack.context);
    expect(await kept()).toEqual([]);
  });

  it('erases what a live event brings after the first look at the logs', async () => {
    const ownerUid = uniqueUid();
    const email = `${ownerUid}@example.test`;
    const { clock, context, bus } = stack;
    const at = new Date(clock.now.getTime() - 1_000);
    const erased = await erasePerson(context, email, async (ms) => {
      // The broker delivers at the last moment at which the event is not compared with the erasures.
      clock.now = new Date(at.getTime() + 59_000);
      await tell(bus, 'downloadCompleted', {
        share: shareOf(ownerUid),
        at,
        origin,
        accessorName: 'Lara Live',
        accessorEmail: email,
      });
      await bus.settled();
      expect(at.getTime() + 1_000 + ms).toBeGreaterThan(clock.now.getTime());
    });
    expect(erased).toBe(1);
    expect(await listed(ownerUid)).toMatchObject([
      { accessorEmail: undefined, accessorName: undefined, ipAddress: undefined },
    ]);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
  });

  it.each([
    ['the service records it', false],
    ['the service fails after the insert and records it again', true],
  ])('erases an event that is redriven during the erasure: %s', async (_how, isKilled) => {
    const ownerUid = uniqueUid();
    const email = `${ownerUid}@example.test`;
    const { context } = stack;
    const { insertInOrder } = context.entries;
    context.entries.insertInOrder = async (added) => {
      context.entries.insertInOrder = insertInOrder;
      expect(await erase({ context }, email)).toBe(0);
      const isInserted = await insertInOrder(added);
      if (isKilled) throw new Error('killed');
      return isInserted;
    };
    await tell(stack.bus, 'downloadCompleted', {
      share: shareOf(ownerUid),
      at: new Date(context.now().getTime() - 120_000),
      origin,
      accessorName: 'Rhea Redriven',
      accessorEmail: email,
      delivery: undefined,
    });
    await stack.bus.settled();
    expect(await listed(ownerUid)).toMatchObject([
      { accessorEmail: undefined, accessorName: undefined, ipAddress: undefined },
    ]);
    const stored = JSON.stringify(await stack.rows.entries.find({ ownerUid }).toArray());
    expect(stored).not.toMatch(/rhea|@example/i);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
  });

  it('deletes the log of a deleted account, and a late event does not recreate it [9.54]', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    await tell(stack.bus, 'userDeleted', { uid: ownerUid });
    await stack.bus.settled();
    await fill(stack, ownerUid, 1);
    expect(await listed(ownerUid)).toEqual([]);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
  });

  it('a dead letter redriven at maximum age does not recreate a deleted log', async () => {
    const ownerUid = uniqueUid();
    await tell(stack.bus, 'userDeleted', { uid: ownerUid });
    await stack.bus.settled();
    const sweepAfterDays = (days: number) => {
      const at = new Date(stack.clock.now.getTime() + days * 86_400_000);
      return forgetRemovedOwners({ ...stack.context, now: () => at });
    };
    await sweepAfterDays(97);
    await fill(stack, ownerUid, 1);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
    await sweepAfterDays(105);
    expect(await stack.context.chains.deletedAmong([ownerUid])).toEqual([]);
  });

  it('an event recorded during deletion does not recreate the log', async () => {
    const ownerUid = uniqueUid();
    const [id = ''] = await fill(stack, ownerUid, 1);
    const { entries } = stack.context;
    const insertInOrder: typeof entries.insertInOrder = async (added) => {
      await removeOwner(stack.context, ownerUid);
      return entries.insertInOrder(added);
    };
    const incident = { ...shareOf(ownerUid), id: `${id}-late`, createdAt: new Date() };
    await record(
      { ...stack.context, entries: { ...entries, insertInOrder } },
      {
        ...incident,
        eventType: 'access_attempt',
        eventStatus: 'success',
        personal: noPersonalData,
      },
    );
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
  });
});

describe('requests', () => {
  it('are refused for the log of another user', async () => {
    const other = stack.as(uniqueUid());
    const refusal = { code: 'permission-denied', reason: 'foreign-user' };
    const ownerUid = uniqueUid();
    expect(await refusalOf(other.listEntries({ ownerUid }))).toMatchObject(refusal);
    expect(await refusalOf(other.verifyChain({ ownerUid }))).toMatchObject(refusal);
    const asked = { ownerUid, fromSize: 0, ownSeq: 0 };
    expect(await refusalOf(other.getHead(asked))).toMatchObject(refusal);
    const read = async () => {
      for await (const _piece of other.exportCsv({ ownerUid }));
    };
    expect(await refusalOf(read())).toMatchObject(refusal);
  });

  it.each([
    ['no owner', { ownerUid: '' }],
    ['a limit above 10000', { ownerUid: 'u', limit: 10_001 }],
    ['a negative limit', { ownerUid: 'u', limit: -1 }],
  ])('refuses %s', async (_, request) => {
    await expect(stack.client.listEntries(request)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });
});
