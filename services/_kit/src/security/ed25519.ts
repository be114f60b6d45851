import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { parseKeyring, type Keyring } from './keyring.js';

/** DER around the 32 raw bytes of a key (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });

const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' });

/** Keys that verify signatures. Every key of a ring is valid, so keys can be rotated without an interruption. */
export interface VerificationKeys {
  /** Undefined when the id is unknown or retired. */
  find(kid: string): KeyObject | undefined;
}

/** Keys of which the primary one signs and all verify. */
export interface SigningKeys extends VerificationKeys {
  readonly primary: { readonly kid: string; readonly key: KeyObject };
}

/** Converts each key once. */
const lookUp = (ring: Keyring, convert: (bytes: Uint8Array) => KeyObject) => {
  const known = new Map<string, KeyObject>();
  return (kid: string): KeyObject | undefined => {
    const bytes = known.has(kid) ? undefined : ring.find(kid);
    if (bytes) known.set(kid, convert(bytes));
    return known.get(kid);
  };
};

/** A ring of Ed25519 seeds. */
export const signingKeys = (seeds: Keyring): SigningKeys => ({
  primary: { kid: seeds.primary.kid, key: privateKeyOf(seeds.primary.key) },
  find: lookUp(seeds, (seed) => createPublicKey(privateKeyOf(seed))),
});

/** The 32 bytes of a public key, base64url; of a private key, its public half. */
export const rawPublicKey = (key: KeyObject): string =>
  (key.type === 'private' ? createPublicKey(key) : key)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64url');

/** The public keys of a ring of seeds, in the same format. */
export const publicKeysOf = (ring: string): string =>
  ring
    .split(',')
    .map((entry) => {
      const { kid, key } = signingKeys(parseKeyring(entry)).primary;
      return `${kid}:${rawPublicKey(key)}`;
    })
    .join(',');

/** A ring of Ed25519 public keys. */
export const verificationKeys = (publicKeys: Keyring): VerificationKeys => ({
  find: lookUp(publicKeys, publicKeyOf),
});
