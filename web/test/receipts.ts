import { createHash } from 'node:crypto';
import type { Receipt } from '../src/transfer/api.js';

/** Another object each time, as for another delivery. */
export const newReceipt = (shareId: string): Receipt => ({
  format: 'tandem-receipt',
  statement: JSON.stringify({ shareId, deliveryId: 'd'.repeat(22) }),
  senderSignature: 'S'.repeat(86),
  recipientSignature: 'R'.repeat(86),
  countersignature: null,
});

/** What a page submits of it. */
export const submissionOf = ({ statement }: Receipt) => ({
  deliveryId: 'd'.repeat(22),
  statementSha256: createHash('sha256').update(statement).digest('hex'),
});

/** jsdom has no SubtleCrypto, and Node's needs turns of the event loop that a fake clock does not take. */
export const installDigests = (): void => {
  const digest = (_name: string, bytes: Uint8Array): Promise<ArrayBuffer> =>
    Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest()).buffer);
  Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: { digest } });
};
