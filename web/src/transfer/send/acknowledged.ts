import { dropOldest } from '../support/collections/drop-oldest.js';
import { maxDeliveries } from '../support/constants.js';

/**
 * What the recipients of one file have acknowledged, by delivery ID, across connections. Proven blocks need no challenge
 * when a transfer resumes: the recipient has stated their digests, or shown that it holds them.
 */
export interface Acknowledged {
  /** Number of blocks from the start of the file. */
  blocks(deliveryId: string): number;
  /** Number of proven blocks from the start of the file. */
  provenBlocks(deliveryId: string): number;
  /** @param areProven all of them, not only the last */
  note(deliveryId: string, blocks: number, areProven: boolean): void;
}

const none = { all: 0, proven: 0 };

export const createAcknowledged = (): Acknowledged => {
  const counts = new Map<string, { all: number; proven: number }>();
  return {
    blocks: (deliveryId) => (counts.get(deliveryId) ?? none).all,
    provenBlocks: (deliveryId) => (counts.get(deliveryId) ?? none).proven,
    note(deliveryId, blocks, areProven) {
      const { all, proven } = counts.get(deliveryId) ?? none;
      counts.delete(deliveryId);
      counts.set(deliveryId, {
        all: Math.max(all, blocks),
        proven: areProven ? Math.max(proven, blocks) : proven,
      });
      dropOldest(counts, maxDeliveries);
    },
  };
};
