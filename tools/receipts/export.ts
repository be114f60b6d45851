/** Verifies a CSV export of the audit log (docs/receipts.md) without a server; like the receipt's verification. */
import { createHash } from 'node:crypto';
import {
  bytesOf,
  countOf,
  fieldsOf,
  holds,
  isContinued,
  isIncluded,
  isSignedByLog,
  isSignedHead,
  keyOf,
  ownerTag,
  printable,
  textOf,
  timeOf,
  type Fields,
} from './log.ts';

export interface Finding {
  isValid: boolean;
  text: string;
}

export interface ExportVerdict {
  isValid: boolean;
  findings: Finding[];
  facts: string[];
}

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

const digest = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

const personalFields = [
  ...['accessorEmail', 'accessorName', 'userAgent', 'city', 'region', 'country', 'ipAddress'],
];
const deliveryFields = ['deliveryId', 'standing', 'reportedBy', 'bytes', 'reason'];

const hashOf = (entry: Fields): string => {
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

const timeText = (createdAt: unknown): string => textOf(createdAt).slice(0, 19).replace('T', ' ');

/** For this command. */
const proofTitles = ['Record', 'Inclusion Proof', 'Log Head'];

/** Columns that people read. */
const shownColumns: Readonly<
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

interface Row {
  cells: Record<string, string>;
  entry: Fields;
  seq: number;
}

/** An apostrophe in front keeps spreadsheets from reading a formula. */
const isShown = (cell: string | undefined, value: unknown): boolean => {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  return cell === text || cell === `'${text}`;
};

const faultOfRow = (
  { cells, entry, seq }: Row,
  previous: { seq: number; hash: unknown },
  context: { owner: string; ownerUid: unknown; head: Fields; keys: LogKeys },
): string | null => {
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
  const isProven = holds(() =>
    isIncluded(leaf, fieldsOf(JSON.parse(cells['Inclusion Proof'] ?? '')), context.head),
  );
  return isProven ? null : `Entry ${seq} is not in the signed log.`;
};

const readRows = (text: string): Row[] => {
  const [titles = [], ...rows] = readCsv(text.replace(/^\ufeff/, ''));
  if (!titles.includes('Record') || !titles.includes('Log Head'))
    throw new TypeError('there are no proofs in it');
  // A cell that is not checked could be read by people all the same.
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

const logOf = (rows: readonly Row[]): Fields => {
  const [head, ...others] = rows
    .map(({ cells }) => cells['Log Head'] ?? '')
    .filter((cell) => cell !== '');
  if (head === undefined || others.length > 0) throw new TypeError('it has no signed head');
  return fieldsOf(JSON.parse(head));
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

const compareWithEarlier = (earlier: string, log: Fields, rows: readonly Row[]): Finding[] => {
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
  const base = countOf(fieldsOf(log['base'])['seq']);
  const bySeq = new Map(rows.map(({ seq, entry }) => [seq, entry['hash']]));
  const lost = before.rows.find(({ seq, entry }) => seq > base && bySeq.get(seq) !== entry['hash']);
  if (before.rows.length > 0)
    findings.push({
      isValid: lost === undefined,
      text: lost
        ? `Entry ${lost.seq} of the earlier export is missing or was replaced.`
        : 'Every entry of the earlier export that was not removed by retention is there.',
    });
  return findings;
};

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

const checkExport = (
  text: string,
  options: { earlier?: string | undefined; logKeys?: LogKeys } = {},
): ExportVerdict => {
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
    if (options.earlier !== undefined)
      findings.push(...compareWithEarlier(options.earlier, log, rows));
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

export const verifyExport = (...given: Parameters<typeof checkExport>): ExportVerdict => {
  const { isValid, findings, facts } = checkExport(...given);
  return {
    isValid,
    findings: findings.map((finding) => ({ ...finding, text: printable(finding.text) })),
    facts: facts.map(printable),
  };
};
