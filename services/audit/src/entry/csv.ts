import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ChainedEntry } from '../chain/chain.js';

/** `yyyy-MM-dd HH:mm:ss`, UTC. */
const timeText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

const columns: readonly (readonly [
  title: string,
  value: (entry: ChainedEntry) => string | null,
])[] = [
  ['Date/Time (UTC)', ({ createdAt }) => timeText(createdAt)],
  ['Event', ({ eventType }) => eventType],
  ['Status', ({ eventStatus }) => eventStatus],
  ['File', ({ filename }) => filename],
  ['Size', ({ fileSize }) => fileSize],
  ['Accessor Email', ({ personal }) => personal.accessorEmail],
  ['Accessor Name', ({ personal }) => personal.accessorName],
  ['City', ({ personal }) => personal.city],
  ['Region', ({ personal }) => personal.region],
  ['Country', ({ personal }) => personal.country],
  ['IP Address', ({ personal }) => personal.ipAddress],
  ['User Agent', ({ personal }) => personal.userAgent],
  ['Share ID', ({ shareId }) => shareId],
  ['Entry ID', ({ id }) => id],
  ['Delivery', ({ delivery }) => delivery?.standing ?? null],
  ['Reported By', ({ delivery }) => delivery?.reportedBy ?? null],
  ['Acknowledged Bytes', ({ delivery }) => delivery?.bytes?.toString() ?? null],
  ['Reason', ({ delivery }) => delivery?.reason ?? null],
  ['Delivery ID', ({ delivery }) => delivery?.deliveryId ?? null],
];

/**
 * Matches what spreadsheets treat as a formula, also after blanks and line breaks and in full-width forms.
 * A leading apostrophe makes it text.
 */
const formula = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const neutralise = (text: string): string => (formula.test(text) ? `'${text}` : text);

const maxChunkBytes = 64 * 1024;

/**
 * RFC 4180 with a byte-order mark, so that spreadsheets read UTF-8. Formulas are neutralised, because file
 * names and user agents are untrusted (https://owasp.org/www-community/attacks/CSV_Injection).
 * Yields pieces of at most 64 KiB with only a few entries in memory.
 */
export const csvOf = async function* (
  entries: AsyncIterable<ChainedEntry>,
): AsyncGenerator<Buffer> {
  const rows = stringify({
    bom: true,
    header: true,
    columns: columns.map(([title]) => title),
    record_delimiter: 'windows',
  });
  const records = Readable.from(entries).map((entry: ChainedEntry) =>
    columns.map(([, value]) => neutralise(value(entry) ?? '')),
  );
  pipeline(records, rows, () => {
    // An error reaches the reader through its stream.
  });
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const piece of rows as AsyncIterable<Buffer>) {
    for (let from = 0; from < piece.length; from += maxChunkBytes) {
      const part = piece.subarray(from, from + maxChunkBytes);
      if (heldBytes + part.length > maxChunkBytes) {
        yield Buffer.concat(held);
        held = [];
        heldBytes = 0;
      }
      held.push(part);
      heldBytes += part.length;
    }
  }
  yield Buffer.concat(held);
};
