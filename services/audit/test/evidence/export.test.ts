/** Exports of the service, checked by the offline verifier, which shares no code with it. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eraseEntry } from '../../src/audit-log.js';
import { erasureText } from '../../src/chain/chain.js';
import { noPersonalData } from '../../src/entry/entry.js';
import { removeOldEntries } from '../../src/entry/sweep.js';
import { currentTree } from '../../src/tree/current.js';
import { integrate } from '../../src/tree/integrate.js';
import { ownerTag } from '../../src/tree/leaf.js';
import { erase, fill, passRetention, startStack, uniqueUid, type Stack } from '../harness.js';

interface Verdict {
  isValid: boolean;
  findings: { isValid: boolean; text: string }[];
}
type VerifyExport = (
  text: string,
  options?: {
    earlier?: string;
    logKeys?: string[];
    retentionMonths?: number;
    allowsUnprovenErasures?: boolean;
  },
) => Verdict;

const root = fileURLToPath(new URL('../../../../', import.meta.url));

let stack: Stack;
let verifyExport: VerifyExport;
beforeAll(async () => {
  stack = await startStack();
  const module = (await import(join(root, 'tools/receipts/export.ts'))) as {
    verifyExport: VerifyExport;
  };
  ({ verifyExport } = module);
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

interface Sizes {
  fromSize?: number;
  earlierSizes?: number[];
}
const exportOf = async (ownerUid: string, sizes: Sizes = {}): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const { data } of stack.client.exportCsv({ ownerUid, ...sizes })) pieces.push(data);
  return Buffer.concat(pieces).toString('utf8');
};
const faultsOf = (...given: Parameters<VerifyExport>): string[] => {
  const { isValid, findings } = verifyExport(...given);
  const faults = findings.filter((finding) => !finding.isValid).map(({ text }) => text);
  expect(isValid).toBe(faults.length === 0);
  return faults;
};
/** Rows of a log whose cells contain no line breaks: header, newest, …, oldest. */
const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1);
const textOf = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;
/** The text of the cell with the head, which the first row has. */
const headCell = (text: string): string =>
  /"\{""ownerUid"".*\}"$/.exec(linesOf(text)[1] ?? '')?.[0] ?? '';

/** The size of the head in an export. */
const sizeOf = (text: string): number => Number(/""size"":(\d+)/.exec(headCell(text))?.[1]);
/** The export that a browser requests after it has saved another one. */
const exportAfter = (ownerUid: string, earlier: string): Promise<string> =>
  exportOf(ownerUid, { earlierSizes: [sizeOf(earlier)] });

const log = async (count: number) => {
  const ownerUid = uniqueUid();
  await fill(stack, uniqueUid(), 3);
  await fill(stack, ownerUid, count);
  return ownerUid;
};

