import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { Keyring } from '@tandem/kit';

export interface Signature {
  kid: string;
  /** Ed25519, base64url. */
  signature: string;
}

export interface Verifier {
  isSigned(text: string, signature: Signature): boolean;
}

export interface Signer extends Verifier {
  sign(text: string): Signature;
  /** `kid:base64url` of the public key, for verification by others. */
  publicKey: string;
}

/** DER around the 32 raw bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });

const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' });

const verifierOf = (find: (kid: string) => KeyObject | undefined): Verifier => {
  const cache = new Map<string, KeyObject | undefined>();
  return {
    isSigned: (text, { kid, signature }) => {
      if (!cache.has(kid)) cache.set(kid, find(kid));
      const key = cache.get(kid);
      if (!key) return false;
      const bytes = Buffer.from(signature, 'base64url');
      // The decoder ignores stray characters; require the exact stored signature.
      if (bytes.toString('base64url') !== signature) return false;
      return verify(null, Buffer.from(text), key, bytes);
    },
  };
};

/** A ring of Ed25519 seeds. */
export const createSigner = (keys: Keyring): Signer => {
  const { kid, key } = keys.primary;
  const privateKey = privateKeyOf(key);
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  const verifier = verifierOf((other) => {
    const seed = keys.find(other);
    return seed && createPublicKey(privateKeyOf(seed));
  });
  return {
    ...verifier,
    sign: (text) => ({
      kid,
      signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
    }),
    publicKey: `${kid}:${raw.toString('base64url')}`,
  };
};

/** A ring of public keys, which can verify but not sign. */
export const createVerifier = (publicKeys: Keyring): Verifier =>
  verifierOf((kid) => {
    const raw = publicKeys.find(kid);
    return raw && publicKeyOf(raw);
  });

/** Without the key's id. */
export const rawPublicKey = ({ publicKey }: Signer): string =>
  publicKey.slice(publicKey.indexOf(':') + 1);
