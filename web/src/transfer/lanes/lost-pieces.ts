/** Pieces of lanes that were given up, which are sent again (pure). */

import type { SentPiece } from './lane-book.js';

/** Bytes to send again. */
export interface LostBytes {
  all: number;
  /** Of them, those that have not left the channel of any lane. */
  neverSent: number;
}

/** Whether the bytes of a piece are still missing. */
export type IsNeeded = (piece: SentPiece) => boolean;

export interface LostPieces {
  add(pieces: readonly SentPiece[]): void;
  /** The next piece to send; null when there is none. It counts as lost until it is sent. */
  next(isNeeded: IsNeeded): SentPiece | null;
  /** Any piece was sent. */
  onSent(piece: SentPiece): void;
  bytes(isNeeded: IsNeeded): LostBytes;
}

const nothingLost: LostBytes = { all: 0, neverSent: 0 };

const addLost = ({ all, neverSent }: LostBytes, { length, hasLeft }: SentPiece): LostBytes => ({
  all: all + length,
  neverSent: neverSent + (hasLeft === true ? 0 : length),
});

export const createLostPieces = (): LostPieces => {
  let lost: SentPiece[] = [];
  return {
    add(pieces) {
      lost.push(...pieces);
    },
    next(isNeeded) {
      lost = lost.filter(isNeeded);
      return lost[0] ?? null;
    },
    onSent(piece) {
      if (piece === lost[0]) lost.shift();
    },
    bytes(isNeeded) {
      let sum = nothingLost;
      for (const piece of lost) if (isNeeded(piece)) sum = addLost(sum, piece);
      return sum;
    },
  };
};
