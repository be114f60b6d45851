import { mongo } from 'mongoose';
import { erasureText, type ChainedEntry } from '../../src/chain/chain.js';
import { dumpLines, verifyDump } from '../../src/chain/offline.js';
import { verifyChain, type Chain } from '../../src/chain/verify.js';
import { integrate } from '../../src/tree/integrate.js';
import { ownerTag } from '../../src/tree/leaf.js';
import { fill, startStack, uniqueUid, type Stack } from '../harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const erasureOf = async (id: string) => {
  const row = await stack.rows.entries.findOne({ _id: id as never });
  const at = new Date();
  const entry = row as unknown as ChainedEntry;
  return { at, ...stack.context.signer.sign(erasureText(entry, at)) };
};
const verify = (ownerUid: string) => stack.client.verifyChain({ ownerUid });

describe('tampering in the database', () => {
  it.each<[string, Record<string, unknown>]>([
    ['the file name', { filename: 'other.bin' }],
    ['the status', { eventStatus: 'denied' }],
    ['the time', { createdAt: new Date(0) }],
    ['the accessor', { 'personal.accessorEmail': 'another@example.test' }],
    ['the address, wiped', { 'personal.ipAddress': null }],
    ['a salt', { 'salts.accessorEmail': 'AAAA' }],
    ['a commitment', { 'commitments.accessorEmail': 'AAAA' }],
    ['the hash', { hash: 'AAAA' }],
    ['what a download is based on', { 'delivery.standing': 'confirmed' }],
    ['the acknowledged bytes', { 'delivery.bytes': 99 }],
    ['an additional field of a delivery', { 'delivery.note': 'x' }],
    ['a removed delivery', { delivery: null }],
    ['the owner', { ownerUid: 'another owner' }],
    ['the position', { seq: 77 }],
    ['the type of a field', { createdAt: 'yesterday' }],
  ])('%s of the third of five: found there', async (_, change) => {
    const ownerUid = uniqueUid();
    const ids = await fill(stack, ownerUid, 5);
    expect(await verify(ownerUid)).toMatchObject({ isValid: true, length: 5 });
    await stack.rows.entries.updateOne({ _id: ids[2] as never }, { $set: change });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 3, length: 2 });
  });

  it('detects removal of the newest entries', async () => {
    const ownerUid = uniqueUid();
    const ids = await fill(stack, ownerUid, 4);
    await stack.rows.entries.deleteMany({ _id: { $in: ids.slice(2) as never[] } });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 3 });
  });

  it('detects removal of the newest entries with their signature', async () => {
    const ownerUid = uniqueUid();
    const ids = await fill(stack, ownerUid, 4);
    await stack.rows.entries.deleteMany({ _id: { $in: ids.slice(2) as never[] } });
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, { $unset: { checkpoint: 1 } });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false });
  });

  it('detects removal of the base from the chain row', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, { $unset: { base: 1 } });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 1 });
  });

  it('detects removal of the chain row', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    await stack.rows.chains.deleteOne({ _id: ownerUid as never });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 1 });
  });

  it.each([
    ['base', { 'base.seq': Number.NaN }],
    ['base without a number', { base: 'gone' }],
    ['checkpoint', { 'checkpoint.seq': 'two' }],
  ])('a tampered %s is detected, and does not keep other logs out of the tree', async (_, row) => {
    const ownerUid = uniqueUid();
    const otherUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, { $set: row });
    await fill(stack, otherUid, 1);
    await integrate(stack.context);
    expect(await stack.context.tree.lastEntry(ownerTag(otherUid))).toMatchObject({ seq: 1 });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false });
  });

  it.each([['two'], [Number.NaN], [Number.POSITIVE_INFINITY], [-1], [undefined]])(
    'many logs with %p as the position of their checkpoint keep no log out of the tree',
    async (seq) => {
      const at = new Date(0);
      const rows = Array.from({ length: 250 }, () => ({
        _id: uniqueUid() as never,
        isPending: true,
        checkpoint: { ...(seq !== undefined && { seq }), hash: '', at },
      }));
      await stack.rows.chains.insertMany(rows);
      const otherUid = uniqueUid();
      await fill(stack, otherUid, 1);
      await integrate(stack.context);
      await stack.rows.chains.deleteMany({ 'checkpoint.at': at });
      expect(await stack.context.tree.lastEntry(ownerTag(otherUid))).toMatchObject({ seq: 1 });
    },
  );

  it('a tampered position in the tree keeps no log out of the tree', async () => {
    const ownerUid = uniqueUid();
    const otherUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    const row = { $set: { treeSeq: Number.NaN } };
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, row);
    await fill(stack, otherUid, 1);
    await integrate(stack.context);
    expect(await stack.context.tree.lastEntry(ownerTag(otherUid))).toMatchObject({ seq: 1 });
    expect(await stack.context.tree.lastEntry(ownerTag(ownerUid))).toMatchObject({ seq: 2 });
    expect(await verify(ownerUid)).toMatchObject({ isValid: true });
  });

  it('a tampered erasure is detected, and does not keep other logs out of the tree', async () => {
    const ownerUid = uniqueUid();
    const otherUid = uniqueUid();
    const [id = ''] = await fill(stack, ownerUid, 2);
    const row = { $set: { erasure: { at: 'never' } } };
    await stack.rows.entries.updateOne({ _id: id as never }, row);
    await fill(stack, otherUid, 1);
    await integrate(stack.context);
    expect(await stack.context.tree.lastEntry(ownerTag(otherUid))).toMatchObject({ seq: 1 });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false });
  });

  it('an unknown owner has a valid, empty log', async () => {
    expect(await verify(uniqueUid())).toMatchObject({ isValid: true, length: 0 });
  });

  it('a dump from the database verifies offline', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    const { chains, entries, signer } = stack.context;
    const chain = await chains.get(ownerUid);
    if (!chain) throw new Error('no chain');
    const lines = dumpLines(chain, entries.inOrder(ownerUid, chain.base.seq));
    const reports = [];
    for await (const report of verifyDump(lines, signer)) reports.push(report);
    expect(reports).toMatchObject([{ ownerUid, isValid: true, length: 3 }]);
  });
});

