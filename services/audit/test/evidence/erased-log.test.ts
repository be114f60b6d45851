/**
 * Attackers who hold the database, with or without the signing key, against those who kept an earlier head. The owner's
 * browser is played by the code that the page runs, the service is reached over gRPC.
 */

import { ServiceError } from '@tandem/kit';
import { compareHeads, type HeadFault } from '@tandem/proto/browser/audit/audit-head';
import { announceRemoval, removeOwner, verifyRecorded } from '../../src/audit-log.js';
import { chainAfter, genesis } from '../../src/chain/chain.js';
import { signPoint } from '../../src/chain/sign-point.js';
import { removeOldEntries } from '../../src/entry/sweep.js';
import { currentTree } from '../../src/tree/current.js';
import type { SignedHead } from '../../src/tree/head.js';
import { integrate } from '../../src/tree/integrate.js';
import { entryLeaf, ownerTag } from '../../src/tree/leaf.js';
import { ownerHead as ownerHeadOf } from '../../src/tree/owner-head.js';
import { keepHead } from '../../src/tree/tasks.js';
import { verifyTree } from '../../src/tree/verify-tree.js';
import { erase, fill, startStack, uniqueUid, type Stack } from '../harness.js';
import { ownerBrowser, retentionMonths, type Answer } from './owner-browser.js';

let stack: Stack;
let answerFor: ReturnType<typeof ownerBrowser>['answerFor'];
let compare: ReturnType<typeof ownerBrowser>['compare'];
beforeEach(async () => {
  stack = await startStack();
  ({ answerFor, compare } = ownerBrowser(stack));
});
afterEach(() => stack.stop());

/** An owner whose browser remembers four entries, beside other owners. */
const victim = async () => {
  const ownerUid = uniqueUid();
  await fill(stack, uniqueUid(), 2);
  await fill(stack, ownerUid, 4);
  await fill(stack, uniqueUid(), 2);
  await integrate(stack.context);
  const { fault, next } = await compare(ownerUid, null);
  expect(fault).toBeNull();
  expect(next?.own?.seq).toBe(4);
  await keepHead(stack.context);
  /** The browser's verdict on the log as it is; `refused` when the service does not sign it. */
  const verdict = async (): Promise<HeadFault | 'refused' | null> => {
    try {
      return (await compare(ownerUid, next)).fault;
    } catch (error) {
      if (error instanceof ServiceError && error.reason === 'audit-log-damaged') return 'refused';
      throw error;
    }
  };
  expect(await verdict()).toBeNull();
  const isValid = async () => (await stack.client.verifyChain({ ownerUid })).isValid;
  return { ownerUid, verdict, isValid };
};

/** A process without memory of what was signed. */
const restartService = (): void => {
  stack.context.heads.last = null;
};

const snapshot = async () => {
  const copies = await Promise.all(
    Object.values(stack.rows).map(async (rows) => [rows, await rows.find({}).toArray()] as const),
  );
  return async (): Promise<void> => {
    for (const [rows, copy] of copies) {
      await rows.deleteMany({});
      if (copy.length > 0) await rows.insertMany(copy);
    }
  };
};

/** Replaces the tree by these leaves, numbered anew, with nothing derived from the old one. */
const replaceLeaves = async (leaves: readonly object[]): Promise<void> => {
  for (const rows of [stack.rows.leaves, stack.rows.nodes, stack.rows.heads])
    await rows.deleteMany({});
  await stack.rows.leaves.insertMany(
    leaves.map((leaf, index) => ({ ...leaf, _id: index as never })),
  );
  restartService();
};

const dropLog = async (ownerUid: string): Promise<void> => {
  await stack.rows.entries.deleteMany({ ownerUid });
  await stack.rows.chains.deleteOne({ _id: ownerUid as never });
};

