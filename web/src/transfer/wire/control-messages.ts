/** Control messages: JSON text on the data channel. Unknown types are ignored, malformed known ones are errors. */

import {
  kib,
  maxBlockBytes,
  maxChallengedBlocks,
  maxControlChars,
  maxFileBytes,
  maxLaneNumber,
  maxLanes,
  messageLimitBytes,
  maxNameChars,
  maxTextChars,
  maxWindowBlocks,
  minBlockBytes,
  minMessageBytes,
  protocolVersion,
} from '../support/constants.js';
import { maxDetailChars, readBasis, type PeerDetails } from '../support/peer-details.js';
import type { RateSetting } from '../support/session.js';
import { isText, type Fields } from '../support/values/unchecked.js';
import { parseObject } from './chunk-frames.js';
import type { LaneTotal } from './path-messages.js';
import { maxPass } from './piece-frames.js';

/** The fields that a sender of protocol version 2 adds to its metadata. */
export interface V2Offer {
  fileId: string;
  fileBytes: number;
  blockBytes: number;
  /** The sender can pace the transfer by a measured path. */
  paced?: true;
  /** The sender can announce commitments to its digests, which the receiver has to open. */
  committed?: true;
  /** The sender can open lanes; only with `paced`. */
  lanes?: true;
}

/** A digest in hex, or a commitment to it. `pass`, with lanes: the number of rewinds before it, absent for 0. */
export type AnnouncedDigest = { pass?: number } & (
  | { sha256: string; commitment?: undefined }
  | { sha256?: undefined; commitment: string }
);

export interface FileMetadata {
  type: 'file-metadata';
  filename: string;
  /** Exact size in bytes; null when a version 1 sender announced none. */
  fileSize: number | null;
  fileType: string;
  /** Number of chunks in version 1. */
  chunks: number;
  v2: V2Offer | null;
  /** Binds the description to the link's key; only after a proof of the peers. */
  tag?: string;
}

export interface ReceiverReady {
  type: 'receiver-ready';
  fileId: string;
  /** First block that is not yet durable at the receiver. */
  nextBlock: number;
  windowBlocks: number;
  maxMessageBytes: number;
  /** The receiver takes pieces and reports them; only in answer to an offer to pace. */
  paced?: true;
  /** How many lanes the receiver accepts at a time; only in answer to an offer of lanes. */
  lanes?: number;
  /** With `lanes`: copies of each digest that the receiver accepts beside the first; absent for 1. */
  digestCopies?: number;
  /** The receiver states its digests; only in answer to an offer of commitments. */
  committed?: true;
  /** With `committed`: 16 random bytes in base64url, the same for all connections of this receiver's file. */
  deliveryId?: string;
}

export interface TransferStart {
  type: 'transfer-start';
  chunkBytes: number;
  totalChunks: number;
  blocks: number;
  fromBlock: number;
}

export type ControlMessage =
  /** `nonce` is null from a peer that has no key of the link. */
  | { type: 'peer-hello'; nonce: string | null }
  | { type: 'peer-proof'; tag: string }
  | FileMetadata
  | ReceiverReady
  | TransferStart
  | ({ type: 'block-digest'; block: number } & AnnouncedDigest)
  /** `sha256`: the receiver's own digest of the block; required with commitments. */
  | { type: 'block-ack'; block: number; sha256?: string }
  | { type: 'block-retry'; block: number }
  /** `tag` binds the digest to the link; required from a sender that has proven itself. */
  | ({ type: 'file-digest'; tag?: string } & AnnouncedDigest)
  | { type: 'block-challenge'; nonce: string; blocks: number[] }
  /** `tags` is null from a receiver that cannot read its stored blocks. */
  | { type: 'block-response'; tags: string[] | null }
  | { type: 'transfer-complete'; sha256: string | null }
  /** All payload bytes of pieces received so far; once a lane has opened, also those of each open lane. */
  | { type: 'piece-receipt'; bytes: number; lanes?: LaneTotal[] }
  /** Negotiates the measuring connection: an offer, answer or candidate as on the signalling socket. */
  | { type: 'path-signal'; kind: string; payload: Fields }
  /** Negotiates a lane, as `path-signal` does the measuring connection. */
  | { type: 'lane-signal'; lane: number; kind: string; payload: Fields }
  /** The sender has given up a lane. */
  | { type: 'lane-close'; lane: number }
  /** `details`: the author's key and identity, as JSON. */
  | { type: 'receipt-key'; details: string; tag: string }
  /** Without a statement from the receiver, which signs that of the sender. */
  | { type: 'receipt'; statement?: string; signature: string }
  /** The author as their own page names them; unverified. Version 2 only. */
  | ({ type: 'peer-details' } & PeerDetails)
  /** The limit that the author's user has set for this transfer; sent by both sides. Version 2 only. */
  | ({ type: 'rate-limit' } & RateSetting)
  /** What the sender measures, for the receiver's page. `limitedBy` may be a later version's. */
  | { type: 'rate-report'; limitedBy: string; rttMs: number | null; lossShare: number | null }
  /** `reason`: the user at the sender has not approved the recipient yet. */
  | { type: 'transfer-pause'; reason?: 'approval' }
  | { type: 'transfer-resume' }
  | { type: 'transfer-cancel'; reason: string }
  | { type: 'transfer-error'; code: string };

