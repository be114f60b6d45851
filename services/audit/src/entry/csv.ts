import { pipeline, Readable } from 'node:stream';
import { spreadsheetText } from '@tandem/proto/browser/files/spreadsheet-text';
import { stringify } from 'csv-stringify';
import type { ExportedEntry } from '../tree/export.js';

/** `yyyy-MM-dd HH:mm:ss`, UTC. */
const timeText = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

const columns: readonly (readonly [
  title: string,
  value: (exported: ExportedEntry) => string | null,
])[] = [
  ['Date/Time (UTC)', ({ entry: { createdAt } }) => timeText(createdAt)],
  ['Event', ({ entry: { eventType } }) => eventType],
  ['Status', ({ entry: { eventStatus } }) => eventStatus],
  ['File', ({ entry: { filename } }) => filename],
  ['Size', ({ entry: { fileSize } }) => fileSize],
  ['Accessor Email', ({ entry: { personal } }) => personal.accessorEmail],
  ['Accessor Name', ({ entry: { personal } }) => personal.accessorName],
  ['City', ({ entry: { personal } }) => personal.city],
  ['Region', ({ entry: { personal } }) => personal.region],
  ['Country', ({ entry: { personal } }) => personal.country],
  ['IP Address', ({ entry: { personal } }) => personal.ipAddress],
  ['User Agent', ({ entry: { personal } }) => personal.userAgent],
  ['Share ID', ({ entry: { shareId } }) => shareId],
  ['Entry ID', ({ entry: { id } }) => id],
  ['Delivery', ({ entry: { delivery } }) => delivery?.standing ?? null],
  ['Reported By', ({ entry: { delivery } }) => delivery?.reportedBy ?? null],
  ['Acknowledged Bytes', ({ entry: { delivery } }) => delivery?.bytes?.toString() ?? null],
  ['Reason', ({ entry: { delivery } }) => delivery?.reason ?? null],
  ['Delivery ID', ({ entry: { delivery } }) => delivery?.deliveryId ?? null],
  // For `npm run audit:verify`: docs/receipts.md.
  ['Record', ({ entry }) => JSON.stringify(entry)],
  ['Inclusion Proof', ({ proof }) => proof && JSON.stringify(proof)],
  ['Log Head', ({ log }) => log && JSON.stringify(log)],
];

const maxChunkBytes = 64 * 1024;

/**
 * RFC 4180 with a byte-order mark, so that spreadsheets read UTF-8. No cell is a formula, because file names
 * and user agents are untrusted. Yields pieces of at most 64 KiB with only a few entries in memory.
 */
export const csvOf = async function* (
  entries: AsyncIterable<ExportedEntry>,
): AsyncGenerator<Buffer> {
  const rows = stringify({
    bom: true,
    header: true,
    columns: columns.map(([title]) => title),
    record_delimiter: 'windows',
  });
  const records = Readable.from(entries).map((exported: ExportedEntry) =>
    columns.map(([, value]) => spreadsheetText(value(exported) ?? '')),
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
