/**
 * Which blocks of a received file are durable: for every committed block its length (8 bytes, big endian) and its
 * SHA-256 (32 bytes), appended after the block was flushed. An incomplete last record is ignored.
 */
const lengthBytes = 8;
const digestBytes = 32;
export const recordBytes = lengthBytes + digestBytes;

export interface RestoredProgress {
  /** Bytes covered by the records. */
  offset: number;
  digests: Uint8Array[];
}

export const encodeRecord = (blockBytes: number, sha256: Uint8Array): Uint8Array<ArrayBuffer> => {
  const record = new Uint8Array(recordBytes);
  new DataView(record.buffer).setBigUint64(0, BigInt(blockBytes));
  record.set(sha256.subarray(0, digestBytes), lengthBytes);
  return record;
};

/** @param dataBytes size of the data file; records beyond it are ignored. */
export const decodeRecords = (
  bytes: Uint8Array<ArrayBuffer>,
  dataBytes: number,
): RestoredProgress => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const digests: Uint8Array[] = [];
  let offset = 0;
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    const blockBytes = Number(view.getBigUint64(at));
    if (blockBytes === 0 || offset + blockBytes > dataBytes) break;
    offset += blockBytes;
    digests.push(bytes.slice(at + lengthBytes, at + recordBytes));
  }
  return { offset, digests };
};
