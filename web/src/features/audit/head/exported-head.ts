import { compareTrees, type RememberedHead } from '@tandem/proto/browser/audit/audit-head';
import type { AuditHead } from '@tandem/proto/browser/http/audit';
import type { LogFault } from './api.js';
import { rememberedHead, rememberHead, rememberSavedHead } from './remembered-head.js';

/** The last cell of the first row of an export: JSON in quotes, as RFC 4180 escapes it. */
const logCell = /"(\{""ownerUid"":(?:[^"]|"")*\})"\r\n/;

interface ExportedLog {
  head: AuditHead;
  /** From the head that the request named; null if the tree is smaller. */
  consistency: { path: string[] } | null;
}

const readLog = (csv: string): ExportedLog | null => {
  const [, cell] = logCell.exec(csv) ?? [];
  return cell === undefined ? null : (JSON.parse(cell.replaceAll('""', '"')) as ExportedLog);
};

/** The header alone: the owner has no entries, and the export has no head. */
const hasNoRows = (csv: string): boolean => csv.indexOf('\n') === csv.length - 1;

/**
 * Compares the head in an export with the one that was remembered when it was requested, because the proof begins
 * there, and remembers the later one, and the exported one as saved.
 */
export const checkExportedHead = async (
  uid: string,
  csv: string,
  remembered: RememberedHead,
): Promise<LogFault | null> => {
  if (hasNoRows(csv)) return null;
  const log = readLog(csv);
  // The server exports a log without a head if it cannot prove it.
  if (log === null) return 'refused';
  const later = { head: log.head, consistency: log.consistency?.path ?? [] };
  const fault = await compareTrees(remembered.head, later);
  const latest = rememberedHead(uid);
  if (fault === null && latest) {
    if (latest.head.size < log.head.size) rememberHead(uid, { ...latest, head: log.head });
    rememberSavedHead(uid, log.head);
  }
  return fault;
};