describe('an attack on one log without the signing key', () => {
  it('detects a rollback to an earlier, validly signed state', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    const chain = await stack.rows.chains.findOne({ _id: ownerUid as never });
    await fill(stack, ownerUid, 3);
    const { next } = await compare(ownerUid, null);
    await stack.rows.entries.deleteMany({ ownerUid, seq: { $gt: 2 } });
    await stack.rows.chains.replaceOne({ _id: ownerUid as never }, chain ?? {});
    expect((await compare(ownerUid, next)).fault).toBe('entry-removed');
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: false,
      firstBroken: 3,
    });
  });

  it('detects a log deleted as a whole', async () => {
    const { ownerUid, verdict, isValid } = await victim();
    await dropLog(ownerUid);
    expect(await verdict()).toBe('entry-removed');
    expect(await isValid()).toBe(false);
  });

  it('detects a log deleted with its leaves: the service signs no tree with a gap', async () => {
    const { ownerUid, verdict } = await victim();
    await dropLog(ownerUid);
    await stack.rows.leaves.deleteMany({ owner: ownerTag(ownerUid) });
    restartService();
    expect(await verdict()).toBe('refused');
  });

  it('detects a log deleted with its leaves, the others moved up and every trace of earlier heads removed', async () => {
    const { ownerUid, verdict } = await victim();
    await dropLog(ownerUid);
    const others = await stack.rows.leaves.find({}).sort({ _id: 1 }).toArray();
    await replaceLeaves(others.filter(({ owner }) => owner !== ownerTag(ownerUid)));
    expect(await verdict()).toBe('rolled-back');
    await fill(stack, uniqueUid(), 9);
    await integrate(stack.context);
    expect(await verdict()).toBe('rewritten');
  });

  it('detects a log marked as deleted together with its account', async () => {
    const { ownerUid, verdict, isValid } = await victim();
    await stack.rows.entries.deleteMany({ ownerUid });
    const mark = { $set: { deletedAt: new Date() } } as never;
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, mark);
    expect(await verdict()).toBe('entry-removed');
    expect(await isValid()).toBe(false);
  });

  it('detects entries kept out of the tree by changed bookkeeping', async () => {
    const { ownerUid, isValid } = await victim();
    await fill(stack, ownerUid, 1);
    expect(await isValid()).toBe(true);
    await fill(stack, ownerUid, 1);
    const change = { $set: { isPending: false, treeSeq: 99 } } as never;
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, change);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: false,
      detail: 'Entry 6 is not in the tree.',
    });
  });

  it('detects a deletion covered by an unsigned removal record', async () => {
    const { ownerUid, isValid } = await victim();
    await dropLog(ownerUid);
    const owner = ownerTag(ownerUid);
    const text = JSON.stringify(['deletion', owner, 4, 'hash', Date.now(), 'a1', 'A'.repeat(86)]);
    const size = await stack.context.tree.size();
    const leaf = { key: `deletion:${owner}`, text, owner, kind: 'deletion', seq: 4 };
    await stack.rows.leaves.insertOne({ _id: size as never, ...leaf });
    expect(await isValid()).toBe(false);
  });
});

describe('an attack on all logs without the signing key', () => {
  it('detects a rollback of the whole database', async () => {
    await fill(stack, uniqueUid(), 2);
    await integrate(stack.context);
    await keepHead(stack.context);
    const restore = await snapshot();
    const { verdict } = await victim();
    await restore();
    expect(await verdict()).toBe('refused');
    restartService();
    expect(await verdict()).toBe('rolled-back');
    await fill(stack, uniqueUid(), 20);
    await integrate(stack.context);
    expect(await verdict()).toBe('rewritten');
  });

  it('detects that all logs were removed', async () => {
    const { verdict } = await victim();
    for (const rows of Object.values(stack.rows)) await rows.deleteMany({});
    expect(await verdict()).toBe('refused');
    restartService();
    expect(await verdict()).toBe('rolled-back');
  });

  it('detects a change of one leaf', async () => {
    const { verdict } = await victim();
    const text = JSON.stringify(['entry', ownerTag('another'), 1, 'hash']);
    await stack.rows.leaves.updateOne({ _id: 0 as never }, { $set: { text } });
    expect(await verdict()).toBe('refused');
    await stack.rows.heads.deleteMany({});
    restartService();
    expect(await verdict()).toBe('rewritten');
  });
});

