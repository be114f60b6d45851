/** Compares an export of the audit log with an earlier one, or with a head that a page saved (docs/receipts.md). */

import {
  countOf,
  fieldsOf,
  holds,
  isContinued,
  isSignedHead,
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
 * The log signs how far it removed entries, but not how old they were; whoever has its key could sign the removal of new
 * ones. The earlier export has their times, which their hashes cover.
 *
 * @param months of the promised retention
 */
const checkRemoved = (
  removed: readonly Row[],
  base: Fields,
  months: number | undefined,
): Finding => {
  const changed = removed.find(({ entry }) => !holds(() => hashOf(entry) === entry['hash']));
  if (changed)
    return { isValid: false, text: `Entry ${changed.seq} of the earlier export was changed.` };
  const youngest = Math.max(...removed.map(({ entry }) => timeOf(entry['createdAt'])));
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

/** @param retentionMonths for which the operator promises to keep entries. */
export const compareWithEarlier = (
  { earlier, retentionMonths }: { earlier: string; retentionMonths: number | undefined },
  log: Fields,
  rows: readonly Row[],
): Finding[] => {
  const before = earlierHead(earlier);
  const head = fieldsOf(log['head']);
  const findings: Finding[] = [];
  const isShorter = countOf(head['size']) < countOf(before.head['size']);
  if (!isSignedHead(before.head))
    findings.push({ isValid: false, text: 'The earlier head is not signed.' });
  if (isShorter)
    findings.push({ isValid: false, text: 'The log is shorter than at the earlier head.' });
  else {
    const consistency = log['consistency'] === null ? {} : fieldsOf(log['consistency']);
    const isSame = head['size'] === before.head['size'];
    if (isSame || consistency['fromSize'] === before.head['size']) {
      const path = isSame ? [] : consistency['path'];
      const isValid = isContinued(before.head, head, path);
      findings.push({
        isValid,
        text: `The log ${isValid ? 'continues' : 'does NOT continue'} the one of the earlier head.`,
      });
    } else if (before.rows.length === 0)
      findings.push({
        isValid: false,
        text: 'The export has no proof that it continues this head: export it in the browser that remembers the head.',
      });
  }
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
  const removed = before.rows.filter(({ seq }) => seq <= removedUpTo);
  if (removed.length > 0) findings.push(checkRemoved(removed, base, retentionMonths));
  return findings;
};
