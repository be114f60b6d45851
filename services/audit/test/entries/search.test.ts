import {
  fill,
  origin,
  refusalOf,
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

describe('search', () => {
  const fillMixed = async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    await fill(stack, uniqueUid(), 3);
    const share = shareOf(ownerUid, 'Röntgen (1).dcm');
    await publish(stack.bus, 'accessDenied', {
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
    await publish(stack.bus, 'downloadCompleted', {
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
      publish(stack.bus, 'downloadCompleted', {
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