/** `unknown` is ignored; `malformed` ends the transfer. */
export type ParsedControl = ControlMessage | { type: 'unknown' } | { type: 'malformed' };

/** Lowest rate limit: a lower one would look like a stalled transfer. */
const minLimitBytesPerSecond = 10 * kib;
/** Longest round trip that a report may state. */
const maxRttMs = 600_000;

const malformed = { type: 'malformed' } as const;

const isCount = (value: unknown, max = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max;
const isBetween = (value: unknown, min: number, max: number): value is number =>
  isCount(value, max) && value >= min;
const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
/** 16 and 32 bytes in base64url. */
const isNonce = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{22}$/.test(value);
const isTag = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value);
/** 64 bytes. */
const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{86}$/.test(value);
const shortText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxTextChars) : '';

/**
 * Bytes as a number or as digits; null when absent or any other text, as of a form that `Number` would read (`1e3`, a
 * blank). A negative or fractional one is malformed.
 */
const readSize = (value: unknown): number | null | 'malformed' => {
  const isDecimal = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  if (typeof value !== 'number' && !isDecimal) return null;
  const size = Number(value);
  return isCount(size, maxFileBytes) ? size : 'malformed';
};

const pacedOf = (fields: Fields): { paced?: true } =>
  fields['paced'] === true ? { paced: true } : {};

const passOf = ({ pass }: Fields): { pass?: number } | null => {
  if (pass === undefined) return {};
  return isCount(pass, maxPass) ? { pass } : null;
};

const committedOf = (fields: Fields): { committed?: true } =>
  fields['committed'] === true ? { committed: true } : {};

const readV2Offer = (fields: Fields): V2Offer | null | 'malformed' => {
  if (fields['protocol'] !== protocolVersion) return null;
  const { fileId, fileBytes, blockBytes } = fields;
  if (!isText(fileId, maxTextChars) || fileId === '') return 'malformed';
  if (!isCount(fileBytes, maxFileBytes)) return 'malformed';
  if (!isBetween(blockBytes, minBlockBytes, maxBlockBytes)) return 'malformed';
  const lanes = fields['lanes'] === true && { lanes: true as const };
  return { fileId, fileBytes, blockBytes, ...pacedOf(fields), ...committedOf(fields), ...lanes };
};

const readMetadata = (fields: Fields): ParsedControl => {
  const { filename, fileType = '', chunks, tag } = fields;
  const v2 = readV2Offer(fields);
  if (v2 === 'malformed') return malformed;
  if (!isText(filename, maxNameChars) || !isText(fileType, maxTextChars)) return malformed;
  if (!isCount(chunks)) return malformed;
  const announced = readSize(fields['fileSize']);
  if (announced === 'malformed') return malformed;
  const fileSize = v2?.fileBytes ?? announced;
  if (announced !== null && announced !== fileSize) return malformed;
  if (tag !== undefined && !isTag(tag)) return malformed;
  const metadata = { filename, fileSize, fileType, chunks, v2, ...(tag !== undefined && { tag }) };
  return { type: 'file-metadata', ...metadata };
};

const readHello = ({ nonce }: Fields): ParsedControl => {
  if (nonce === undefined) return { type: 'peer-hello', nonce: null };
  return isNonce(nonce) ? { type: 'peer-hello', nonce } : malformed;
};