/** The entries after the second, replaced by others with valid hashes and signatures. */
const rewriteLog = async (ownerUid: string) => {
  const kept = await stack.rows.entries.find({ ownerUid }).sort({ seq: 1 }).toArray();
  let head = { ...genesis(ownerUid) };
  for (const row of kept) {
    const {
      _id,
      seq,
      hash,
      prevHash: _prev,
      salts: _s,
      commitments: _c,
      ...rest
    } = row as never as {
      _id: string;
      seq: number;
      hash: string;
    } & Record<string, unknown>;
    if (seq <= 2) {
      head = { seq, hash };
      continue;
    }
    const changed = { ...rest, id: _id, filename: 'harmless.txt' } as never;
    const { id, ...entry } = chainAfter(head, changed);
    await stack.rows.entries.replaceOne({ _id: id as never }, entry);
    head = { seq, hash: entry.hash };
  }
  const checkpoint = signPoint(stack.context, 'checkpoint', ownerUid, head);
  await stack.rows.chains.updateOne({ _id: ownerUid as never }, { $set: { checkpoint } });
};

describe('an attack on one log with the signing key', () => {
  it('detects that all entries but the newest were removed as if their retention had ended', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    const first = await compare(ownerUid, null);
    await fill(stack, ownerUid, 2);
    const second = await compare(ownerUid, first.next);
    expect([second.fault, second.next?.own?.seq]).toEqual([null, 4]);
    // Signed and recorded like a lawful removal.
    const last = await stack.context.entries.at(ownerUid, 3);
    if (!last) throw new Error('no entry');
    await announceRemoval(stack.context, 'retention', ownerUid, last);
    await stack.context.chains.saveBase(ownerUid, signPoint(stack.context, 'base', ownerUid, last));
    await stack.context.entries.removeUpTo(ownerUid, 3);
    expect((await stack.client.verifyChain({ ownerUid })).isValid).toBe(true);
    expect(await compare(ownerUid, second.next)).toMatchObject({ fault: 'entry-removed', seq: 2 });
  });

  it('detects a rewritten log when the tree was left unchanged', async () => {
    const { ownerUid, verdict, isValid } = await victim();
    await rewriteLog(ownerUid);
    expect(await verdict()).toBe('entry-changed');
    expect(await isValid()).toBe(false);
  });

  it('detects a log rewritten together with the tree', async () => {
    const { ownerUid, verdict, isValid } = await victim();
    await rewriteLog(ownerUid);
    const owner = ownerTag(ownerUid);
    const entries = await stack.context.entries.points(ownerUid, 0, 99, 99);
    const leaves = await stack.rows.leaves.find({}).sort({ _id: 1 }).toArray();
    await replaceLeaves(
      leaves.map((leaf) => {
        const entry = entries.find(({ seq }) => leaf['owner'] === owner && leaf['seq'] === seq);
        return entry ? entryLeaf(owner, entry) : leaf;
      }),
    );
    // The database alone is flawless now.
    expect(await isValid()).toBe(true);
    expect(await verdict()).toBe('rewritten');
  });

  it.each(['retention', 'deletion'] as const)(
    'detects a log removed with a signed record of a %s that did not happen',
    async (kind) => {
      const { ownerUid, verdict } = await victim();
      const last = await stack.context.entries.last(ownerUid);
      if (!last) throw new Error('no entry');
      await announceRemoval(stack.context, kind, ownerUid, last);
      await dropLog(ownerUid);
      expect(await verdict()).toBe('entry-removed');
    },
  );
});

