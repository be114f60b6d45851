/** Control messages: JSON text on the data channel. Unknown types are ignored, malformed known ones are errors. */
import {
  MAX_BLOCK_BYTES,
  MAX_CONTROL_CHARS,
  MAX_FILE_BYTES,
  MAX_MESSAGE_BYTES,
  MAX_NAME_CHARS,
  MAX_TEXT_CHARS,
  MAX_WINDOW_BLOCKS,
  MIN_BLOCK_BYTES,
  MIN_MESSAGE_BYTES,
  PROTOCOL_VERSION,
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

const MALFORMED = { type: 'malformed' } as const;

const isCount = (value: unknown, max = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max;
const isBetween = (value: unknown, min: number, max: number): value is number =>
  isCount(value, max) && value >= min;
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;
const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const shortText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT_CHARS) : '';

/** Bytes as a number or as digits; null when absent or not a number. A negative or fractional one is malformed. */
function readSize(value: unknown): number | null | 'malformed' {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const size = value === '' ? NaN : Number(value);
  if (isCount(size, MAX_FILE_BYTES)) return size;
  return Number.isNaN(size) && typeof value === 'string' ? null : 'malformed';
}

const pacedOf = (fields: Fields): { paced?: true } =>
  fields['paced'] === true ? { paced: true } : {};

function readV2Offer(fields: Fields): V2Offer | null | 'malformed' {
  if (fields['protocol'] !== PROTOCOL_VERSION) return null;
  const { fileId, fileBytes, blockBytes } = fields;
  if (!isText(fileId, MAX_TEXT_CHARS) || fileId === '') return 'malformed';
  if (!isCount(fileBytes, MAX_FILE_BYTES)) return 'malformed';
  if (!isBetween(blockBytes, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES)) return 'malformed';
  return { fileId, fileBytes, blockBytes, ...pacedOf(fields) };
}

function readMetadata(fields: Fields): ParsedControl {
  const { filename, fileType = '', chunks } = fields;
  const v2 = readV2Offer(fields);
  if (v2 === 'malformed') return MALFORMED;
  if (!isText(filename, MAX_NAME_CHARS) || !isText(fileType, MAX_TEXT_CHARS)) return MALFORMED;
  if (!isCount(chunks)) return MALFORMED;
  const announced = readSize(fields['fileSize']);
  if (announced === 'malformed') return MALFORMED;
  const fileSize = v2?.fileBytes ?? announced;
  if (announced !== null && announced !== fileSize) return MALFORMED;
  return { type: 'file-metadata', filename, fileSize, fileType, chunks, v2 };
}

function readReady(fields: Fields): ParsedControl {
  const { fileId, nextBlock, windowBlocks, maxMessageBytes } = fields;
  if (fields['protocol'] !== PROTOCOL_VERSION || !isText(fileId, MAX_TEXT_CHARS)) return MALFORMED;
  if (!isCount(nextBlock) || !isBetween(windowBlocks, 1, MAX_WINDOW_BLOCKS)) return MALFORMED;
  if (!isBetween(maxMessageBytes, MIN_MESSAGE_BYTES, Number.MAX_SAFE_INTEGER)) return MALFORMED;
  const ready = { fileId, nextBlock, windowBlocks, maxMessageBytes };
  return { type: 'receiver-ready', ...ready, ...pacedOf(fields) };
}

function readStart(fields: Fields): ParsedControl {
  const { chunkBytes, totalChunks, blocks, fromBlock } = fields;
  if (!isBetween(chunkBytes, 1, MAX_MESSAGE_BYTES) || !isCount(totalChunks)) return MALFORMED;
  if (!isCount(blocks) || !isCount(fromBlock, blocks)) return MALFORMED;
  return { type: 'transfer-start', chunkBytes, totalChunks, blocks, fromBlock };
}

function readPathSignal({ kind, payload }: Fields): ParsedControl {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (!isText(kind, MAX_TEXT_CHARS) || !isObject) return MALFORMED;
  return { type: 'path-signal', kind, payload: payload as Fields };
}

function readBlockMessage(type: 'block-ack' | 'block-retry', { block }: Fields): ParsedControl {
  return isCount(block) ? { type, block } : MALFORMED;
}

const READERS: Record<ControlMessage['type'], (fields: Fields) => ParsedControl> = {
  'file-metadata': readMetadata,
  'receiver-ready': readReady,
  'transfer-start': readStart,
  'block-digest': ({ block, sha256 }) =>
    isCount(block) && isDigest(sha256) ? { type: 'block-digest', block, sha256 } : MALFORMED,
  'block-ack': (fields) => readBlockMessage('block-ack', fields),
  'block-retry': (fields) => readBlockMessage('block-retry', fields),
  'file-digest': ({ sha256 }) => (isDigest(sha256) ? { type: 'file-digest', sha256 } : MALFORMED),
  'transfer-complete': ({ sha256 }) => {
    if (sha256 === undefined) return { type: 'transfer-complete', sha256: null };
    return isDigest(sha256) ? { type: 'transfer-complete', sha256 } : MALFORMED;
  },
  'piece-receipt': ({ bytes }) => (isCount(bytes) ? { type: 'piece-receipt', bytes } : MALFORMED),
  'path-signal': readPathSignal,
  'transfer-pause': () => ({ type: 'transfer-pause' }),
  'transfer-resume': () => ({ type: 'transfer-resume' }),
  'transfer-cancel': ({ reason }) => ({ type: 'transfer-cancel', reason: shortText(reason) }),
  'transfer-error': ({ code }) => ({ type: 'transfer-error', code: shortText(code) }),
};

export function parseControl(text: string): ParsedControl {
  if (text.length > MAX_CONTROL_CHARS) return MALFORMED;
  const fields = parseObject(text);
  const type = fields?.['type'];
  if (fields === null || typeof type !== 'string') return MALFORMED;
  return Object.hasOwn(READERS, type)
    ? READERS[type as ControlMessage['type']](fields)
    : { type: 'unknown' };
}

/** The wire form: the fields of `v2` are flattened, `receiver-ready` carries the version, null digests are omitted. */
export function encodeControl(message: ControlMessage): string {
  switch (message.type) {
    case 'file-metadata': {
      const { v2, ...plain } = message;
      return JSON.stringify(v2 === null ? plain : { ...plain, protocol: PROTOCOL_VERSION, ...v2 });
    }
    case 'receiver-ready':
      return JSON.stringify({ ...message, protocol: PROTOCOL_VERSION });
    case 'transfer-complete':
      return JSON.stringify(message.sha256 === null ? { type: message.type } : message);
    default:
      return JSON.stringify(message);
  }
}
