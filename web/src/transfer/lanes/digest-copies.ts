/**
 * Which lanes carry the digests that the receiver may still lack (pure). Nothing reports that a digest has arrived, so
 * one whose lanes have all been given up goes out again.
 */

import type { ControlMessage } from '../wire/control-messages.js';

export type DigestMessage = Extract<ControlMessage, { type: 'block-digest' | 'file-digest' }>;

interface Sent {
  /** That carry it, without those given up. */
  lanes: readonly number[];
  /** Beside the first. */
  copies: number;
}

export interface DigestCopies {
  /** @param isNeeded whether the receiver may lack it. */
  onSent(message: DigestMessage, sent: Sent, isNeeded: () => boolean): void;
  /** What waits on the lane may arrive late or never. */
  onGivenUp(lane: number): void;
  /** Those that no lane carries and that may be sent again; with this call, `lane` carries them. */
  takeFor(lane: number): DigestMessage[];
}

interface SentDigest extends Sent {
  message: DigestMessage;
  isNeeded: () => boolean;
}

/** @param maxCopies of each digest that the receiver accepts beside the first. */
export const createDigestCopies = (maxCopies: number): DigestCopies => {
  let digests: SentDigest[] = [];

  return {
    onSent(message, { lanes, copies }, isNeeded) {
      digests = digests.filter((digest) => digest.isNeeded());
      digests.push({ message, lanes, copies, isNeeded });
    },
    onGivenUp(lane) {
      for (const digest of digests) digest.lanes = digest.lanes.filter((each) => each !== lane);
    },
    takeFor(lane) {
      const due = digests.filter(
        ({ lanes, copies, isNeeded }) => lanes.length === 0 && copies < maxCopies && isNeeded(),
      );
      for (const digest of due) {
        digest.lanes = [lane];
        digest.copies += 1;
      }
      return due.map(({ message }) => message);
    },
  };
};
