/**
 * Attackers who hold the database, with or without the signing key, against those who kept an earlier head. The owner's
 * browser is played by the code that the page runs, the service is reached over gRPC.
 */

import { compareHeads } from '@tandem/proto/browser/audit/audit-head';
import { announceRemoval } from '../../src/audit-log.js';
import { chainAfter, genesis } from '../../src/chain/chain.js';
import { signPoint } from '../../src/chain/sign-point.js';
import { integrate } from '../../src/tree/integrate.js';
import { entryLeaf, ownerTag } from '../../src/tree/leaf.js';
import { keepHead } from '../../src/tree/tasks.js';
import { fill, startStack, uniqueUid, type Stack } from '../harness.js';
import { ownerBrowser, retentionMonths, type Answer } from './owner-browser.js';
import { watchedLogs } from './watched-logs.js';

let stack: Stack;
let answerFor: ReturnType<typeof ownerBrowser>['answerFor'];
let compare: ReturnType<typeof ownerBrowser>['compare'];
let logs: ReturnType<typeof watchedLogs>;
beforeEach(async () => {
  stack = await startStack();
  ({ answerFor, compare } = ownerBrowser(stack));
  logs = watchedLogs(stack);
});
afterEach(() => stack.stop());

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
    const { ownerUid, verdict, isValid } = await logs.victim();
    await logs.dropLog(ownerUid);
    expect(await verdict()).toBe('entry-removed');
    expect(await isValid()).toBe(false);
  });

  it('detects a log deleted with its leaves: the service does not sign a tree with a gap', async () => {
    const { ownerUid, verdict } = await logs.victim();
    await logs.dropLog(ownerUid);
    await stack.rows.leaves.deleteMany({ owner: ownerTag(ownerUid) });
    logs.restartService();
    expect(await verdict()).toBe('refused');
  });

  it('detects a log deleted with its leaves, the others moved up and every trace of earlier heads removed', async () => {
    const { ownerUid, verdict } = await logs.victim();
    await logs.dropLog(ownerUid);
    const others = await stack.rows.leaves.find({}).sort({ _id: 1 }).toArray();
    await logs.replaceLeaves(others.filter(({ owner }) => owner !== ownerTag(ownerUid)));
    expect(await verdict()).toBe('rolled-back');
    await fill(stack, uniqueUid(), 9);
    await integrate(stack.context);
    expect(await verdict()).toBe('rewritten');
  });

  it('detects a log marked as deleted together with its account', async () => {
    const { ownerUid, verdict, isValid } = await logs.victim();
    await stack.rows.entries.deleteMany({ ownerUid });
    const mark = { $set: { deletedAt: new Date() } } as never;
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, mark);
    expect(await verdict()).toBe('entry-removed');
    expect(await isValid()).toBe(false);
  });

  it('detects entries kept out of the tree by changed bookkeeping', async () => {
    const { ownerUid, isValid } = await logs.victim();
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
    const { ownerUid, isValid } = await logs.victim();
    await logs.dropLog(ownerUid);
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
    const { verdict } = await logs.victim();
    await restore();
    expect(await verdict()).toBe('refused');
    logs.restartService();
    expect(await verdict()).toBe('rolled-back');
    await fill(stack, uniqueUid(), 20);
    await integrate(stack.context);
    expect(await verdict()).toBe('rewritten');
  });

  it('detects that all logs were removed', async () => {
    const { verdict } = await logs.victim();
    for (const rows of Object.values(stack.rows)) await rows.deleteMany({});
    expect(await verdict()).toBe('refused');
    logs.restartService();
    expect(await verdict()).toBe('rolled-back');
  });

  it('detects a change of one leaf', async () => {
    const { verdict } = await logs.victim();
    const text = JSON.stringify(['entry', ownerTag('another'), 1, 'hash']);
    await stack.rows.leaves.updateOne({ _id: 0 as never }, { $set: { text } });
    expect(await verdict()).toBe('refused');
    await stack.rows.heads.deleteMany({});
    logs.restartService();
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
    const { ownerUid, verdict, isValid } = await logs.victim();
    await rewriteLog(ownerUid);
    expect(await verdict()).toBe('entry-changed');
    expect(await isValid()).toBe(false);
  });

  it('detects a log rewritten together with the tree', async () => {
    const { ownerUid, verdict, isValid } = await logs.victim();
    await rewriteLog(ownerUid);
    const owner = ownerTag(ownerUid);
    const entries = await stack.context.entries.points(ownerUid, 0, 99, 99);
    const leaves = await stack.rows.leaves.find({}).sort({ _id: 1 }).toArray();
    await logs.replaceLeaves(
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
      const { ownerUid, verdict } = await logs.victim();
      const last = await stack.context.entries.last(ownerUid);
      if (!last) throw new Error('no entry');
      await announceRemoval(stack.context, kind, ownerUid, last);
      await logs.dropLog(ownerUid);
      expect(await verdict()).toBe('entry-removed');
    },
  );
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
