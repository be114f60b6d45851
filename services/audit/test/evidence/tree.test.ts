import { randomBytes } from 'node:crypto';
import { isConsistent, isIncluded } from '@tandem/proto/browser/audit/merkle';
import fc from 'fast-check';
import { noPersonalData } from '../../src/entry/entry.js';
import { record } from '../../src/record.js';
import { appendLeaf, appendLeaves } from '../../src/tree/append.js';
import { currentTree } from '../../src/tree/current.js';
import { isSignedHead } from '../../src/tree/head.js';
import { integrate, integrateOwner } from '../../src/tree/integrate.js';
import { entryLeafText, ownerTag, type Leaf } from '../../src/tree/leaf.js';
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  nodeHash,
  rootHash,
} from '../../src/tree/merkle.js';
import { subtreesOf } from '../../src/tree/subtrees.js';
import { headEveryMs, keepHead } from '../../src/tree/tasks.js';
import type { TreeStore } from '../../src/tree/tree.store.js';
import { fill, startStack, uniqueUid, type Stack } from '../harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const receipt = (): Leaf => {
  const name = randomBytes(8).toString('hex');
  return { key: `receipt:${name}`, text: JSON.stringify(['receipt', name]), kind: 'receipt' };
};
const receipts = (count: number): Leaf[] => Array.from({ length: count }, receipt);

/** The whole tree, read leaf by leaf. */
const storedTexts = async (): Promise<string[]> => {
  const leaves: { index: number; text: string }[] = [];
  for await (const leaf of stack.context.tree.inOrder()) leaves.push(leaf);
  expect(leaves.findIndex(({ index }, at) => index !== at)).toBe(-1);
  return leaves.map(({ text }) => text);
};

/** MTH of RFC 9162, 2.1.1. */
const plainRoot = (hashes: readonly Buffer[]): Buffer => {
  const [only] = hashes;
  if (hashes.length === 1 && only) return only;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return nodeHash(plainRoot(hashes.slice(0, split)), plainRoot(hashes.slice(split)));
};

describe('appending to the tree', () => {
  it('leaves no gap and no duplicate when several writers append at the same time', async () => {
    const { tree } = stack.context;
    const before = await tree.size();
    const shared = receipts(10);
    const writers = Array.from({ length: 4 }, () => [...receipts(12), ...shared]);
    await Promise.all(writers.map((leaves) => appendLeaves(tree, leaves)));
    const texts = (await storedTexts()).slice(before);
    expect(texts).toHaveLength(4 * 12 + 10);
    expect(new Set(texts).size).toBe(texts.length);
    for (const { text } of writers.flat()) expect(texts).toContain(text);
  });

  it('finds the first leaf when one is appended again', async () => {
    const leaf = receipt();
    const first = await appendLeaf(stack.context.tree, leaf);
    const again = await appendLeaf(stack.context.tree, { ...leaf, text: 'another' });
    expect(again).toEqual(first);
  });

  it('needs a number of calls that does not depend on the size of the tree', async () => {
    const calls = async (): Promise<number> => {
      let count = 0;
      const counted = new Proxy(stack.context.tree, {
        get: (tree, name: keyof TreeStore) => {
          const call = tree[name] as (...given: unknown[]) => unknown;
          return (...given: unknown[]) => {
            count += 1;
            return call(...given);
          };
        },
      });
      await appendLeaf(counted, receipt());
      return count;
    };
    const small = await calls();
    await appendLeaves(stack.context.tree, receipts(700));
    expect(await calls()).toBe(small);
  });
});

