/**
 * Chunk frames: one line of JSON, a newline, raw bytes.
 *
 *     {"type":"file-chunk","chunkIndex":0,"totalChunks":N}\n<raw bytes>
 *
 * The encoder reuses one buffer per channel, since `RTCDataChannel.send()` copies before it returns. The decoder
 * returns a view of the received message.
 */

import { maxChunkHeaderBytes } from '../support/constants.js';

export interface ChunkFrame {
  chunkIndex: number;
  totalChunks: number;
  /** A view of the message, not a copy. */
  payload: Uint8Array<ArrayBuffer>;
}

/** Space for the header line; the longest one (two numbers of 16 digits) has 84 bytes. */
export const chunkHeaderReserveBytes = 96;

const newline = 10;
const decoder = new TextDecoder();

/** @param maxPayloadBytes upper limit of the payloads to encode. */
export const createChunkEncoder = (maxPayloadBytes: number) => {
  const scratch = new Uint8Array(chunkHeaderReserveBytes + maxPayloadBytes);
  /** The result is valid until the next call. */
  return (
    chunkIndex: number,
    totalChunks: number,
    payload: Uint8Array,
  ): Uint8Array<ArrayBuffer> => {
    const header = `{"type":"file-chunk","chunkIndex":${chunkIndex},"totalChunks":${totalChunks}}\n`;
    for (let i = 0; i < header.length; i++) scratch[i] = header.charCodeAt(i);
    scratch.set(payload, header.length);
    return scratch.subarray(0, header.length + payload.length);
  };
};

const isIndex = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** @returns null when the message is not a chunk frame, which ends the transfer. */
export const decodeChunk = (message: Uint8Array<ArrayBuffer>): ChunkFrame | null => {
  const end = message.subarray(0, maxChunkHeaderBytes).indexOf(newline);
  if (end < 0) return null;
  const header = parseObject(decoder.decode(message.subarray(0, end)));
  if (header?.['type'] !== 'file-chunk') return null;
  const { chunkIndex, totalChunks } = header;
  if (!isIndex(chunkIndex) || !isIndex(totalChunks) || chunkIndex >= totalChunks) return null;
  return { chunkIndex, totalChunks, payload: message.subarray(end + 1) };
};

/** JSON text → a plain object, or null. */
export const parseObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/** The data of a channel's message event as text or bytes; null for anything else. */
export const readMessage = (data: unknown): string | Uint8Array<ArrayBuffer> | null => {
  if (typeof data === 'string') return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data) && data.buffer instanceof ArrayBuffer)
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  // In Jest each test file has its own realm, so instanceof fails: https://github.com/jestjs/jest/issues/10786
  if (Object.prototype.toString.call(data) === '[object ArrayBuffer]')
    return new Uint8Array(data as ArrayBuffer);
  return null;
};
