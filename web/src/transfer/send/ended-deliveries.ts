/**
 * Deliveries that the user has ended. A recipient whose connection was down at that time does not know, and returns
 * under another peer id.
 */
export interface EndedDeliveries {
  add(deliveryId: string): void;
  has(deliveryId: string): boolean;
}

/** Above any room's limit. */
const maxDeliveries = 256;

export const createEndedDeliveries = (): EndedDeliveries => {
  const ids = new Set<string>();
  return {
    add(deliveryId) {
      ids.add(deliveryId);
      for (const oldest of ids) {
        if (ids.size <= maxDeliveries) return;
        ids.delete(oldest);
      }
    },
    has: (deliveryId) => ids.has(deliveryId),
  };
};
