/** Verifies a CSV export of the audit log (docs/receipts.md) without a server; like the receipt's verification. */

import { compareWithEarlier } from './earlier.ts';
import {
  bytesOf,
  countOf,
  fieldsOf,
  holds,
  isIncluded,
  isSignedByLog,
  isSignedHead,
  keyOf,
  numbersText,
  ownerTag,
  printable,
  textOf,
  timeOf,
  type Fields,
  type Finding,
  type Verdict,
} from './log.ts';
import { digest, hashOf, logOf, personalFields, readRows, shownColumns, type Row } from './rows.ts';

/** Keys of the log, as the operator publishes them: `kid:base64url`. */
type LogKeys = readonly string[];

const isSignedByKnown = (signed: Fields, facts: readonly unknown[], keys: LogKeys): boolean =>
  keys.some((key) => {
    const [kid, publicKey] = key.split(':');
    return kid === signed['kid'] && holds(() => isSignedByLog({ ...signed, publicKey }, facts));
  });

const isErasedByLog = (entry: Fields, keys: LogKeys): boolean => {
  const erasure = fieldsOf(entry['erasure']);
  const at = timeOf(erasure['at']);
  const facts = ['erasure', entry['ownerUid'], entry['seq'], entry['hash'], at];
  return isSignedByKnown(erasure, facts, keys);
};

/** Erased fields have neither value nor salt. */
const keepsCommitments = (entry: Fields, keys: LogKeys): boolean => {
  const [personal, salts, commitments] = ['personal', 'salts', 'commitments'].map((name) =>
    fieldsOf(entry[name]),
  ) as [Fields, Fields, Fields];
  const isErased = entry['erasure'] !== undefined;
  if (isErased && !isErasedByLog(entry, keys)) return false;
  return personalFields.every((name) =>
    isErased
      ? personal[name] === null && salts[name] === undefined
      : digest(textOf(salts[name]), name, personal[name]) === commitments[name],
  );
};

/** An apostrophe in front keeps spreadsheets from reading a formula. */
const isShown = (cell: string | undefined, value: unknown): boolean => {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  return cell === text || cell === `'${text}`;
};

const proofOf = ({ cells }: Row): Fields => fieldsOf(JSON.parse(cells['Inclusion Proof'] ?? ''));

const faultOfRow = (
  row: Row,
  previous: { seq: number; hash: unknown },
  context: { owner: string; ownerUid: unknown; head: Fields; keys: LogKeys },
): string | null => {
  const { cells, entry, seq } = row;
  if (seq !== previous.seq + 1) return `Entry ${previous.seq + 1} is missing.`;
  if (entry['ownerUid'] !== context.ownerUid) return `Entry ${seq} belongs to another log.`;
  if (entry['prevHash'] !== previous.hash)
    return `Entry ${seq} does not continue the one before it.`;
  if (!holds(() => hashOf(entry) === entry['hash'] && keepsCommitments(entry, context.keys)))
    return `Entry ${seq} was changed.`;
  const personal = fieldsOf(entry['personal']);
  const delivery = entry['delivery'] === undefined ? {} : fieldsOf(entry['delivery']);
  const changed = Object.entries(shownColumns).find(
    ([title, valueOf]) => !isShown(cells[title], valueOf({ entry, personal, delivery })),
  );
  if (changed) return `Entry ${seq}: the column "${changed[0]}" is not as recorded.`;
  const leaf = JSON.stringify(['entry', context.owner, seq, entry['hash']]);
  const isProven = holds(() => isIncluded(leaf, proofOf(row), context.head));
  return isProven ? null : `Entry ${seq} is not in the signed log.`;
};

/** Whether the log has recorded the erasure of an entry. */
const isErasureRecorded = (row: Row, owner: string, head: Fields): boolean =>
  holds(() => {
    const proof = fieldsOf(proofOf(row)['erasure']);
    const text = textOf(proof['text']);
    const leaf = JSON.parse(text) as unknown[];
    const expected = ['erasure', owner, row.seq, row.entry['hash']];
    return expected.every((part, at) => leaf[at] === part) && isIncluded(text, proof, head);
  });

/** The signature of an erasure is in the row alone: without the record, a holder of the key could erase unnoticed. */
const checkErasures = (rows: readonly Row[], log: Fields, isProofNeeded: boolean): Finding[] => {
  const head = fieldsOf(log['head']);
  const owner = ownerTag(textOf(log['ownerUid']));
  const unproven = rows.filter(
    (row) => row.entry['erasure'] !== undefined && !isErasureRecorded(row, owner, head),
  );
  if (unproven.length === 0) return [];
  const numbers = numbersText(unproven.map(({ seq }) => seq));
  const text = `There is no proof that the log recorded the erasure of entries ${numbers}.`;
  return [{ isValid: !isProofNeeded, text }];
};

