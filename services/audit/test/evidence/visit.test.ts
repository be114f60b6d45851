/**
 * What a visit to the audit log finds in a log under its signed head: the page compares heads and has the log verified.
 */
import { jest } from '@jest/globals';
import { ServiceError } from '@tandem/kit';
import type { RememberedHead } from '@tandem/proto/browser/audit/audit-head';
import { announceRemoval } from '../../src/audit-log.js';
import { erasureText } from '../../src/chain/chain.js';
import { signPoint } from '../../src/chain/sign-point.js';
import { noPersonalData } from '../../src/entry/entry.js';
import { integrate } from '../../src/tree/integrate.js';
import { erase, fill, startStack, uniqueUid, type Stack } from '../harness.js';
import { ownerBrowser, type Answer } from './owner-browser.js';

let stack: Stack;
let browser: ReturnType<typeof ownerBrowser>;
beforeAll(async () => {
  stack = await startStack();
  browser = ownerBrowser(stack);
});
afterAll(() => stack.stop());

const minutes = (count: number): void => {
  stack.clock.now = new Date(stack.clock.now.getTime() + count * 60_000);
};

const visit = async (ownerUid: string, remembered: RememberedHead | null = null) => {
  const entries = await stack.client.verifyChain({ ownerUid, recent: true });
  try {
    return { ...(await browser.compare(ownerUid, remembered)), entries };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { fault: error.reason, next: remembered, entries };
  }
};

/** An owner of six entries after a visit, more than ten minutes later. */
const visited = async () => {
  const ownerUid = uniqueUid();
  await fill(stack, ownerUid, 6);
  await integrate(stack.context);
  const first = await visit(ownerUid);
  expect(first).toMatchObject({ fault: null, entries: { isValid: true, length: 6 } });
  minutes(11);
  return { ownerUid, remembered: first.next };
};

describe('a visit after an attack without the signing key', () => {
  it.each([
    ['entries between were deleted', [2, 3, 4], 2],
    ['all entries but the newest were deleted', [1, 2, 3, 4, 5], 1],
  ])('finds that %s', async (_what, seqs, firstBroken) => {
    const { ownerUid, remembered } = await visited();
    await stack.rows.entries.deleteMany({ ownerUid, seq: { $in: seqs } });
    const { entries } = await visit(ownerUid, remembered);
    expect(entries).toMatchObject({ isValid: false, firstBroken });
  });

  it('finds that the fields of an earlier entry were changed', async () => {
    const { ownerUid, remembered } = await visited();
    const change = { $set: { filename: 'harmless.txt' } };
    await stack.rows.entries.updateOne({ ownerUid, seq: 2 }, change);
    const { entries } = await visit(ownerUid, remembered);
    expect(entries).toMatchObject({ isValid: false, firstBroken: 2 });
  });

  it.each([
    ['name', { filename: 'harmless.txt' }],
    ['time', { createdAt: new Date('2001-01-01') }],
    ['type of time', { createdAt: 'yesterday' }],
  ])('is refused a head when the newest entry has another %s', async (_what, change) => {
    const { ownerUid, remembered } = await visited();
    await stack.rows.entries.updateOne({ ownerUid, seq: 6 }, { $set: change });
    const { fault, entries } = await visit(ownerUid, remembered);
    expect(fault).toBe('audit-log-damaged');
    expect(entries).toMatchObject({ isValid: false, firstBroken: 6 });
  });
});

describe('a visit after an attack with the signing key', () => {
  it('finds that personal fields were erased without a record in the tree', async () => {
    const { ownerUid, remembered } = await visited();
    const entry = await stack.context.entries.at(ownerUid, 2);
    if (!entry) throw new Error('no entry');
    const at = stack.clock.now;
    const erasure = { at, ...stack.context.signer.sign(erasureText(entry, at)) };
    const change = { $set: { personal: noPersonalData, salts: {}, erasure } };
    await stack.rows.entries.updateOne({ ownerUid, seq: 2 }, change);
    const { entries } = await visit(ownerUid, remembered);
    expect(entries).toMatchObject({ isValid: false, firstBroken: 2 });
    expect(entries.detail).toMatch(/erased without a record/);
  });

  it('finds no fault in an erasure with a record', async () => {
    const { ownerUid, remembered } = await visited();
    expect(await erase(stack, 'person1@example.test')).toBeGreaterThan(0);
    expect(await visit(ownerUid, remembered)).toMatchObject({
      fault: null,
      entries: { isValid: true },
    });
  });
});

