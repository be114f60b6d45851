import { dumpLines, verifyDump } from '../src/offline.js';
import { fill, startStack, uniqueUid, type Stack } from './harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const verify = (ownerUid: string) => stack.client.verifyChain({ ownerUid });

describe('rows changed in the database itself', () => {
  it.each<[string, Record<string, unknown>]>([
    ['the file name', { filename: 'other.bin' }],
    ['the status', { eventStatus: 'denied' }],
    ['the time', { createdAt: new Date(0) }],
    ['the accessor', { 'personal.accessorEmail': 'somebody.else@example.test' }],
    ['the address, wiped', { 'personal.ipAddress': null }],
    ['a salt', { 'salts.accessorEmail': 'AAAA' }],
    ['a commitment', { 'commitments.accessorEmail': 'AAAA' }],
    ['the hash', { hash: 'AAAA' }],
    ['the owner', { ownerUid: 'somebody else' }],
    ['the position', { seq: 77 }],
    ['the type of a field', { createdAt: 'yesterday' }],
  ])('%s of the third of five: found there', async (_, change) => {
    const ownerUid = uniqueUid();
    const ids = await fill(stack, ownerUid, 5);
    expect(await verify(ownerUid)).toMatchObject({ isValid: true, length: 5 });
    await stack.rows.entries.updateOne({ _id: ids[2] as never }, { $set: change });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 3, length: 2 });
  });

  it('the newest entries cut off: found', async () => {
    const ownerUid = uniqueUid();
    const ids = await fill(stack, ownerUid, 4);
    await stack.rows.entries.deleteMany({ _id: { $in: ids.slice(2) as never[] } });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 3 });
  });

  it('the chain’s own row gone: found', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    await stack.rows.chains.deleteOne({ _id: ownerUid as never });
    expect(await verify(ownerUid)).toMatchObject({ isValid: false, firstBroken: 1 });
  });

  it('nobody is known: valid and empty', async () => {
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
