import { createHash, randomBytes } from 'node:crypto';
import { types } from 'node:util';
import { parseKeyring } from '@tandem/kit';
import fc from 'fast-check';
import { noPersonalData, personalFields, type Incident } from '../entry/entry.js';
import { chainAfter, erasureText, genesis, type ChainedEntry } from './chain.js';
import { dumpBoundary, dumpLines, verifyDump } from './offline.js';
import { createSigner, createVerifier } from './signing.js';
import { pointText, verifyChain, type Chain, type PointKind } from './verify.js';

const ring = (kid: string) => parseKeyring(`${kid}:${randomBytes(32).toString('base64url')}`);
const signer = createSigner(ring('k1'));
const stranger = createSigner(ring('k1'));
const ownerUid = 'owner-1';
const at = new Date('2026-03-01T00:00:00Z');

const incident = (index: number): Incident => ({
  id: `event-${index}`,
  ownerUid,
  createdAt: new Date(at.getTime() + index),
  eventType: 'download_completed',
  eventStatus: 'success',
  shareId: 'share-1',
  filename: `file ${index}.bin`,
  fileSize: '1.00 KB',
  personal: {
    ...noPersonalData,
    accessorEmail: `p${index}@example.test`,
    ipAddress: '203.0.113.1',
  },
  // Entries of earlier versions have none.
  ...(index % 2 === 0 && {
    delivery: {
      deliveryId: 'd'.repeat(22),
      standing: 'claimed',
      reportedBy: 'sender',
      bytes: index,
      reason: 'peer-unreachable',
    },
  }),
});

const signed = (kind: PointKind, point: { seq: number; hash: string }, by = signer) => {
  const { seq, hash } = point;
  return { seq, hash, at, ...by.sign(pointText(kind, ownerUid, { seq, hash, at })) };
};

const eraseEntry = (entry: ChainedEntry, by = signer): ChainedEntry => ({
  ...entry,
  personal: noPersonalData,
  salts: {},
  erasure: { at, ...by.sign(erasureText(entry, at)) },
});

const build = (length: number) => {
  const entries: ChainedEntry[] = [];
  let head = genesis(ownerUid);
  for (let index = 1; index <= length; index += 1) {
    const entry = chainAfter(head, incident(index));
    entries.push(entry);
    head = entry;
  }
  const base = signed('base', genesis(ownerUid));
  const chain: Chain = { ownerUid, base, checkpoint: signed('checkpoint', head) };
  return { chain, entries };
};

async function* stream<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}
const verify = (chain: Chain, entries: readonly ChainedEntry[]) =>
  verifyChain(chain, stream(entries), signer);