describe('the whole tree, recomputed by the command', () => {
  const verifyAll = async (kept: SignedHead[] = []) => {
    const { tree, signer, entries } = stack.context;
    return (await verifyTree({ tree, verifier: signer }, await entries.owners(), kept)).faults;
  };

  it('is valid, also with a head from elsewhere and a deleted account', async () => {
    await victim();
    const { head } = await currentTree(stack.context);
    const other = uniqueUid();
    await fill(stack, other, 30);
    await removeOwner(stack.context, other);
    await keepHead(stack.context);
    const { tree, signer } = stack.context;
    const report = await verifyTree(
      { tree, verifier: signer },
      await stack.context.entries.owners(),
      [head],
    );
    expect(report.faults).toEqual([]);
    expect(report).toMatchObject({ root: (await currentTree(stack.context)).head.root });
  });

  it('covers more owners than one reply of the database may contain', async () => {
    const prefix = uniqueUid();
    const owners = Array.from({ length: 1_100 }, (_, index) => `${prefix}-${10_000 + index}`);
    const rows = owners.flatMap((ownerUid) => [1, 2].map((seq) => ({ ownerUid, seq })));
    await stack.rows.entries.insertMany(rows);
    let found: string[] = [];
    const commands = await stack.commandsDuring(async () => {
      found = await stack.context.entries.owners();
    });
    expect(found.filter((uid) => uid.startsWith(prefix))).toEqual(owners);
    expect(commands).toContain('getMore');
    await stack.rows.entries.deleteMany({ ownerUid: { $in: owners } });
  });

  it('differs from a kept head after any change, and misses a log', async () => {
    const { ownerUid } = await victim();
    const { head } = await currentTree(stack.context);
    await dropLog(ownerUid);
    expect(await verifyAll()).toEqual([
      `The log of ${ownerTag(ownerUid)} was removed without a record of it.`,
    ]);
    const leaves = await stack.rows.leaves.find({}).sort({ _id: 1 }).toArray();
    await replaceLeaves(leaves.filter(({ owner }) => owner !== ownerTag(ownerUid)));
    // Without what others kept, the database is flawless.
    expect(await verifyAll()).toEqual([]);
    expect((await verifyAll([head])).join()).toMatch(/fewer than the/);
    await fill(stack, uniqueUid(), 9);
    await integrate(stack.context);
    expect((await verifyAll([head])).join()).toMatch(/are not those of the head/);
    expect(await verifyAll([{ ...head, size: 1 }])).toContain('A head of 1 records is not signed.');
  });
});

describe('lawful changes', () => {
  it("raises no alarm for growth, erasure, retention or another account's deletion", async () => {
    const { ownerUid, verdict, isValid } = await victim();
    await fill(stack, ownerUid, 3);
    expect(await verdict()).toBeNull();
    expect(await erase(stack, 'person1@example.test')).toBeGreaterThan(0);
    const other = uniqueUid();
    await fill(stack, other, 2);
    await removeOwner(stack.context, other);
    expect(await stack.client.verifyChain({ ownerUid: other })).toMatchObject({ isValid: true });
    expect(await verdict()).toBeNull();
    expect(await isValid()).toBe(true);
    stack.clock.now = new Date(stack.clock.now.getTime() + 400 * 86_400_000);
    await removeOldEntries(stack.context, retentionMonths);
    expect((await stack.client.listEntries({ ownerUid })).entries).toEqual([]);
    expect(await verdict()).toBeNull();
    expect(await isValid()).toBe(true);
  });

  it('raises no alarm for an owner who never had a log', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, uniqueUid(), 2);
    const { fault, next } = await compare(ownerUid, null);
    expect({ fault, own: next?.own }).toEqual({ fault: null, own: null });
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
  });
});

