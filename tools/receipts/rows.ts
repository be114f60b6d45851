/** The rows of a CSV export of the audit log (docs/receipts.md). */

import { createHash } from 'node:crypto';
import { countOf, fieldsOf, textOf, timeOf, type Fields } from './log.ts';

/** RFC 4180. Refuses quotes within a cell, which a spreadsheet would show. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let quotes: 'none' | 'open' | 'closed' = 'none';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quotes === 'open') {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quotes = 'closed';
    } else if (char === ',' || char === '\n') {
      rows.at(-1)?.push(char === '\n' ? cell.replace(/\r$/, '') : cell);
      cell = '';
      quotes = 'none';
      if (char === '\n') rows.push([]);
    } else if (char === '"' && quotes === 'none' && cell === '') quotes = 'open';
    else if (char !== '"' && (quotes === 'none' || char === '\r')) cell += char;
    else throw new TypeError('a cell has quotes in the wrong place');
  }
  if (cell !== '' || quotes !== 'none') throw new TypeError('the file ends within a row');
  return rows.slice(0, -1);
};

export const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

export const personalFields = [
  ...['accessorEmail', 'accessorName', 'userAgent', 'city', 'region', 'country', 'ipAddress'],
];
const deliveryFields = ['deliveryId', 'standing', 'reportedBy', 'bytes', 'reason'];

export const hashOf = (entry: Fields): string => {
  const commitments = fieldsOf(entry['commitments']);
  const delivery = entry['delivery'] === undefined ? null : fieldsOf(entry['delivery']);
  return digest(
    1,
    entry['ownerUid'],
    entry['seq'],
    entry['id'],
    timeOf(entry['createdAt']),
    ...['eventType', 'eventStatus', 'shareId', 'filename', 'fileSize'].map((name) => entry[name]),
    ...personalFields.map((name) => commitments[name]),
    entry['prevHash'],
    ...(delivery ? deliveryFields.map((name) => delivery[name] ?? null) : []),
  );
};

export const timeText = (createdAt: unknown): string =>
  textOf(createdAt).slice(0, 19).replace('T', ' ');

/** For this command. */
const proofTitles = ['Record', 'Inclusion Proof', 'Log Head'];

/** Columns that people read. */
export const shownColumns: Readonly<
  Record<string, (parts: { entry: Fields; personal: Fields; delivery: Fields }) => unknown>
> = {
  'Date/Time (UTC)': ({ entry }) => timeText(entry['createdAt']),
  Event: ({ entry }) => entry['eventType'],
  Status: ({ entry }) => entry['eventStatus'],
  File: ({ entry }) => entry['filename'],
  Size: ({ entry }) => entry['fileSize'],
  'Accessor Email': ({ personal }) => personal['accessorEmail'],
  'Accessor Name': ({ personal }) => personal['accessorName'],
  City: ({ personal }) => personal['city'],
  Region: ({ personal }) => personal['region'],
  Country: ({ personal }) => personal['country'],
  'IP Address': ({ personal }) => personal['ipAddress'],
  'User Agent': ({ personal }) => personal['userAgent'],
  'Share ID': ({ entry }) => entry['shareId'],
  'Entry ID': ({ entry }) => entry['id'],
  Delivery: ({ delivery }) => delivery['standing'],
  'Reported By': ({ delivery }) => delivery['reportedBy'],
  'Acknowledged Bytes': ({ delivery }) => delivery['bytes'],
  Reason: ({ delivery }) => delivery['reason'],
  'Delivery ID': ({ delivery }) => delivery['deliveryId'],
};

export interface Row {
  cells: Record<string, string>;
  entry: Fields;
  seq: number;
}

export const readRows = (text: string): Row[] => {
  const [titles = [], ...rows] = readCsv(text.replace(/^\ufeff/, ''));
  if (!titles.includes('Record') || !titles.includes('Log Head'))
    throw new TypeError('there are no proofs in it');
  // People could read a cell that nothing checks.
  const known = [...Object.keys(shownColumns), ...proofTitles];
  const other = titles.find((title, at) => !known.includes(title) || titles.indexOf(title) !== at);
  if (other !== undefined)
    throw new TypeError(`the column "${other}" is unknown, or there more than once`);
  return rows
    .map((row) => {
      if (row.length !== titles.length)
        throw new TypeError('a row has more or fewer cells than the header');
      const cells = Object.fromEntries(titles.map((title, at) => [title, row[at] ?? '']));
      const entry = fieldsOf(JSON.parse(cells['Record'] ?? ''));
      return { cells, entry, seq: countOf(entry['seq']) };
    })
    .toSorted((one, other) => one.seq - other.seq);
};

export const logOf = (rows: readonly Row[]): Fields => {
  const [head, ...others] = rows
    .map(({ cells }) => cells['Log Head'] ?? '')
    .filter((cell) => cell !== '');
  if (head === undefined || others.length > 0) throw new TypeError('it has no signed head');
  return fieldsOf(JSON.parse(head));
};
