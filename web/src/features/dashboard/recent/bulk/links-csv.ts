import { spreadsheetText } from '@tandem/proto/browser/files/spreadsheet-text';
import type { FileShare } from '../../api.js';

/** A field in quotes (RFC 4180). */
const quote = (text: string): string => `"${spreadsheetText(text).replaceAll('"', '""')}"`;

/** One line per share: name, file, link and expiry in UTC. Passwords go another way. */
export const linksAsCsv = (
  columns: readonly string[],
  rows: readonly { share: FileShare; link: string }[],
): string =>
  [
    columns.map(quote),
    ...rows.map(({ share, link }) =>
      [share.label, share.filename, link, share.expiresAt].map(quote),
    ),
  ]
    .map((fields) => fields.join(','))
    .join('\r\n');
