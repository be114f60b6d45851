/**
 * Pieces of a paced transfer: binary messages of any length, each with its own position.
 *
 *     byte 0      1        2 … 3   4 … 7          8 … 11          12 …
 *     0x01 (type) flags    pass    block (u32 BE) offset (u32 BE) payload
 *
 * Bit 0 of the flags asks the receiver to report the bytes received. The pass (u16 BE) is the number of rewinds before
 * this piece; always 0 in a transfer without lanes.
 *
 * A chunk frame begins with `{`, so the first byte distinguishes the two.
 */
export interface Piece {
  block: number;
  /** Position of the payload, in bytes from the beginning of the block. */
  offset: number;
  isReportWanted: boolean;
  pass: number;
  /** A view of the message, not a copy. */
  payload: Uint8Array<ArrayBuffer>;
}

/** Any view of the payload will do: it is copied. */
export type PieceToSend = Omit<Piece, 'payload' | 'pass'> & { payload: Uint8Array; pass?: number };

export const pieceHeaderBytes = 12;
const pieceType = 1;
/** The first four bytes as one big-endian number. */
const pieceMark = pieceType << 24;
const reportWanted = 1 << 16;
export const maxPass = 0xff_ff;

export const isPiece = (message: Uint8Array): boolean => message[0] === pieceType;

/** @param maxPayloadBytes upper limit of the payloads to encode. */
export const createPieceEncoder = (maxPayloadBytes: number) => {
  const scratch = new Uint8Array(pieceHeaderBytes + maxPayloadBytes);
  const header = new DataView(scratch.buffer);
  /** The result is valid until the next call: send() copies it. */
  return ({
    block,
    offset,
    isReportWanted,
    pass = 0,
    payload,
  }: PieceToSend): Uint8Array<ArrayBuffer> => {
    header.setUint32(0, (isReportWanted ? pieceMark | reportWanted : pieceMark) | pass);
    header.setUint32(4, block);
    header.setUint32(8, offset);
    scratch.set(payload, pieceHeaderBytes);
    return scratch.subarray(0, pieceHeaderBytes + payload.length);
  };
};

/** @returns null when the message is not a piece: the caller ends the transfer. */
export const decodePiece = (message: Uint8Array<ArrayBuffer>): Piece | null => {
  if (message.length <= pieceHeaderBytes) return null;
  const header = new DataView(message.buffer, message.byteOffset, pieceHeaderBytes);
  const mark = header.getUint32(0) & ~maxPass;
  if (mark !== pieceMark && mark !== (pieceMark | reportWanted)) return null;
  return {
    block: header.getUint32(4),
    offset: header.getUint32(8),
    isReportWanted: mark !== pieceMark,
    pass: header.getUint16(2),
    payload: message.subarray(pieceHeaderBytes),
  };
};
