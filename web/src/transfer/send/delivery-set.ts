/** What holds for a delivery, not for a peer id: recipients return under another one. */
export interface DeliverySet {
  add(deliveryId: string): void;
  has(deliveryId: string): boolean;
  delete(deliveryId: string): void;
}

/** Above any room's limit. */
const maxDeliveries = 256;

export const createDeliverySet = (): DeliverySet => {
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
    delete: (deliveryId) => void ids.delete(deliveryId),
  };
};