/** Paths of all leaves of an object. */
const leavesOf = (value: unknown, path: string[] = []): string[][] => {
  if (value === null || typeof value !== 'object' || types.isDate(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
};

const flip = (value: unknown): unknown => {
  if (types.isDate(value)) return new Date(value.getTime() ^ 1);
  if (typeof value === 'number') return value ^ 1;
  if (typeof value !== 'string') return '';
  const middle = Math.floor(value.length / 2);
  const code = (value.charCodeAt(middle) || 0) ^ 1;
  return value.slice(0, middle) + String.fromCharCode(code) + value.slice(middle + 1);
};

const flipAt = <Value>(original: Value, path: readonly string[]): Value => {
  const copy = structuredClone(original);
  const parents = path.slice(0, -1);
  const parent = parents.reduce<unknown>(
    (node, key) => (node as Record<string, unknown>)[key],
    copy,
  ) as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  parent[last] = flip(parent[last]);
  return copy;
};

describe('tamper evidence', () => {
  it('an unmodified chain is valid, with erased entries too', async () => {
    const { chain, entries } = build(5);
    const head = entries[4]?.hash;
    expect(await verify(chain, entries)).toMatchObject({ isValid: true, length: 5, head });
    const erased = entries.map((entry, index) => (index === 2 ? eraseEntry(entry) : entry));
    expect(await verify(chain, erased)).toMatchObject({ isValid: true, length: 5, head });
  });

  it('detects any change of any field of any row, at its position', async () => {
    const { chain, entries: plain } = build(4);
    const entries = plain.map((entry, index) => (index === 1 ? eraseEntry(entry) : entry));
    for (const [index, entry] of entries.entries()) {
      for (const path of leavesOf(entry)) {
        const changed = entries.map((row) => (row === entry ? flipAt(row, path) : row));
        const report = await verify(chain, changed);
        expect({ path, ...report }).toMatchObject({ path, isValid: false, firstBroken: index + 1 });
      }
    }
    for (const path of leavesOf(chain)) {
      const report = await verify(flipAt(chain, path), entries);
      expect({ path, isValid: report.isValid }).toEqual({ path, isValid: false });
    }
  });

  it('reports a field of another type instead of crashing', async () => {
    const { chain, entries } = build(2);
    for (const fault of [{ createdAt: 'yesterday' }, { commitments: null }, { personal: 7 }]) {
      const changed = entries.map((entry) => ({ ...entry, ...fault })) as never;
      expect(await verify(chain, changed)).toMatchObject({ isValid: false, firstBroken: 1 });
    }
    const odd = { ...chain, base: { ...chain.base, at: 'yesterday' } } as never;
    expect(await verify(odd, entries)).toMatchObject({ isValid: false });
  });

  it('detects a flipped bit anywhere in a text', async () => {
    const { chain, entries } = build(3);
    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.nat(), fc.nat(6), async (row, place, bit) => {
        const texts = leavesOf(entries[row]).filter((path) => {
          const value = path.reduce<unknown>((node, key) => (node as never)[key], entries[row]);
          return typeof value === 'string' && value.length > 0;
        });
        const path = texts[place % texts.length] ?? [];
        const copy = structuredClone(entries);
        const parent = path
          .slice(0, -1)
          .reduce<unknown>((node, key) => (node as never)[key], copy[row]) as Record<
          string,
          string
        >;
        const key = path.at(-1) ?? '';
        const bytes = Buffer.from(parent[key] ?? '');
        const index = place % bytes.length;
        bytes.writeUInt8((bytes[index] ?? 0) ^ (1 << bit), index);
        parent[key] = bytes.toString();
        expect((await verify(chain, copy)).isValid).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, (rows: ChainedEntry[]) => ChainedEntry[], number]>([
    ['an entry in the middle is gone', (rows) => rows.filter((_, index) => index !== 2), 3],
    ['the first is gone', (rows) => rows.slice(1), 1],
    ['the last is gone', (rows) => rows.slice(0, -1), 5],
    ['everything is gone', () => [], 1],
    ['two changed places', (rows) => [...rows.slice(0, 2).reverse(), ...rows.slice(2)], 1],
    ['one is there twice', (rows) => [...rows.slice(0, 2), ...rows.slice(1)], 3],
  ])('%s: the first broken position is named', async (_, change, position) => {
    const { chain, entries } = build(5);
    expect(await verify(chain, change(entries))).toMatchObject({
      isValid: false,
      firstBroken: position,
    });
  });

  it('detects a chain rewritten with consistent hashes by its signature', async () => {
    const { chain, entries } = build(5);
    const kept = entries.slice(0, 2);
    let head: ChainedEntry | undefined = kept[1];
    for (let index = 3; index <= 5 && head; index += 1) {
      head = chainAfter(head, { ...incident(index), eventType: 'access_attempt' });
      kept.push(head);
    }
    expect(await verify(chain, kept)).toMatchObject({ isValid: false, firstBroken: 5 });
  });

  it('accepts a base, a checkpoint or an erasure only with a valid signature', async () => {
    const { chain, entries } = build(3);
    const [first] = entries;
    if (!first) throw new Error('no entry');
    const head = entries[2] ?? first;
    const forged = [
      verify({ ...chain, base: signed('base', genesis(ownerUid), stranger) }, entries),
      verify({ ...chain, checkpoint: signed('checkpoint', head, stranger) }, entries),
      verify({ ...chain, base: signed('checkpoint', genesis(ownerUid)) }, entries),
      verify(chain, [eraseEntry(first, stranger), ...entries.slice(1)]),
      verify({ ...chain, base: signed('base', first, stranger) }, entries.slice(1)),
    ];
    for (const report of await Promise.all(forged)) expect(report.isValid).toBe(false);
    const trimmed = { ...chain, base: signed('base', first) };
    expect(await verify(trimmed, entries.slice(1))).toMatchObject({ isValid: true, length: 2 });
  });

  it('hashes entries as in earlier versions', () => {
    expect(genesis(ownerUid).hash).toBe('5CCEuABQazJHpFAU5ibqMF7MFQHk8E4TwrfvC5KjBg0');
    const { salts, commitments, personal } = chainAfter(genesis(ownerUid), incident(1));
    for (const field of personalFields) {
      const text = JSON.stringify([salts[field], field, personal[field]]);
      const digest = createHash('sha256').update(text).digest('base64url');
      expect(commitments[field]).toBe(digest);
    }
  });

  it('salts each field of each entry with 16 other bytes', () => {
    const { entries } = build(3);
    const salts = entries.flatMap((entry) => Object.values(entry.salts));
    expect(salts).toHaveLength(3 * personalFields.length);
    expect(new Set(salts)).toHaveProperty('size', salts.length);
    for (const salt of salts) expect(Buffer.from(salt, 'base64url')).toHaveLength(16);
  });

  it('has different commitments for equal values, because of their salts', () => {
    const head = genesis(ownerUid);
    const [a, b] = [chainAfter(head, incident(1)), chainAfter(head, incident(1))];
    expect(a.commitments.accessorEmail).not.toBe(b.commitments.accessorEmail);
    const erased = JSON.stringify(eraseEntry(a));
    expect(erased).not.toContain('p1@example.test');
    expect(erased).not.toContain(a.salts.accessorEmail);
  });
});

describe('a dump verified offline with only the public key', () => {
  const verifier = createVerifier(parseKeyring(signer.publicKey));
  const linesOf = async () => {
    const { chain, entries } = build(3);
    const lines: string[] = [];
    const rows = entries.map((entry, index) => (index === 1 ? eraseEntry(entry) : entry));
    for await (const line of dumpLines(chain, stream(rows))) lines.push(line);
    return lines;
  };
  const check = async (lines: readonly string[]) => {
    const reports = [];
    for await (const report of verifyDump(stream(lines), verifier)) reports.push(report);
    return reports;
  };

  it('is valid with several logs in one file', async () => {
    const lines = await linesOf();
    expect(await check([...lines, ...lines])).toMatchObject([
      { ownerUid, isValid: true, length: 3 },
      { ownerUid, isValid: true, length: 3 },
    ]);
  });

  it('reports a dump that ends between two logs', async () => {
    const lines = [dumpBoundary('start'), ...(await linesOf())];
    const valid = { isValid: true, length: 3 };
    expect(await check([...lines, dumpBoundary('end')])).toMatchObject([valid]);
    expect(await check(lines)).toMatchObject([valid, { isValid: false, firstBroken: 6 }]);
  });

  it('reports the first broken position', async () => {
    const lines = await linesOf();
    const changed = lines.map((line) => line.replace('file 3.bin', 'file 4.bin'));
    expect(await check(changed)).toMatchObject([{ isValid: false, firstBroken: 3 }]);
    expect(await check(lines.slice(0, -1))).toMatchObject([{ isValid: false, firstBroken: 3 }]);
    const [report, unreadable] = await check([
      ...lines.slice(0, 2),
      'not a line',
      ...lines.slice(2),
    ]);
    expect(report).toMatchObject({ isValid: false, firstBroken: 2 });
    expect(unreadable).toMatchObject({ isValid: false });
  });
});