describe('any flipped byte of any stored row', () => {
  const { BSON } = mongo;

  /** The rows after the change; undefined if a database could not read them. */
  const withFlip = (row: object, at: number, bit: number): Record<string, unknown> | undefined => {
    const bytes = Buffer.from(BSON.serialize(row));
    bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << bit), at);
    try {
      return BSON.deserialize(bytes);
    } catch {
      return undefined;
    }
  };

  async function* each(rows: readonly Record<string, unknown>[]) {
    for (const { _id, ...row } of rows) {
      yield await Promise.resolve({ ...row, id: _id } as unknown as ChainedEntry);
    }
  }

  const verifyRows = (
    chainRow: Record<string, unknown>,
    entries: readonly Record<string, unknown>[],
    ownerUid: string,
  ) => {
    const { _id, ...rest } = chainRow;
    // The owner is looked up by id; a changed id is not found, which is a fault too.
    if (_id !== ownerUid || entries.some((entry) => entry['ownerUid'] !== ownerUid)) return false;
    const chain = { ...rest, ownerUid } as unknown as Chain;
    return verifyChain(chain, each(entries), stack.context.signer).then(({ isValid }) => isValid);
  };

  it('is detected', async () => {
    const ownerUid = uniqueUid();
    const ids = await fill(stack, ownerUid, 3);
    await stack.context.entries.erase(ids[1] ?? '', await erasureOf(ids[1] ?? ''));
    const entries = await stack.rows.entries.find({ ownerUid }).sort({ seq: 1 }).toArray();
    const stored = await stack.rows.chains.findOne({ _id: ownerUid as never });
    if (!stored) throw new Error('no chain');
    // `isPending` and `treeSeq`, which say what enters the tree next, are no evidence: erased-log.test.ts changes them.
    const { isPending: _isPending, treeSeq: _treeSeq, ...chain } = stored;
    expect(await verifyRows(chain, entries, ownerUid)).toBe(true);

    const unseen: string[] = [];
    for (const [index, row] of [...entries, chain].entries()) {
      const size = BSON.serialize(row).length;
      for (let at = 0; at < size; at += 1) {
        const changed = withFlip(row, at, at % 8);
        if (!changed) continue;
        const isChain = index === entries.length;
        const rows = entries.map((entry, position) => (position === index ? changed : entry));
        if (await verifyRows(isChain ? changed : chain, rows, ownerUid)) {
          unseen.push(`row ${index}, byte ${at} of ${size}`);
        }
      }
    }
    expect(unseen).toEqual([]);
  });
});