const readReady = (fields: Fields): ParsedControl => {
  const { fileId, nextBlock, windowBlocks, maxMessageBytes } = fields;
  if (fields['protocol'] !== protocolVersion || !isText(fileId, maxTextChars)) return malformed;
  if (!isCount(nextBlock) || !isBetween(windowBlocks, 1, maxWindowBlocks)) return malformed;
  if (!isBetween(maxMessageBytes, minMessageBytes, Number.MAX_SAFE_INTEGER)) return malformed;
  const { lanes, digestCopies } = fields;
  if (lanes !== undefined && !isBetween(lanes, 1, maxLanes)) return malformed;
  if (digestCopies !== undefined && !isBetween(digestCopies, 1, maxLaneNumber)) return malformed;
  const ready = {
    fileId,
    nextBlock,
    windowBlocks,
    maxMessageBytes,
    ...pacedOf(fields),
    ...(lanes !== undefined && { lanes }),
    ...(digestCopies !== undefined && { digestCopies }),
  };
  if (fields['committed'] !== true) return { type: 'receiver-ready', ...ready };
  const { deliveryId } = fields;
  if (!isNonce(deliveryId)) return malformed;
  return { type: 'receiver-ready', ...ready, committed: true, deliveryId };
};

const readStart = (fields: Fields): ParsedControl => {
  const { chunkBytes, totalChunks, blocks, fromBlock } = fields;
  if (!isBetween(chunkBytes, 1, messageLimitBytes) || !isCount(totalChunks)) return malformed;
  if (!isCount(blocks) || !isCount(fromBlock, blocks)) return malformed;
  return { type: 'transfer-start', chunkBytes, totalChunks, blocks, fromBlock };
};

const readReceipt = ({ statement, signature }: Fields): ParsedControl => {
  if (!isSignature(signature)) return malformed;
  if (statement === undefined) return { type: 'receipt', signature };
  return isText(statement, maxControlChars) ? { type: 'receipt', statement, signature } : malformed;
};

const readPathSignal = ({ kind, payload }: Fields): ParsedControl => {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (!isText(kind, maxTextChars) || !isObject) return malformed;
  return { type: 'path-signal', kind, payload: payload as Fields };
};

const isList = <T>(
  value: unknown,
  max: number,
  isItem: (item: unknown) => item is T,
): value is T[] => Array.isArray(value) && value.length <= max && value.every(isItem);

const isLaneNumber = (value: unknown): value is number => isBetween(value, 1, maxLaneNumber);

const readLaneSignal = (fields: Fields): ParsedControl => {
  const { lane } = fields;
  const signal = readPathSignal(fields);
  return isLaneNumber(lane) && signal.type === 'path-signal'
    ? { ...signal, type: 'lane-signal', lane }
    : malformed;
};

const isLaneTotal = (value: unknown): value is LaneTotal =>
  Array.isArray(value) && value.length === 2 && value.every((amount) => isCount(amount));

const readPieceReceipt = ({ bytes, lanes }: Fields): ParsedControl => {
  if (!isCount(bytes)) return malformed;
  if (lanes === undefined) return { type: 'piece-receipt', bytes };
  return isList(lanes, maxLanes + 1, isLaneTotal)
    ? { type: 'piece-receipt', bytes, lanes }
    : malformed;
};

/** Exactly one of the two. */
const readAnnounced = (fields: Fields): AnnouncedDigest | null => {
  const { sha256, commitment } = fields;
  const pass = passOf(fields);
  if (pass === null) return null;
  if (commitment === undefined) return isDigest(sha256) ? { sha256, ...pass } : null;
  return sha256 === undefined && isDigest(commitment) ? { commitment, ...pass } : null;
};

const readBlockDigest = (fields: Fields): ParsedControl => {
  const { block } = fields;
  const announced = readAnnounced(fields);
  return isCount(block) && announced !== null
    ? { type: 'block-digest', block, ...announced }
    : malformed;
};

const readFileDigest = (fields: Fields): ParsedControl => {
  const { tag } = fields;
  const announced = readAnnounced(fields);
  if (announced === null || (tag !== undefined && !isTag(tag))) return malformed;
  return { type: 'file-digest', ...announced, ...(tag !== undefined && { tag }) };
};

const readBlockAck = ({ block, sha256 }: Fields): ParsedControl => {
  if (!isCount(block)) return malformed;
  if (sha256 === undefined) return { type: 'block-ack', block };
  return isDigest(sha256) ? { type: 'block-ack', block, sha256 } : malformed;
};

const readChallenge = ({ nonce, blocks }: Fields): ParsedControl => {
  const isBlock = (block: unknown): block is number => isCount(block);
  if (!isNonce(nonce) || !isList(blocks, maxChallengedBlocks, isBlock)) return malformed;
  return { type: 'block-challenge', nonce, blocks };
};

