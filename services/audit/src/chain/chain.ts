import { hash, randomBytes } from 'node:crypto';
import {
  deliveryFields,
  personalFields,
  type Incident,
  type Personal,
  type PersonalField,
} from '../entry/entry.js';
import type { Signature } from './signing.js';

/**
 * One chain per owner. Each entry's hash covers its position, its fields, and the hash before it:
 *
 *   genesis ◀── entry 1 ◀── entry 2 ◀── … ◀── entry n        checkpoint: a signature over (n, hash n)
 *
 * Personal fields enter as salted commitments, sha256(salt ‖ field ‖ value): erasure removes value and
 * salt, the commitment stays and the chain remains valid. Without the salt, values cannot be guessed.
 */
export interface ChainedEntry extends Incident {
  /** Position, from 1, without gaps. */
  seq: number;
  salts: Partial<Record<PersonalField, string>>;
  commitments: Record<PersonalField, string>;
  prevHash: string;
  hash: string;
  /** Present if the personal fields were erased; signed, so that an unauthorised erasure is detected. */
  erasure?: Erasure;
}

export interface Erasure extends Signature {
  at: Date;
}

export interface ChainPoint {
  seq: number;
  hash: string;
}

const formatVersion = 1;

/** JSON of a list of scalars is unambiguous; joining texts with a separator is not. */
const digest = (...parts: readonly (string | number | null)[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url');

export const genesis = (ownerUid: string): ChainPoint => ({
  seq: 0,
  hash: digest('tandem audit', formatVersion, ownerUid),
});

const commit = (salt: string, field: PersonalField, value: string | null): string =>
  digest(salt, field, value);

type Hashed = Omit<ChainedEntry, 'hash' | 'personal' | 'salts' | 'erasure'>;

/** The fields that an entry's hash covers: docs/receipts.md. */
const hashedFields = (entry: Hashed): (string | number | null)[] => [
  formatVersion,
  entry.ownerUid,
  entry.seq,
  entry.id,
  entry.createdAt.getTime(),
  entry.eventType,
  entry.eventStatus,
  entry.shareId,
  entry.filename,
  entry.fileSize,
  ...personalFields.map((field) => entry.commitments[field]),
  entry.prevHash,
  // Absent before deliveries were recorded: the hashes of those entries stay valid.
  ...(entry.delivery ? deliveryFields.map((field) => entry.delivery?.[field] ?? null) : []),
];

const hashOf = (entry: Hashed): string => digest(...hashedFields(entry));

/** The text whose SHA-256 is the entry's hash; null for an entry that was changed. */
export const hashedText = (entry: ChainedEntry): string | null =>
  hashOf(entry) === entry.hash ? JSON.stringify(hashedFields(entry)) : null;

const forEachField = <Value>(make: (field: PersonalField) => Value) =>
  Object.fromEntries(personalFields.map((field) => [field, make(field)])) as Record<
    PersonalField,
    Value
  >;

const saltBytes = 16;

/** One call for all salts, because a call of the generator costs more than its bytes. */
const newSalts = () => {
  const bytes = randomBytes(saltBytes * personalFields.length);
  let from = 0;
  return forEachField(() => bytes.toString('base64url', from, (from += saltBytes)));
};

/** Links an incident after `head`. */
export const chainAfter = (head: ChainPoint, incident: Incident): ChainedEntry => {
  const salts = newSalts();
  const commitments = forEachField((field) =>
    commit(salts[field], field, incident.personal[field]),
  );
  const place = { seq: head.seq + 1, prevHash: head.hash };
  const entry = { ...incident, ...place, commitments };
  return { ...entry, salts, hash: hashOf(entry) };
};

/** The signed content of an erasure. */
export const erasureText = (entry: ChainPoint & { ownerUid: string }, at: Date): string =>
  JSON.stringify(['erasure', entry.ownerUid, entry.seq, entry.hash, at.getTime()]);

const isBlank = (personal: Personal, salts: ChainedEntry['salts']): boolean =>
  personalFields.every((field) => personal[field] === null && salts[field] === undefined);

const keepsCommitments = ({ personal, salts, commitments }: ChainedEntry): boolean =>
  personalFields.every((field) => {
    const salt = salts[field];
    return salt !== undefined && commit(salt, field, personal[field]) === commitments[field];
  });

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

const entryNames = [
  'id',
  'ownerUid',
  'seq',
  'createdAt',
  'eventType',
  'eventStatus',
  'shareId',
  'filename',
  'fileSize',
  'personal',
  'delivery',
  'salts',
  'commitments',
  'prevHash',
  'hash',
  'erasure',
];

/** Field names count too: a renamed field would otherwise look like an absent or empty one. */
const isAsWritten = (entry: ChainedEntry): boolean =>
  hasOnly(entry, entryNames) &&
  hasOnly(entry.personal, personalFields) &&
  hasOnly(entry.salts, personalFields) &&
  hasOnly(entry.commitments, personalFields) &&
  (entry.delivery === undefined || hasOnly(entry.delivery, deliveryFields)) &&
  (entry.erasure === undefined || hasOnly(entry.erasure, ['at', 'kid', 'signature']));

/** The reason why an entry cannot follow `head`; null if it can. */
export const faultOf = (
  head: ChainPoint,
  entry: ChainedEntry,
  isSigned: (text: string, signature: Signature) => boolean,
): string | null => {
  if (entry.seq !== head.seq + 1) return 'is missing';
  if (entry.prevHash !== head.hash) return 'does not continue the one before it';
  if (hashOf(entry) !== entry.hash || !isAsWritten(entry)) return 'was changed';
  if (!entry.erasure)
    return keepsCommitments(entry) ? null : 'has personal fields that were changed';
  if (!isBlank(entry.personal, entry.salts)) return 'was erased, but has personal fields';
  return isSigned(erasureText(entry, entry.erasure.at), entry.erasure)
    ? null
    : 'was erased without authorization';
};