describe('hashes of the stored tree', () => {
  it('are those of RFC 9162, across tiles, and with nodes missing after a crash', async () => {
    const { tree } = stack.context;
    await appendLeaves(tree, receipts(600));
    const hashes = (await storedTexts()).map((text) => leafHash(text));
    const size = hashes.length;
    expect(size).toBeGreaterThan(3 * 256);
    expect(await rootHash(subtreesOf(tree, size), size)).toEqual(plainRoot(hashes));
    await stack.rows.nodes.deleteOne({});
    expect(await rootHash(subtreesOf(tree, size), size)).toEqual(plainRoot(hashes));
  });

  it('give proofs that hold, for random leaves and sizes', async () => {
    const { tree } = stack.context;
    const hashes = (await storedTexts()).map((text) => leafHash(text));
    const subtree = subtreesOf(tree, hashes.length);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (some, other) => {
        const size = 1 + (some % hashes.length);
        const index = other % size;
        const root = plainRoot(hashes.slice(0, size));
        const path = await inclusionPath(subtree, index, size);
        const leaf = hashes[index] ?? root;
        expect(await isIncluded({ leaf, index, size, path, root })).toBe(true);
        const whole = { size: hashes.length, root: plainRoot(hashes) };
        const consistency = await consistencyPath(subtree, size, hashes.length);
        const proof = { first: { size, root }, second: whole, path: consistency };
        expect(await isConsistent(proof)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  /** Both need tiles of three levels, and more tiles than are kept in memory. */
  const size = process.env['LONG_RUN'] ? 1_000_003 : 140_003;

  it(`for a proof in a tree of ${size} leaves come from a few tiles`, async () => {
    let reads = 0;
    const texts = (start: number, end: number) => {
      reads += 1;
      return Promise.resolve(
        new Map(Array.from({ length: end - start }, (_, at) => [start + at, `leaf ${start + at}`])),
      );
    };
    const nodes = new Map<string, string>();
    const source = {
      texts,
      nodes: (level: number, start: number, end: number) => {
        reads += 1;
        const known = Array.from({ length: end - start }, (_, at) => start + at).flatMap(
          (index) => {
            const hash = nodes.get(`${level}:${index}`);
            return hash === undefined ? [] : [[index, hash] as const];
          },
        );
        return Promise.resolve(new Map(known));
      },
      saveNode: (level: number, index: number, hash: string) => {
        nodes.set(`${level}:${index}`, hash);
        return Promise.resolve();
      },
    };
    const root = await rootHash(subtreesOf(source, size), size);
    for (const index of [0, 12_345, 131_072, size - 4, size - 1]) {
      reads = 0;
      const path = await inclusionPath(subtreesOf(source, size), index, size);
      expect(reads).toBeLessThanOrEqual(8);
      const leaf = leafHash(`leaf ${index}`);
      expect(await isIncluded({ leaf, index, size, path, root })).toBe(true);
    }
    const first = 98_765;
    const path = await consistencyPath(subtreesOf(source, size), first, size);
    const early = { size: first, root: await rootHash(subtreesOf(source, size), first) };
    expect(await isConsistent({ first: early, second: { size, root }, path })).toBe(true);
  });
});

const incident = (ownerUid: string, id: string) => ({
  id,
  ownerUid,
  createdAt: new Date(),
  shareId: '',
  filename: 'f',
  fileSize: '1 KB',
  eventType: 'access_denied' as const,
  eventStatus: 'denied' as const,
  personal: noPersonalData,
});
const leavesOfOwner = async (ownerUid: string): Promise<string[]> => {
  const texts: string[] = [];
  for await (const { text } of stack.context.tree.ofOwner(ownerTag(ownerUid), 'entry'))
    texts.push(text);
  return texts;
};
const expected = async (ownerUid: string): Promise<string[]> => {
  const points = await stack.context.entries.points(ownerUid, 0, 1e9, 1e6);
  return points.map((point) => entryLeafText(ownerTag(ownerUid), point));
};

describe('moving entries into the tree', () => {
  it('adds each entry once, in the order of its chain, while replicas record and integrate', async () => {
    const owners = [uniqueUid(), uniqueUid(), uniqueUid()];
    const recording = owners.flatMap((ownerUid) =>
      Array.from({ length: 15 }, (_, index) =>
        record(stack.context, incident(ownerUid, `${ownerUid}-${index}`)),
      ),
    );
    const integrating = Array.from({ length: 6 }, () => integrate(stack.context));
    await Promise.all([...recording, ...integrating]);
    await integrate(stack.context);
    for (const ownerUid of owners) {
      const leaves = await leavesOfOwner(ownerUid);
      expect(leaves).toHaveLength(15);
      expect(leaves).toEqual(await expected(ownerUid));
    }
    expect(await stack.context.chains.pending(1)).toEqual([]);
  });

  it('completes after a crash before, between or after any of its writes', async () => {
    const died = new Error('died');
    const run = async (failAt: number) => {
      const ownerUid = uniqueUid();
      for (let index = 0; index < 4; index += 1)
        await record(stack.context, incident(ownerUid, `${ownerUid}-${index}`));
      let writes = 0;
      const crash = (): void => {
        writes += 1;
        if (writes === failAt) throw died;
      };
      const { tree, chains } = stack.context;
      const context = {
        ...stack.context,
        tree: {
          ...tree,
          insert: async (size: number, leaves: readonly Leaf[]) => {
            // A process can also die between the rows of one insert.
            crash();
            await tree.insert(size, leaves.slice(0, 2));
            crash();
            return leaves.length <= 2;
          },
        },
        chains: {
          ...chains,
          settle: async (settled: Parameters<typeof chains.settle>[0]) => {
            crash();
            await chains.settle(settled);
            crash();
          },
        },
      };
      const outcome = await integrate(context).catch((error: unknown) => error);
      await integrate(stack.context);
      expect(await leavesOfOwner(ownerUid)).toEqual(await expected(ownerUid));
      expect(await leavesOfOwner(ownerUid)).toHaveLength(4);
      await storedTexts();
      return outcome === died;
    };
    let failAt = 1;
    while (await run(failAt)) failAt += 1;
    expect(failAt).toBeGreaterThan(5);
  });

  it('adds the entries of a version without a tree', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    const old = { $unset: { isPending: 1, treeSeq: 1 } } as never;
    await stack.rows.chains.updateOne({ _id: ownerUid as never }, old);
    await integrate(stack.context);
    expect(await leavesOfOwner(ownerUid)).toEqual([]);
    await stack.context.chains.markUnknown();
    await integrate(stack.context);
    expect(await leavesOfOwner(ownerUid)).toHaveLength(3);
  });

  it('moves one owner on demand', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 2);
    await integrateOwner(stack.context, ownerUid);
    expect(await leavesOfOwner(ownerUid)).toEqual(await expected(ownerUid));
  });
});

describe('the signed head', () => {
  it('is that of all leaves, signed, and kept once in ten minutes', async () => {
    await fill(stack, uniqueUid(), 2);
    await integrate(stack.context);
    const { context, clock } = stack;
    const hashes = (await storedTexts()).map((text) => leafHash(text));
    const { head } = await currentTree(context);
    expect(head).toMatchObject({
      size: hashes.length,
      root: plainRoot(hashes).toString('base64url'),
    });
    expect(isSignedHead(context.signer, head)).toBe(true);
    expect(isSignedHead(context.signer, { ...head, size: head.size + 1 })).toBe(false);

    const kept = await keepHead(context);
    expect(await context.tree.lastHead()).toMatchObject({ at: kept?.at, size: head.size });
    expect(await keepHead(context)).toBeNull();
    clock.now = new Date(clock.now.getTime() + headEveryMs);
    expect((await keepHead(context))?.at).toEqual(clock.now);
  });

  it('continues the heads of all replicas', async () => {
    const { context, clock, rows } = stack;
    const replica = { ...context, heads: { last: null } };
    const { head: own } = await currentTree(replica);
    await appendLeaves(context.tree, receipts(4));
    clock.now = new Date(clock.now.getTime() + headEveryMs);
    expect((await keepHead(context))?.size).toBe(own.size + 4);
    await rows.leaves.deleteMany({ _id: { $gte: own.size as never } });
    await appendLeaves(context.tree, receipts(5));
    await expect(currentTree(replica)).rejects.toMatchObject({ reason: 'audit-log-damaged' });
  });
});