const readResponse = ({ tags }: Fields): ParsedControl => {
  if (tags === undefined) return { type: 'block-response', tags: null };
  return isList(tags, maxChallengedBlocks, isTag) ? { type: 'block-response', tags } : malformed;
};

const readRateLimit = ({ bytesPerSecond, isYielding }: Fields): ParsedControl => {
  const isLimit =
    bytesPerSecond === null ||
    isBetween(bytesPerSecond, minLimitBytesPerSecond, Number.MAX_SAFE_INTEGER);
  if (!isLimit || typeof isYielding !== 'boolean') return malformed;
  return { type: 'rate-limit', bytesPerSecond, isYielding };
};

const isMeasured = (value: unknown, max: number): value is number | null =>
  value === null || (typeof value === 'number' && value >= 0 && value <= max);

const readRateReport = ({ limitedBy, rttMs, lossShare }: Fields): ParsedControl =>
  isText(limitedBy, maxTextChars) && isMeasured(rttMs, maxRttMs) && isMeasured(lossShare, 1)
    ? { type: 'rate-report', limitedBy, rttMs, lossShare }
    : malformed;

const readers: Record<ControlMessage['type'], (fields: Fields) => ParsedControl> = {
  'peer-hello': readHello,
  'peer-proof': ({ tag }) => (isTag(tag) ? { type: 'peer-proof', tag } : malformed),
  'file-metadata': readMetadata,
  'receiver-ready': readReady,
  'transfer-start': readStart,
  'block-digest': readBlockDigest,
  'block-ack': readBlockAck,
  'block-retry': ({ block }) => (isCount(block) ? { type: 'block-retry', block } : malformed),
  'file-digest': readFileDigest,
  'block-challenge': readChallenge,
  'block-response': readResponse,
  'transfer-complete': ({ sha256 }) => {
    if (sha256 === undefined) return { type: 'transfer-complete', sha256: null };
    return isDigest(sha256) ? { type: 'transfer-complete', sha256 } : malformed;
  },
  'piece-receipt': readPieceReceipt,
  'path-signal': readPathSignal,
  'lane-signal': readLaneSignal,
  'lane-close': ({ lane }) => (isLaneNumber(lane) ? { type: 'lane-close', lane } : malformed),
  'receipt-key': ({ details, tag }) =>
    isText(details, maxNameChars) && isTag(tag) ? { type: 'receipt-key', details, tag } : malformed,
  receipt: readReceipt,
  'peer-details': ({ name, email, basis }) =>
    isText(name, maxDetailChars) && isText(email, maxDetailChars)
      ? { type: 'peer-details', name, email, ...readBasis(basis) }
      : malformed,
  'rate-limit': readRateLimit,
  'rate-report': readRateReport,
  'transfer-pause': ({ reason }) => ({
    type: 'transfer-pause',
    ...(reason === 'approval' && { reason }),
  }),
  'transfer-resume': () => ({ type: 'transfer-resume' }),
  'transfer-cancel': ({ reason }) => ({ type: 'transfer-cancel', reason: shortText(reason) }),
  'transfer-error': ({ code }) => ({ type: 'transfer-error', code: shortText(code) }),
};

export const parseControl = (text: string): ParsedControl => {
  if (text.length > maxControlChars) return malformed;
  const fields = parseObject(text);
  const type = fields?.['type'];
  if (fields === null || typeof type !== 'string') return malformed;
  return Object.hasOwn(readers, type)
    ? readers[type as ControlMessage['type']](fields)
    : { type: 'unknown' };
};

/** The wire form: the fields of `v2` are flattened, `receiver-ready` carries the version, null values are omitted. */
export const encodeControl = (message: ControlMessage): string => {
  switch (message.type) {
    case 'file-metadata': {
      const { v2, ...plain } = message;
      return JSON.stringify(v2 === null ? plain : { ...plain, protocol: protocolVersion, ...v2 });
    }
    case 'receiver-ready':
      return JSON.stringify({ ...message, protocol: protocolVersion });
    case 'peer-hello':
      return JSON.stringify(message.nonce === null ? { type: message.type } : message);
    case 'transfer-complete':
      return JSON.stringify(message.sha256 === null ? { type: message.type } : message);
    case 'block-response':
      return JSON.stringify(message.tags === null ? { type: message.type } : message);
    default:
      return JSON.stringify(message);
  }
};