describe('an export with proofs', () => {
  it('is valid as it is, with the published key, and in any order of rows', async () => {
    const text = await exportOf(await log(4));
    const logKeys = [stack.context.signer.publicKey];
    expect(faultsOf(text, { logKeys })).toEqual([]);
    const [header = '', ...rows] = linesOf(text);
    expect(rows).toHaveLength(4);
    expect(faultsOf(textOf([header, ...rows.toReversed()]))).toEqual([]);
    expect(faultsOf(text, { logKeys: [`a1:${'A'.repeat(43)}`] })).toHaveLength(1);
  });

  it('is valid with erased fields, after retention and with new entries since', async () => {
    stack.clock.now = new Date(Date.UTC(2025, 0, 10));
    const ownerUid = await log(3);
    stack.clock.now = new Date(Date.UTC(2025, 11, 1));
    await fill(stack, ownerUid, 3);
    const earlier = await exportOf(ownerUid);
    await erase(stack, 'person2@example.test');
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    await passRetention(stack, 12);
    await fill(stack, ownerUid, 2);
    const text = await exportAfter(ownerUid, earlier);
    expect(linesOf(text)).toHaveLength(1 + 5);
    expect(text).not.toContain('person2@example.test');
    expect(faultsOf(text, { earlier })).toEqual([]);
    const { findings } = verifyExport(text, { earlier });
    expect(findings.map((finding) => finding.text)).toContain(
      'Personal fields were erased since the earlier export, which has them: entries 6.',
    );
    const otherErasure = text.replace('""erasure"":{""at"":""2025', '""erasure"":{""at"":""2024');
    expect(faultsOf(otherErasure)[0]).toMatch(/Entry 6 was changed/);
    // The removal is part of the tree; without its record the log is cut.
    expect(faultsOf(text.replace('""retention"":{', '""retention"":null,""x"":{'))[0]).toMatch(
      /Entries up to 3 were removed/,
    );
  });

  it('is valid while the retention of its oldest entries ends, and after that', async () => {
    stack.clock.now = new Date(Date.UTC(2025, 0, 10));
    const ownerUid = await log(3);
    stack.clock.now = new Date(Date.UTC(2025, 11, 1));
    await fill(stack, ownerUid, 2);
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    const { entries } = stack.context;
    const { newestFirst } = entries;
    entries.newestFirst = async function* (owner) {
      await removeOldEntries(stack.context, 12);
      yield* newestFirst(owner);
    };
    const during = await exportOf(ownerUid);
    entries.newestFirst = newestFirst;
    expect([faultsOf(during), linesOf(during).length]).toEqual([[], 1 + 5]);
    const after = await exportOf(ownerUid);
    expect([faultsOf(after), linesOf(after).length]).toEqual([[], 1 + 2]);
  });

  it('shows that an operator with the key removed entries before the end of their retention', async () => {
    stack.clock.now = new Date(Date.UTC(2025, 0, 10));
    const ownerUid = await log(3);
    stack.clock.now = new Date(Date.UTC(2026, 0, 1));
    await fill(stack, ownerUid, 3);
    const earlier = await exportOf(ownerUid);
    stack.clock.now = new Date(Date.UTC(2026, 0, 20));
    await passRetention(stack, 12);
    const lawful = await exportAfter(ownerUid, earlier);
    expect(faultsOf(lawful, { earlier, retentionMonths: 12 })).toEqual([]);
    expect(faultsOf(lawful, { earlier, retentionMonths: 13 })).toEqual([
      'An entry of 2025-01-09 23:59:00 was removed before it was 13 months old.',
    ]);
    await fill(stack, ownerUid, 1);
    stack.clock.now = new Date(Date.UTC(2026, 0, 21));
    // Signed and recorded like a lawful one.
    await passRetention(stack, 0);
    await fill(stack, ownerUid, 1);
    const text = await exportAfter(ownerUid, earlier);
    expect(faultsOf(text, { earlier, retentionMonths: 12 })).toEqual([
      'An entry of 2025-12-31 23:59:00 was removed before it was 12 months old.',
    ]);
    const { findings } = verifyExport(text, { earlier });
    expect(findings.at(-1)?.text).toMatch(/youngest removed entry .* of 2025-12-31 23:59:00/);
    const redated = earlier.replaceAll('2025-12-31', '2024-12-31');
    expect(faultsOf(text, { earlier: redated, retentionMonths: 12 }).at(-1)).toMatch(
      /Entry \d of the earlier export was changed/,
    );
  });

  it('continues a head that the browser remembers', async () => {
    const ownerUid = await log(2);
    const { head } = await currentTree(stack.context);
    const publicKey = stack.context.signer.publicKey.split(':')[1];
    const earlier = JSON.stringify({ head: { ...head, publicKey } });
    await fill(stack, ownerUid, 3);
    const text = await exportOf(ownerUid, { fromSize: head.size });
    expect(faultsOf(text, { earlier })).toEqual([]);
    expect(faultsOf(await exportOf(ownerUid), { earlier })[0]).toMatch(
      /no proof that it continues/,
    );
    const { signer, now } = stack.context;
    const at = now();
    const forged = { ...head, root: 'A'.repeat(43), at };
    const facts = ['tandem/audit-head/1', forged.size, forged.root, at.getTime()];
    const other = JSON.stringify({
      head: { ...forged, ...signer.sign(JSON.stringify(facts)), publicKey },
    });
    expect(faultsOf(text, { earlier: other })).toEqual([
      'The log does NOT continue the one of the earlier head.',
    ]);
  });

  it('continues the heads of earlier exports, and is not valid without that proof', async () => {
    const ownerUid = await log(2);
    const [first, second] = [await exportOf(ownerUid), await exportOf(await log(1))];
    await fill(stack, ownerUid, 1);
    const { head } = await currentTree(stack.context);
    const earlierSizes = [first, second].map(sizeOf);
    const text = await exportOf(ownerUid, { fromSize: head.size, earlierSizes });
    expect(faultsOf(text, { earlier: first })).toEqual([]);
    const without = await exportOf(ownerUid, { fromSize: head.size });
    expect(faultsOf(without, { earlier: first })).toEqual([
      expect.stringContaining(`/api/audit-logs/export?fromSize=${sizeOf(first)}`),
    ]);
    // Exports of earlier versions have no such list.
    const old = without.replace('""earlier"":[],', '');
    expect(old).not.toBe(without);
    expect(faultsOf(old)).toEqual([]);
    expect(faultsOf(old, { earlier: first })).toHaveLength(1);
  });

  it('shows that the log of another owner was cut from the tree since an earlier export', async () => {
    const [ownerUid, other] = [await log(3), await log(5)];
    await integrate(stack.context);
    const earlier = await exportOf(ownerUid);
    const owner = ownerTag(other);
    const leaves = await stack.rows.leaves.find({}).sort({ _id: 1 }).toArray();
    await stack.rows.entries.deleteMany({ ownerUid: other });
    await stack.rows.chains.deleteOne({ _id: other as never });
    for (const rows of [stack.rows.leaves, stack.rows.nodes, stack.rows.heads])
      await rows.deleteMany({});
    const kept = leaves.filter((leaf) => leaf['owner'] !== owner);
    await stack.rows.leaves.insertMany(kept.map((leaf, at) => ({ ...leaf, _id: at as never })));
    stack.context.heads.last = null;
    await log(9);
    await integrate(stack.context);
    const text = await exportAfter(ownerUid, earlier);
    expect(faultsOf(text)).toEqual([]);
    expect(faultsOf(text, { earlier })).toEqual([
      'The log does NOT continue the one of the earlier head.',
    ]);
  });

  it('is not valid with fields that an operator with the key erased without a record', async () => {
    const ownerUid = await log(3);
    await integrate(stack.context);
    const entry = await stack.context.entries.at(ownerUid, 2);
    if (!entry) throw new Error('no entry');
    const at = stack.clock.now;
    const erasure = { at, ...stack.context.signer.sign(erasureText(entry, at)) };
    const change = { $set: { personal: noPersonalData, salts: {}, erasure } };
    await stack.rows.entries.updateOne({ ownerUid, seq: 2 }, change);
    const text = await exportOf(ownerUid);
    const fault = 'There is no proof that the log recorded the erasure of entries 2.';
    expect(faultsOf(text)).toEqual([fault]);
    // Like an export of an earlier version, which has no such proofs.
    const { isValid, findings } = verifyExport(text, { allowsUnprovenErasures: true });
    expect(isValid).toBe(true);
    expect(findings.map((finding) => finding.text)).toContain(fault);
  });

  it('is not valid with the record of the erasure of another entry', async () => {
    const ownerUid = await log(3);
    for (const seq of [2, 3]) {
      const entry = await stack.context.entries.at(ownerUid, seq);
      if (entry) await eraseEntry(stack.context, entry);
    }
    const text = await exportOf(ownerUid);
    expect(faultsOf(text)).toEqual([]);
    const [third = '', second = ''] = text.match(/""erasure"":\{""index"".*?\]\}/g) ?? [];
    const other = text.replace(second, '@').replace(third, second).replace('@', third);
    expect(other).not.toBe(text);
    expect(faultsOf(other)).toEqual([expect.stringMatching(/erasure of entries 2, 3/)]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'the newest entry removed',
      (text) => {
        const cell = headCell(text);
        const [header = '', first = '', second = '', ...rest] = linesOf(text);
        expect(first.endsWith(cell)).toBe(true);
        return textOf([header, `${second}${cell}`, ...rest]);
      },
      /Entry 4 is missing/,
    ],
    [
      'one in the middle removed',
      (text) => textOf(linesOf(text).filter((_, at) => at !== 2)),
      /Entry 3 is missing/,
    ],
    ['the oldest removed', (text) => textOf(linesOf(text).slice(0, -1)), /Entry 1 is missing/],
    [
      'a cell changed',
      (text) => text.replace(',Person 2,', ',Person X,'),
      /column "Accessor Name"/,
    ],
    [
      'a cell and its record changed',
      (text) => text.replaceAll('Person 2', 'Person X'),
      /Entry 3 was changed/,
    ],
    [
      'a record marked as erased',
      (text) =>
        text.replace('""prevHash""', '""erasure"":{""at"":""2026-01-01T00:00:00Z""},""prevHash""'),
      /was changed/,
    ],
    [
      'a path changed',
      (text) => text.replace(/""path"":\[""...../, '""path"":[""AAAAA'),
      /is not in the signed log/,
    ],
    [
      'the size changed',
      (text) => text.replace(/""size"":\d+/, '""size"":999'),
      /signature is NOT valid/,
    ],
    [
      'a time in another form',
      (text) => text.replace(/(""createdAt"":""[^"]+)Z/, '$1+00:00'),
      /was changed/,
    ],
    [
      'a second column of a title in front',
      (text) => text.replace('\ufeff', '\ufeffFile,').replaceAll(/\n(?=.)/g, '\nother.pdf,'),
      /column "File" is unknown, or there more than once/,
    ],
    [
      'a column of its own',
      (text) => text.replace('\ufeff', '\ufeffVerified,').replaceAll(/\n(?=.)/g, '\nyes,'),
      /column "Verified" is unknown/,
    ],
    [
      'a cell beyond the header',
      (text) => text.replace(/\r\n$/, ',yes\r\n'),
      /more or fewer cells than the header/,
    ],
    [
      'a row that ends early',
      (text) => text.replace(/,\r\n$/, '\r\n'),
      /more or fewer cells than the header/,
    ],
    [
      'quotes within a cell',
      (text) => text.replace(',Person 2,', ',Pers"on 2",'),
      /quotes in the wrong place/,
    ],
    ['the head removed', (text) => text.replace(headCell(text), ''), /no signed head/],
    [
      'every row removed',
      (text) => textOf(linesOf(text).slice(0, 1)),
      /no entries, which proves nothing/,
    ],
    ['no columns of proofs', () => 'Date,Event\r\na,b\r\n', /no proofs/],
  ])('is not valid with %s', async (_name, change, fault) => {
    const text = await exportOf(await log(4));
    const changed = change(text);
    expect(changed).not.toBe(text);
    expect(faultsOf(changed).join('\n')).toMatch(fault);
  });

  it('shows what an operator with the key removed since an earlier export', async () => {
    const ownerUid = await log(3);
    const earlier = await exportOf(ownerUid);
    await stack.rows.entries.deleteMany({ ownerUid });
    await stack.rows.chains.deleteMany({ _id: ownerUid as never });
    // The log starts anew, and the leaves of the old one are moved out of the way.
    await stack.rows.leaves.deleteMany({});
    await stack.rows.nodes.deleteMany({});
    await stack.rows.heads.deleteMany({});
    stack.context.heads.last = null;
    stack.context.ends.forget(ownerUid);
    await fill(stack, ownerUid, 4);
    const text = await exportAfter(ownerUid, earlier);
    expect(faultsOf(text)).toEqual([]);
    expect(faultsOf(text, { earlier }).join('\n')).toMatch(/shorter|missing or was replaced/);
  });

  it('has no proofs when the tree is damaged', async () => {
    const ownerUid = await log(2);
    await currentTree(stack.context);
    await stack.rows.leaves.updateOne({ _id: 0 as never }, { $set: { text: '[]' } });
    const text = await exportOf(ownerUid);
    expect(linesOf(text)).toHaveLength(3);
    expect(faultsOf(text)[0]).toMatch(/no signed head/);
    await stack.rows.leaves.deleteMany({});
    await stack.rows.heads.deleteMany({});
    await stack.rows.nodes.deleteMany({});
    await stack.rows.chains.deleteMany({});
    await stack.rows.entries.deleteMany({});
    stack.context.heads.last = null;
  });

  it('is checked by the command, which exits with 1 for a changed one', async () => {
    const text = await exportOf(await log(2));
    const folder = await mkdtemp(join(tmpdir(), 'export-'));
    const run = async (content: string) => {
      const path = join(folder, 'export.csv');
      await writeFile(path, content);
      const hook = join(root, 'tools/bootstrap/typescript.mjs');
      const command = join(root, 'tools/receipts/verify-export.ts');
      return promisify(execFile)(process.execPath, ['--import', hook, command, path]).then(
        ({ stdout }) => ({ code: 0, stdout }),
        (error: unknown) => error as { code: number; stdout: string },
      );
    };
    expect(await run(text)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The export is valid.') as string,
    });
    expect((await run(text.replaceAll('Person 1', 'Person X'))).code).toBe(1);
    await rm(folder, { recursive: true });
  });
});
