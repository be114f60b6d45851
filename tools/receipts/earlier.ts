/** Compares an export of the audit log with an earlier one, or with a head that a page saved (docs/receipts.md). */

import {
  countOf,
  fieldsOf,
  holds,
  isContinued,
  isSignedHead,
  numbersText,
  timeOf,
  type Fields,
  type Finding,
} from './log.ts';
import { hashOf, logOf, readRows, timeText, type Row } from './rows.ts';

/** The head of an earlier export, or of a file that the page saved. */
const earlierHead = (text: string): { head: Fields; rows: Row[] } => {
  if (text.trimStart().startsWith('{')) {
    const file = fieldsOf(JSON.parse(text));
    const remembered = file['remembered'] ?? file;
    return { head: fieldsOf(fieldsOf(remembered)['head']), rows: [] };
  }
  const rows = readRows(text);
  return { head: fieldsOf(logOf(rows)['head']), rows };
};

const dayMs = 86_400_000;

/**
 * The log's own rule, written again because this tool shares no code with the product: if the month has no such day, its
 * end.
 */
const retentionCutoff = (now: Date, months: number): Date => {
  const cutoff = new Date(now);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
  if (cutoff.getUTCDate() === now.getUTCDate()) return cutoff;
  cutoff.setUTCDate(1);
  cutoff.setUTCHours(0, 0, 0, 0);
  return cutoff;
};

/**
 * The log signs how far it removed entries, but not how old they were; a holder of its key could sign the removal of new
 * ones. The earlier export has their times, which their hashes cover.
 *
 * @param months of the promised retention
 */
export const checkRemoved = (
  removed: readonly Row[],
  base: Fields,
  months: number | undefined,
): Finding => {
  const changed = removed.find(({ entry }) => !holds(() => hashOf(entry) === entry['hash']));
  if (changed)
    return { isValid: false, text: `Entry ${changed.seq} of the earlier export was changed.` };
  const youngest = removed
    .map(({ entry }) => timeOf(entry['createdAt']))
    .reduce((latest, time) => Math.max(latest, time));
  const date = timeText(new Date(youngest).toISOString());
  if (months === undefined)
    return {
      isValid: true,
      text: `The youngest removed entry of the earlier export is of ${date}: compare that with the retention, or repeat this with --retention-months.`,
    };
  // A day, because the sweep and the signature of its result are not at the same time.
  const removedAt = new Date(Math.min(timeOf(base['at']), Date.now()) + dayMs);
  const isValid = youngest < retentionCutoff(removedAt, months).getTime();
  return {
    isValid,
    text: isValid
      ? `Removed entries of the earlier export were older than ${months} months.`
      : `An entry of ${date} was removed before it was ${months} months old.`,
  };
};

/**
 * The proof that the tree continues one of this size; absent without one. Exports of earlier versions have one at most.
 */
const pathFrom = (log: Fields, size: unknown): unknown => {
  const earlier = (log['earlier'] ?? []) as unknown[];
  const proofs = [log['consistency'], ...earlier].filter((proof) => proof !== null);
  return proofs.map(fieldsOf).find(({ fromSize }) => fromSize === size)?.['path'];
};

const checkContinuation = (before: Fields, log: Fields): Finding => {
  const head = fieldsOf(log['head']);
  const size = countOf(before['size']);
  if (countOf(head['size']) < size)
    return { isValid: false, text: 'The log is shorter than at the earlier head.' };
  const path = head['size'] === size ? [] : pathFrom(log, size);
  if (path === undefined)
    return {
      isValid: false,
      text: `The export has no proof that it continues the earlier head of ${size} records: export it again with /api/audit-logs/export?fromSize=${size}`,
    };
  const isValid = isContinued(before, head, path);
  return {
    isValid,
    text: `The log ${isValid ? 'continues' : 'does NOT continue'} the one of the earlier head.`,
  };
};

/** A holder of the log's key can also record an erasure that no one asked for. */
const nameErased = (before: readonly Row[], rows: readonly Row[]): Finding[] => {
  const isErased = ({ entry }: Row): boolean => entry['erasure'] !== undefined;
  const erasedNow = new Set(rows.filter(isErased).map(({ seq }) => seq));
  const erased = before.filter((row) => !isErased(row) && erasedNow.has(row.seq));
  if (erased.length === 0) return [];
  const numbers = numbersText(erased.map(({ seq }) => seq));
  return [
    {
      isValid: true,
      text: `Personal fields were erased since the earlier export, which has them: entries ${numbers}.`,
    },
  ];
};

/** @param retentionMonths for which the operator promises to keep entries. */
export const compareWithEarlier = (
  { earlier, retentionMonths }: { earlier: string; retentionMonths: number | undefined },
  log: Fields,
  rows: readonly Row[],
): Finding[] => {
  const before = earlierHead(earlier);
  const findings: Finding[] = [];
  if (!isSignedHead(before.head))
    findings.push({ isValid: false, text: 'The earlier head is not signed.' });
  findings.push(checkContinuation(before.head, log));
  const base = fieldsOf(log['base']);
  const removedUpTo = countOf(base['seq']);
  const bySeq = new Map([
    [removedUpTo, base['hash']] as const,
    ...rows.map(({ seq, entry }) => [seq, entry['hash']] as const),
  ]);
  const lost = before.rows.find(
    ({ seq, entry }) => seq >= removedUpTo && bySeq.get(seq) !== entry['hash'],
  );
  if (before.rows.length > 0)
    findings.push({
      isValid: lost === undefined,
      text: lost
        ? `Entry ${lost.seq} of the earlier export is missing or was replaced.`
        : 'Every entry of the earlier export that was not removed by retention is there.',
    });
  findings.push(...nameErased(before.rows, rows));
  const removed = before.rows.filter(({ seq }) => seq <= removedUpTo);
  if (removed.length > 0) findings.push(checkRemoved(removed, base, retentionMonths));
  return findings;
};
