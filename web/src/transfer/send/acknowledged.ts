/**
 * What the recipients of one file have acknowledged with the right digests, by delivery ID, across connections. Those
 * blocks were sent by this page, so a resumed transfer needs no challenge for them.
 */
export interface Acknowledged {
  /** Number of blocks from the start of the file. */
  blocks(deliveryId: string): number;
  note(deliveryId: string, blocks: number): void;
}

/** Above any room's limit; recipients that rejoin keep their ID. */
const maxDeliveries = 256;

export const createAcknowledged = (): Acknowledged => {
  const counts = new Map<string, number>();
  return {
    blocks: (deliveryId) => counts.get(deliveryId) ?? 0,
    note(deliveryId, blocks) {
      const known = counts.get(deliveryId) ?? 0;
      counts.delete(deliveryId);
      counts.set(deliveryId, Math.max(known, blocks));
      for (const oldest of counts.keys()) {
        if (counts.size <= maxDeliveries) return;
        counts.delete(oldest);
      }
    },
  };
};
