/**
 * Which lanes carry the digests that the receiver may still lack (pure). Nothing reports that a digest has arrived, so
 * one whose lanes have all been given up goes out again.
 */

import type { ControlMessage } from '../wire/control-messages.js';

export type DigestMessage = Extract<ControlMessage, { type: 'block-digest' | 'file-digest' }>;

interface Sent {
  /** Lanes that carry the digest, without those given up. */
  lanes: readonly number[];
  /** Copies beside the first message. */
  copies: number;
}

export interface DigestCopies {
  /** @param isNeeded whether the receiver may lack it. */
  onSent(message: DigestMessage, sent: Sent, isNeeded: () => boolean): void;
  /** A digest that waits on the lane may arrive late or never. */
  onGivenUp(lane: number): void;
  /**
   * Sends again the digests that no lane carries and that may be sent again.
   * @param send returns false when the lane did not take the message; then it does not count
   */
  repeat(lane: number, send: (message: DigestMessage) => boolean): void;
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
    repeat(lane, send) {
      for (const digest of digests) {
        const isDue = digest.lanes.length === 0 && digest.copies < maxCopies && digest.isNeeded();
        if (!isDue || !send(digest.message)) continue;
        digest.lanes = [lane];
        digest.copies += 1;
      }
    },
  };
};
