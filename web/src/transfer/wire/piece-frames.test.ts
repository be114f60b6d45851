import * as fc from 'fast-check';
import { createPieceEncoder, decodePiece, isPiece, pieceHeaderBytes } from './piece-frames.js';

const payloadBytes = 64;
const pieces = fc.record({
  block: fc.nat(0xffff_ffff),
  offset: fc.nat(0xffff_ffff),
  isReportWanted: fc.boolean(),
  pass: fc.nat(0xffff),
  payload: fc.uint8Array({ minLength: 1, maxLength: payloadBytes }),
});

test('carries block, offset, pass, payload and the request for a report', () => {
  const encode = createPieceEncoder(payloadBytes);
  fc.assert(
    fc.property(pieces, (piece) => {
      const message = encode(piece).slice();
      expect(isPiece(message)).toBe(true);
      expect(decodePiece(message)).toEqual(piece);
    }),
  );
});

test('refuses unknown types and flags, and a message without payload', () => {
  const encode = createPieceEncoder(payloadBytes);
  const valid = () =>
    encode({ block: 1, offset: 2, isReportWanted: false, payload: new Uint8Array(3) }).slice();
  for (const [index, value] of [
    [0, 2],
    [1, 2],
    [1, 0x80],
  ] as const) {
    const message = valid();
    message[index] = value;
    expect(decodePiece(message)).toBeNull();
  }
  expect(decodePiece(valid().slice(0, pieceHeaderBytes))).toBeNull();
});
