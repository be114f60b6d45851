import { removeOldEntries } from '../../src/entry/sweep.js';
import { entriesOf, fill, passRetention, startStack, uniqueUid, type Stack } from '../harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

describe('retention', () => {
  it('removes entries past the retention; the rest verifies from its signed base [9.58]', async () => {
    const ownerUid = uniqueUid();
    stack.clock.now = new Date(Date.UTC(2025, 0, 10));
    await fill(stack, ownerUid, 3);
    stack.clock.now = new Date(Date.UTC(2025, 11, 1));
    await fill(stack, ownerUid, 2);
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    await Promise.all([removeOldEntries(stack.context, 12), removeOldEntries(stack.context, 12)]);
    await passRetention(stack, 12);
    expect(await entriesOf(stack, ownerUid)).toHaveLength(2);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 2,
    });

    stack.clock.now = new Date(Date.UTC(2027, 0, 20));
    await passRetention(stack, 12);
    expect(await entriesOf(stack, ownerUid)).toEqual([]);
    await fill(stack, ownerUid, 1);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 1,
    });
  });

  it('removes the old entries of every other log when one has a tampered position', async () => {
    const [tampered, other] = [uniqueUid(), uniqueUid()];
    stack.clock.now = new Date(Date.UTC(2025, 0, 10));
    await fill(stack, tampered, 1);
    stack.clock.now = new Date(Date.UTC(2025, 0, 11));
    await fill(stack, other, 1);
    stack.clock.now = new Date(Date.UTC(2025, 11, 1));
    const [id = ''] = await fill(stack, tampered, 1);
    const row = { $set: { seq: 'two' } };
    await stack.rows.entries.updateOne({ _id: id as never }, row);
    const reported = `(logs: 1, first owner: ${tampered})`;
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    await expect(removeOldEntries(stack.context, 12)).rejects.toThrow(reported);
    stack.clock.now = new Date(Date.UTC(2026, 0, 21));
    await expect(removeOldEntries(stack.context, 12)).rejects.toThrow(reported);
    expect(await stack.rows.entries.countDocuments({ ownerUid: other })).toBe(0);
    expect(await stack.rows.entries.countDocuments({ ownerUid: tampered })).toBe(2);
    await stack.rows.entries.deleteMany({ ownerUid: tampered });
  });

  it('removes entries although one expires between any two runs of the replicas', async () => {
    const ownerUid = uniqueUid();
    stack.clock.now = new Date('2025-03-01T12:00:00Z');
    await fill(stack, ownerUid, 30);
    for (let minute = 30; minute <= 46; minute += 1) {
      stack.clock.now = new Date(`2026-03-01T11:${minute}:30Z`);
      await removeOldEntries(stack.context, 12);
    }
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(29);
    expect(await entriesOf(stack, ownerUid)).toHaveLength(13);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 13,
    });
  });

  it('does not list removed entries again when the retention becomes longer', async () => {
    const ownerUid = uniqueUid();
    stack.clock.now = new Date(Date.UTC(2025, 0, 10));
    await fill(stack, ownerUid, 3);
    stack.clock.now = new Date(Date.UTC(2025, 11, 1));
    await fill(stack, ownerUid, 2);
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    await removeOldEntries(stack.context, 12);
    stack.clock.now = new Date(Date.UTC(2026, 0, 21));
    await removeOldEntries(stack.context, 24);
    expect(await entriesOf(stack, ownerUid)).toHaveLength(2);
    const search = { ownerUid, search: 'file', eventType: 'download_completed' };
    expect((await stack.client.listEntries(search)).entries).toHaveLength(2);
  });

  it('keeps entries within the retention although the stored base is behind them', async () => {
    const ownerUid = uniqueUid();
    stack.clock.now = new Date(Date.UTC(2025, 0, 10));
    await fill(stack, ownerUid, 3);
    stack.clock.now = new Date(Date.UTC(2025, 11, 1));
    await fill(stack, ownerUid, 2);
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, { $set: { 'base.seq': 5 } });
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    await passRetention(stack, 12);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(2);
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
    await passRetention(stack, 12);
    expect(await entriesOf(stack, ownerUid)).toHaveLength(1);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 1,
    });
  });
});

describe('the end of retention', () => {
  it('does not come early when the month of the cutoff has no such day', async () => {
    const ownerUid = uniqueUid();
    stack.clock.now = new Date('2026-03-01T12:00:00Z');
    await fill(stack, ownerUid, 4);
    const left = async (now: string) => {
      stack.clock.now = new Date(now);
      await passRetention(stack, 6);
      return (await stack.client.listEntries({ ownerUid })).entries.length;
    };
    expect(await left('2026-08-31T12:00:00Z')).toBe(4);
    expect(await left('2026-09-01T12:00:00Z')).toBe(0);
  });

  it('applies to an owner behind many entries that were recorded late', async () => {
    const [late, ownerUid] = [uniqueUid(), uniqueUid()];
    stack.clock.now = new Date('2026-03-01T12:00:00Z');
    await fill(stack, ownerUid, 2);
    stack.clock.now = new Date('2026-08-01T12:00:00Z');
    await fill(stack, late, 1);
    const createdAt = new Date('2026-02-01T12:00:00Z');
    const rows = Array.from({ length: 1_200 }, (_, index) => ({
      _id: `${late}-${index}` as never,
      ownerUid: late,
      seq: index + 2,
      createdAt,
    }));
    await stack.rows.entries.insertMany(rows);
    stack.clock.now = new Date('2026-09-02T12:00:00Z');
    await passRetention(stack, 6);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
    expect(await stack.rows.entries.countDocuments({ ownerUid: late })).toBe(1_201);
    stack.clock.now = new Date('2027-03-02T12:00:00Z');
    await passRetention(stack, 6);
    expect(await stack.rows.entries.countDocuments({ ownerUid: late })).toBe(0);
  });
});