describe('the time of the newest entry', () => {
  const removeUpTo = async (ownerUid: string, seq: number): Promise<void> => {
    const last = await stack.context.entries.at(ownerUid, seq);
    if (!last) throw new Error('no entry');
    await announceRemoval(stack.context, 'retention', ownerUid, last);
    await stack.context.chains.saveBase(ownerUid, signPoint(stack.context, 'base', ownerUid, last));
    await stack.context.entries.removeUpTo(ownerUid, seq);
  };
  const withTime = (createdAt: string) => (answer: Answer) => ({
    ...answer,
    newest: answer.newest && { ...answer.newest, createdAt },
  });

  it('is the one that its hash covers: an operator cannot remove entries early by stating an earlier one', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 4);
    await integrate(stack.context);
    const entry = await stack.context.entries.at(ownerUid, 4);
    const first = await browser.compare(ownerUid, null, withTime('2001-01-01T00:00:00.000Z'));
    const createdAt = entry?.createdAt.toISOString();
    expect(first.next).toMatchObject({ own: { createdAt }, marks: [{ createdAt }] });
    await fill(stack, ownerUid, 1);
    await removeUpTo(ownerUid, 4);
    expect(await visit(ownerUid, first.next)).toMatchObject({ fault: 'entry-removed', seq: 4 });
  });

  it('replaces a time that an earlier version stored without a proof', async () => {
    const { ownerUid, remembered } = await visited();
    if (!remembered?.own) throw new Error('nothing remembered');
    const own = { ...remembered.own, createdAt: '2001-01-01T00:00:00.000Z' };
    const { next } = await visit(ownerUid, { ...remembered, own });
    expect(next?.own).toEqual(remembered.own);
  });

  it('is not accepted from a service of an earlier version, which does not prove it', async () => {
    const { ownerUid, remembered } = await visited();
    const withoutContent = (answer: Answer) => ({
      ...answer,
      newest: answer.newest && { ...answer.newest, content: '' },
    });
    await fill(stack, ownerUid, 1);
    expect(await browser.compare(ownerUid, remembered, withoutContent)).toEqual({
      fault: null,
      next: remembered,
      isUnproven: true,
    });
  });
});

describe('the verification of a visit', () => {
  it('reads the entries once in ten minutes, however often and wherever the page is opened', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    const inOrder = jest.spyOn(stack.context.entries, 'inOrder');
    const [report, other] = await Promise.all([
      stack.client.verifyChain({ ownerUid, recent: true }),
      stack.client.verifyChain({ ownerUid, recent: true }),
    ]);
    await fill(stack, ownerUid, 1);
    minutes(9);
    expect(await stack.client.verifyChain({ ownerUid, recent: true })).toEqual(report);
    expect(other).toEqual(report);
    expect(inOrder).toHaveBeenCalledTimes(1);
    minutes(1);
    const later = await stack.client.verifyChain({ ownerUid, recent: true });
    expect(later).toMatchObject({ length: 3, at: stack.clock.now });
    expect(inOrder).toHaveBeenCalledTimes(2);
    inOrder.mockRestore();
  });

  it('reuses one made on demand, which always reads the entries', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    expect(await stack.client.verifyChain({ ownerUid, recent: true })).toMatchObject({ length: 2 });
    await fill(stack, ownerUid, 1);
    const renewed = await stack.client.verifyChain({ ownerUid });
    expect(renewed.length).toBe(3);
    expect(await stack.client.verifyChain({ ownerUid, recent: true })).toEqual(renewed);
  });
});
