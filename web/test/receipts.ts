import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Countersignature } from '@tandem/proto/browser/http/receipt';
import type { Receipt, ReceiptStatement } from '../src/transfer/api.js';

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

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { x: rawKey = '' } = publicKey.export({ format: 'jwk' });

const signFacts = (facts: readonly unknown[]): string =>
  sign(null, Buffer.from(JSON.stringify(facts)), privateKey).toString('base64url');

const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafHash = (leaf: string): Buffer => sha256(Buffer.of(0), leaf);
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right);

/** A tree of four records, of which this is the third. */
const treeOf = (leaf: string) => {
  const [left, right] = [sha256('left'), sha256('right')];
  const root = nodeHash(left, nodeHash(leafHash(leaf), right));
  return { size: 4, root: root.toString('base64url'), index: 2, siblings: [right, left] };
};

/** What the audit log answers for a receipt that both sides have submitted. */
export const countersignatureOf = ({ statement }: Receipt): Countersignature => {
  const { shareId, deliveryId } = JSON.parse(statement) as ReceiptStatement;
  const statementSha256 = sha256(statement).toString('hex');
  const at = '2026-01-01T10:02:00.000Z';
  const key = { kid: 'k1', publicKey: rawKey };
  const facts = [shareId, deliveryId, statementSha256, Date.parse(at)];
  const signature = signFacts(['tandem/countersignature/2', ...facts]);
  const leaf = JSON.stringify(['receipt', ...facts, key.kid, signature]);
  const { size, root, index, siblings } = treeOf(leaf);
  const headSignature = signFacts(['tandem/audit-head/1', size, root, Date.parse(at)]);
  return {
    version: 2,
    statementSha256,
    at,
    ...key,
    signature,
    proof: { index, path: siblings.map((hash) => hash.toString('base64url')) },
    head: { size, root, at, ...key, signature: headSignature },
  };
};

/**
 * jsdom has no SubtleCrypto, and Node's needs turns of the event loop that a fake clock does not take. This one has
 * SHA-256 and Ed25519.
 */
export const installDigests = (): void => {
  const digest = (_name: string, bytes: Uint8Array): Promise<ArrayBuffer> =>
    Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest()).buffer);
  const importKey = (_format: string, raw: Uint8Array): Promise<KeyObject> => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') };
    return Promise.resolve(createPublicKey({ key: jwk, format: 'jwk' }));
  };
  const isSigned = (_name: string, key: KeyObject, signature: Uint8Array, bytes: Uint8Array) =>
    Promise.resolve(verify(null, bytes, key, signature));
  const subtle = { digest, importKey, verify: isSigned };
  Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: subtle });
};
