import { createHash, randomBytes } from 'node:crypto';
import {
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
 * Personal fields go in as salted commitments, sha256(salt ‖ field ‖ value): erasing a person removes
 * value and salt, the commitment stays and the chain holds. Without the salt nobody can try values.
 */
export interface ChainedEntry extends Incident {
  /** Position, from 1 without gaps. */
  seq: number;
  salts: Partial<Record<PersonalField, string>>;
  commitments: Record<PersonalField, string>;
  prevHash: string;
  hash: string;
  /** Present when the personal fields were erased; signed, so that nobody else can wipe them unseen. */
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

/** JSON of a list of scalars is unambiguous, which joining texts with a separator is not. */
const digest = (...parts: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

export const genesis = (ownerUid: string): ChainPoint => ({
  seq: 0,
  hash: digest('tandem audit', formatVersion, ownerUid),
});

const commit = (salt: string, field: PersonalField, value: string | null): string =>
  digest(salt, field, value);

const hashOf = (entry: Omit<ChainedEntry, 'hash' | 'personal' | 'salts' | 'erasure'>): string =>
  digest(
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
  );

const forEachField = <Value>(make: (field: PersonalField) => Value) =>
  Object.fromEntries(personalFields.map((field) => [field, make(field)])) as Record<
    PersonalField,
    Value
  >;

/** Give an incident its place after `head`. */
export const chainAfter = (head: ChainPoint, incident: Incident): ChainedEntry => {
  const salts = forEachField(() => randomBytes(16).toString('base64url'));
  const commitments = forEachField((field) =>
    commit(salts[field], field, incident.personal[field]),
  );
  const place = { seq: head.seq + 1, prevHash: head.hash };
  const hash = hashOf({ ...incident, ...place, commitments });
  return { ...incident, ...place, salts, commitments, hash };
};

/** What an erasure's signature covers. */
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
  'salts',
  'commitments',
  'prevHash',
  'hash',
  'erasure',
];

/** A field under another name reads as an absent one, which an empty one may look like: names count as well. */
const isAsWritten = (entry: ChainedEntry): boolean =>
  hasOnly(entry, entryNames) &&
  hasOnly(entry.personal, personalFields) &&
  hasOnly(entry.salts, personalFields) &&
  hasOnly(entry.commitments, personalFields) &&
  (entry.erasure === undefined || hasOnly(entry.erasure, ['at', 'kid', 'signature']));

/** Why an entry cannot stand after `head`; null when it can. */
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
    : 'was erased by somebody without the right to';
};