/** Where the log begins: at its genesis, or after entries whose removal the log signed and recorded. */
const checkBase = (log: Fields, keys: LogKeys): Finding => {
  const head = fieldsOf(log['head']);
  const base = fieldsOf(log['base']);
  const [seq, ownerUid] = [countOf(base['seq']), textOf(log['ownerUid'])];
  if (seq === 0) {
    const isValid = base['hash'] === digest('tandem audit', 1, ownerUid);
    return {
      isValid,
      text: isValid
        ? 'The log is complete from its first entry.'
        : 'The beginning of the log was changed.',
    };
  }
  const owner = ownerTag(ownerUid);
  const at = timeOf(base['at']);
  const isSigned = isSignedByKnown(base, ['base', ownerUid, seq, base['hash'], at], keys);
  const isRecorded = holds(() => {
    const proof = fieldsOf(log['retention']);
    const leaf = JSON.parse(textOf(proof['text'])) as unknown[];
    if (!isIncluded(textOf(proof['text']), proof, head)) return false;
    return leaf[0] === 'retention' && leaf[1] === owner && countOf(leaf[2]) >= seq;
  });
  const removed = `Entries up to ${seq} were removed at the end of their retention`;
  const isValid = isSigned && isRecorded;
  return {
    isValid,
    text: isValid
      ? `${removed}, as the signed log records.`
      : `${removed}, which the log has not recorded or not signed.`,
  };
};

interface ExportOptions {
  /** The text of an earlier export, or of a head that a page saved. */
  earlier?: string | undefined;
  logKeys?: LogKeys;
  /** Months for which the operator promises to keep entries. */
  retentionMonths?: number | undefined;
  /** For exports of earlier versions, which have no proofs of erasures. */
  allowsUnprovenErasures?: boolean;
}

const checkRows = (rows: readonly Row[], log: Fields, keys: LogKeys): Finding => {
  const [head, base] = [fieldsOf(log['head']), fieldsOf(log['base'])];
  const ownerUid = textOf(log['ownerUid']);
  const context = { owner: ownerTag(ownerUid), ownerUid, head, keys };
  let previous = { seq: countOf(base['seq']), hash: base['hash'] };
  for (const row of rows) {
    const fault = faultOfRow(row, previous, context);
    if (fault) return { isValid: false, text: fault };
    previous = { seq: row.seq, hash: row.entry['hash'] };
  }
  const isWhole = previous.seq === log['lastSeq'];
  return {
    isValid: isWhole,
    text: isWhole
      ? `${rows.length} entries are as recorded, without a gap, and in the signed log.`
      : `Entry ${previous.seq + 1} is missing.`,
  };
};

const checkExport = (text: string, options: ExportOptions = {}): Verdict => {
  try {
    const rows = readRows(text);
    // An empty export proves nothing: not that there was no log, either.
    if (rows.length === 0) throw new TypeError('it has no entries, which proves nothing');
    const log = logOf(rows);
    const head = fieldsOf(log['head']);
    bytesOf(head['root'], 32);
    const isSigned = isSignedHead(head);
    const keys = options.logKeys ?? [keyOf(head)];
    const findings: Finding[] = [
      { isValid: isSigned, text: `The log’s signature is ${isSigned ? '' : 'NOT '}valid.` },
      checkBase(log, keys),
      checkRows(rows, log, keys),
      ...checkErasures(rows, log, options.allowsUnprovenErasures !== true),
    ];
    if (options.logKeys !== undefined) {
      const isPinned = options.logKeys.includes(keyOf(head));
      findings.push({
        isValid: isPinned,
        text: isPinned
          ? 'The log’s key is a given one.'
          : `The log’s key is another one: ${keyOf(head)}`,
      });
    }
    if (options.earlier !== undefined) {
      const { earlier, retentionMonths } = options;
      findings.push(...compareWithEarlier({ earlier, retentionMonths }, log, rows));
    }
    const facts = [
      `Log of ${textOf(log['ownerUid'])}, ${rows.length} entries`,
      `Signed head: ${String(head['size'])} records, root ${textOf(head['root'])}, ${textOf(head['at'])}`,
    ];
    return { isValid: findings.every(({ isValid }) => isValid), findings, facts };
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    const finding = { isValid: false, text: `This export cannot be verified: ${reason}` };
    return { isValid: false, findings: [finding], facts: [] };
  }
};

export const verifyExport = (...given: Parameters<typeof checkExport>): Verdict => {
  const { isValid, findings, facts } = checkExport(...given);
  return {
    isValid,
    findings: findings.map((finding) => ({ ...finding, text: printable(finding.text) })),
    facts: facts.map(printable),
  };
};
