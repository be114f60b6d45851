/** Control messages: JSON text on the data channel. Unknown types are ignored, malformed known ones are errors. */
import {
  maxBlockBytes,
  maxControlChars,
  maxFileBytes,
  messageLimitBytes,
  maxNameChars,
  maxTextChars,
  maxWindowBlocks,
  minBlockBytes,
  minMessageBytes,
  protocolVersion,
} from '../support/constants.js';
import { parseObject } from './chunk-frames.js';

type Fields = Record<string, unknown>;

/** The fields that a sender of protocol version 2 adds to its metadata. */
export interface V2Offer {
  fileId: string;
  fileBytes: number;
  blockBytes: number;
  /** The sender can pace the transfer by a measured path. */
  paced?: true;
}

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
  | { type: 'block-digest'; block: number; sha256: string }
  | { type: 'block-ack'; block: number }
  | { type: 'block-retry'; block: number }
  | { type: 'file-digest'; sha256: string }
  | { type: 'transfer-complete'; sha256: string | null }
  /** All payload bytes of pieces received on this channel so far. */
  | { type: 'piece-receipt'; bytes: number }
  /** Negotiates the measuring connection: an offer, answer or candidate as on the signalling socket. */
  | { type: 'path-signal'; kind: string; payload: Fields }
  | { type: 'transfer-pause' }
  | { type: 'transfer-resume' }
  | { type: 'transfer-cancel'; reason: string }
  | { type: 'transfer-error'; code: string };

/** `unknown` is ignored; `malformed` ends the transfer. */
export type ParsedControl = ControlMessage | { type: 'unknown' } | { type: 'malformed' };

const malformed = { type: 'malformed' } as const;

const isCount = (value: unknown, max = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max;
const isBetween = (value: unknown, min: number, max: number): value is number =>
  isCount(value, max) && value >= min;
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;
const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
/** 16 and 32 bytes in base64url. */
const isNonce = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{22}$/.test(value);
const isTag = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value);
const shortText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxTextChars) : '';

/** Bytes as a number or as digits; null when absent or not a number. A negative or fractional one is malformed. */
const readSize = (value: unknown): number | null | 'malformed' => {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const size = value === '' ? NaN : Number(value);
  if (isCount(size, maxFileBytes)) return size;
  return Number.isNaN(size) && typeof value === 'string' ? null : 'malformed';
};

const pacedOf = (fields: Fields): { paced?: true } =>
  fields['paced'] === true ? { paced: true } : {};

const readV2Offer = (fields: Fields): V2Offer | null | 'malformed' => {
  if (fields['protocol'] !== protocolVersion) return null;
  const { fileId, fileBytes, blockBytes } = fields;
  if (!isText(fileId, maxTextChars) || fileId === '') return 'malformed';
  if (!isCount(fileBytes, maxFileBytes)) return 'malformed';
  if (!isBetween(blockBytes, minBlockBytes, maxBlockBytes)) return 'malformed';
  return { fileId, fileBytes, blockBytes, ...pacedOf(fields) };
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
  const ready = { fileId, nextBlock, windowBlocks, maxMessageBytes };
  return { type: 'receiver-ready', ...ready, ...pacedOf(fields) };
};

const readStart = (fields: Fields): ParsedControl => {
  const { chunkBytes, totalChunks, blocks, fromBlock } = fields;
  if (!isBetween(chunkBytes, 1, messageLimitBytes) || !isCount(totalChunks)) return malformed;
  if (!isCount(blocks) || !isCount(fromBlock, blocks)) return malformed;
  return { type: 'transfer-start', chunkBytes, totalChunks, blocks, fromBlock };
};

const readPathSignal = ({ kind, payload }: Fields): ParsedControl => {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (!isText(kind, maxTextChars) || !isObject) return malformed;
  return { type: 'path-signal', kind, payload: payload as Fields };
};

const readBlockMessage = (type: 'block-ack' | 'block-retry', { block }: Fields): ParsedControl =>
  isCount(block) ? { type, block } : malformed;

const readers: Record<ControlMessage['type'], (fields: Fields) => ParsedControl> = {
  'peer-hello': readHello,
  'peer-proof': ({ tag }) => (isTag(tag) ? { type: 'peer-proof', tag } : malformed),
  'file-metadata': readMetadata,
  'receiver-ready': readReady,
  'transfer-start': readStart,
  'block-digest': ({ block, sha256 }) =>
    isCount(block) && isDigest(sha256) ? { type: 'block-digest', block, sha256 } : malformed,
  'block-ack': (fields) => readBlockMessage('block-ack', fields),
  'block-retry': (fields) => readBlockMessage('block-retry', fields),
  'file-digest': ({ sha256 }) => (isDigest(sha256) ? { type: 'file-digest', sha256 } : malformed),
  'transfer-complete': ({ sha256 }) => {
    if (sha256 === undefined) return { type: 'transfer-complete', sha256: null };
    return isDigest(sha256) ? { type: 'transfer-complete', sha256 } : malformed;
  },
  'piece-receipt': ({ bytes }) => (isCount(bytes) ? { type: 'piece-receipt', bytes } : malformed),
  'path-signal': readPathSignal,
  'transfer-pause': () => ({ type: 'transfer-pause' }),
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
    default:
      return JSON.stringify(message);
  }
};
