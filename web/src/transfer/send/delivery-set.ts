import { dropOldest } from '../support/collections/drop-oldest.js';
import { maxDeliveries } from '../support/constants.js';

/** What holds for a delivery, not for a peer id: recipients return under another one. */
export interface DeliverySet {
  add(deliveryId: string): void;
  has(deliveryId: string): boolean;
  delete(deliveryId: string): void;
}

export const createDeliverySet = (): DeliverySet => {
  const ids = new Set<string>();
  return {
    add(deliveryId) {
      ids.add(deliveryId);
      dropOldest(ids, maxDeliveries);
    },
    has: (deliveryId) => ids.has(deliveryId),
    delete: (deliveryId) => void ids.delete(deliveryId),
  };
};
