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

describe('a log', () => {
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
      await publish(stack.bus, 'accessAttempted', {
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
      await publish(stack.bus, 'accessAttempted', { share, at: stack.clock.now, origin });
    await stack.bus.settled();
    for (const match of [{}, { search: 'nn' }]) {
      const { entries, hasMore } = await stack.client.listEntries({ ownerUid, ...match });
      expect(entries.length).toBeLessThan(400);
      expect(hasMore).toBe(true);
    }
  });
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
  ])('are refused with %s', async (_, request) => {
    await expect(stack.client.listEntries(request)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });
});