describe('the end of retention', () => {
  it('does not come early when the month of the cutoff has no such day', async () => {
    const ownerUid = uniqueUid();
    stack.clock.now = new Date('2026-03-01T12:00:00Z');
    await fill(stack, ownerUid, 4);
    const left = async (now: string) => {
      stack.clock.now = new Date(now);
      await removeOldEntries(stack.context, 6);
      return (await stack.client.listEntries({ ownerUid })).entries.length;
    };
    expect(await left('2026-08-31T12:00:00Z')).toBe(4);
    expect(await left('2026-09-01T12:00:00Z')).toBe(0);
  });

  it('comes for an owner behind many entries that were recorded late', async () => {
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
    await removeOldEntries(stack.context, 6);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
    expect(await stack.rows.entries.countDocuments({ ownerUid: late })).toBe(1_201);
    stack.clock.now = new Date('2027-03-02T12:00:00Z');
    await removeOldEntries(stack.context, 6);
    expect(await stack.rows.entries.countDocuments({ ownerUid: late })).toBe(0);
  });
});

describe('an answer that does not prove itself', () => {
  it.each<[string, (answer: Answer) => object]>([
    ['another signature', ({ head }) => ({ head: { ...head, signature: 'A'.repeat(86) } })],
    ['another size', ({ head }) => ({ head: { ...head, size: head.size + 1 } })],
    [
      'no path',
      ({ newest }) => ({ newest: newest && { ...newest, proof: { ...newest.proof, path: [] } } }),
    ],
    ['another entry', ({ newest }) => ({ newest: newest && { ...newest, seq: 3 } })],
    [
      'another time in the content',
      ({ newest }) => {
        const content = newest?.content.replace(/,1\d{12},/, ',978307200000,') ?? '';
        return { newest: newest && { ...newest, content } };
      },
    ],
    [
      'no leaf',
      ({ newest }) => ({ newest: newest && { ...newest, proof: { ...newest.proof, text: '' } } }),
    ],
  ])('is not accepted: %s', async (_name, change) => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 4);
    const answer = await answerFor(ownerUid, null);
    const changed = { ...answer, ...change(answer) };
    const context = { ownerUid, nowMs: Date.now(), retentionMonths };
    expect((await compareHeads(null, answer, context)).fault).toBeNull();
    expect(await compareHeads(null, changed, context)).toEqual({ fault: 'invalid', next: null });
  });
});

describe('activity during a comparison', () => {
  it('raises no alarm for an entry recorded and moved into the tree while the log is verified', async () => {
    const { ownerUid } = await victim();
    const { tree } = stack.context;
    // A cursor returns rows that are inserted behind its position.
    const ofOwner: typeof tree.ofOwner = async function* (owner, kind) {
      yield* tree.ofOwner(owner, kind);
      if (kind !== 'entry') return;
      await fill(stack, ownerUid, 1);
      await integrate(stack.context);
      for await (const leaf of tree.ofOwner(owner, kind)) if (leaf.seq === 5) yield leaf;
    };
    const context = { ...stack.context, tree: { ...tree, ofOwner } };
    expect(await verifyRecorded(context, ownerUid)).toMatchObject({ isValid: true, length: 4 });
  });

  it('raises no alarm for an entry recorded while the head is signed', async () => {
    const { ownerUid } = await victim();
    const { next } = await compare(ownerUid, null);
    const { chains } = stack.context;
    const settle: typeof chains.settle = async (settled) => {
      await chains.settle(settled);
      await stack.rows.chains.updateMany({}, { $set: { isPending: false } });
      await fill(stack, ownerUid, 1);
      await stack.rows.chains.updateMany({}, { $set: { isPending: false } });
    };
    await fill(stack, ownerUid, 1);
    const context = { ...stack.context, chains: { ...chains, settle } };
    const request = { ownerUid, fromSize: next?.head.size ?? 0, ownSeq: 4 };
    expect((await ownerHeadOf(context, request)).newest?.seq).toBe(5);
  });
});
