import fc from 'fast-check';
import { chainAfter, genesis } from '../chain/chain.js';
import { csvOf } from './csv.js';
import { noPersonalData, type Incident } from './entry.js';

async function* stream<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

const incident = (filename: string, userAgent: string | null = null): Incident => ({
  id: 'event-1',
  ownerUid: 'owner',
  createdAt: new Date('2026-03-01T04:05:06.789Z'),
  eventType: 'access_denied',
  eventStatus: 'denied',
  shareId: 'share-1',
  filename,
  fileSize: '1.00 KB',
  personal: { ...noPersonalData, userAgent },
});

const exported = async (incidents: readonly Incident[]) => {
  const pieces: Buffer[] = [];
  const entries = incidents.map((each) => ({
    entry: chainAfter(genesis('owner'), each),
    proof: null,
    log: null,
  }));
  for await (const piece of csvOf(stream(entries))) pieces.push(piece);
  return { pieces, text: Buffer.concat(pieces).toString('utf8') };
};

/** A CSV reader after RFC 4180, independent of the writer. */
const parse = (text: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const row = rows.at(-1) ?? [];
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += char;
    else if (char === ',') {
      row.push(cell);
      cell = '';
    } else if (char === '\r' && text[at + 1] === '\n') {
      row.push(cell);
      cell = '';
      at += 1;
      rows.push([]);
    } else cell += char;
  }
  return rows.slice(0, -1);
};

describe('the CSV of an audit log', () => {
  it('has a byte-order mark, a header and times in the format of the screen', async () => {
    const { text } = await exported([incident('scan.dcm')]);
    expect(text.startsWith('\ufeffDate/Time (UTC),Event,Status,File,Size')).toBe(true);
    expect(parse(text.slice(1))[1]?.slice(0, 5)).toEqual([
      '2026-03-01 04:05:06',
      'access_denied',
      'denied',
      'scan.dcm',
      '1.00 KB',
    ]);
  });

  it.each(['=1+1', '\t1', ' =1', '\n+1', '＝1', '　＠cmd'])(
    'makes no formula of %j',
    async (name) => {
      const { text } = await exported([incident(name)]);
      expect(parse(text.slice(1))[1]?.[3]).toBe(`'${name}`);
    },
  );

  it('contains only the header for an empty log', async () => {
    const { text } = await exported([]);
    expect(parse(text.slice(1))).toHaveLength(1);
  });

  it('is produced in pieces of at most 64 KiB', async () => {
    const { pieces, text } = await exported(
      Array.from({ length: 3_000 }, (_, index) => incident(`${index}`.repeat(20))),
    );
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
    expect(parse(text.slice(1))).toHaveLength(3_001);
  });

  const nasty = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', ' ', 'ü', '😀'),
    minLength: 1,
    maxLength: 12,
  });

  it('preserves any text, and no cell begins like a formula', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (filename, userAgent) => {
        const { text } = await exported([incident(filename, userAgent)]);
        const rows = parse(text.slice(1));
        expect(rows).toHaveLength(2);
        const [header = [], cells = []] = rows;
        expect(cells).toHaveLength(header.length);
        for (const cell of cells) expect(cell).not.toMatch(/^[\t\r\n]|^\s*[=+\-@]/);
        expect([filename, `'${filename}`]).toContain(cells[3]);
        expect([userAgent, `'${userAgent}`]).toContain(cells[11]);
        const isPlain = /^[a-zü,"' ]*$/.test(filename);
        if (isPlain) expect(cells[3]).toBe(filename);
      }),
      { numRuns: 200 },
    );
  });
});
