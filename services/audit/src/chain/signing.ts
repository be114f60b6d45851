import { sign, verify } from 'node:crypto';
import {
  isKeyId,
  rawPublicKey,
  signingKeys,
  verificationKeys,
  type Keyring,
  type VerificationKeys,
} from '@tandem/kit';

export interface Signature {
  kid: string;
  /** Ed25519, base64url. */
  signature: string;
}

export interface Verifier {
  /** False for a key that was added after this process started. */
  hasKey(kid: string): boolean;
  isSigned(text: string, signature: Signature): boolean;
}

export interface Signer extends Verifier {
  sign(text: string): Signature;
  /** `kid:base64url` of the public key, for verification by others. */
  publicKey: string;
  /** Without the key's ID. */
  rawPublicKey: string;
  /** The same for any key of the ring; undefined for an unknown ID. */
  rawPublicKeyOf(kid: string): string | undefined;
}

const verifierOf = (keys: VerificationKeys): Verifier => ({
  hasKey: (kid) => keys.find(kid) !== undefined,
  isSigned: (text, { kid, signature }) => {
    const key = keys.find(kid);
    if (!key) return false;
    const bytes = Buffer.from(signature, 'base64url');
    // The decoder ignores stray characters; require the exact stored signature.
    if (bytes.toString('base64url') !== signature) return false;
    return verify(null, Buffer.from(text), key, bytes);
  },
});

/** A rotation has reached every process after this time. */
const rotationMs = 3_600_000;
const clockSkewMs = 60_000;

/**
 * Whether a key rotation that has not reached this process explains why a signature's key is unknown. The signature
 * then counts as neither valid nor forged. A signature that is old, dated in the future or without a key ID is forged,
 * or its key was dropped.
 */
export const isOfRotation = (
  verifier: Verifier,
  { kid, at }: Pick<Signature, 'kid'> & { at: Date },
  now: Date,
): boolean => {
  // In a tampered row `at` may have another type.
  const age = now.getTime() - Number(at);
  return isKeyId(kid) && !verifier.hasKey(kid) && age > -clockSkewMs && age < rotationMs;
};

/** A ring of Ed25519 seeds. */
export const createSigner = (seeds: Keyring): Signer => {
  const keys = signingKeys(seeds);
  const { kid, key } = keys.primary;
  const raw = rawPublicKey(key);
  return {
    ...verifierOf(keys),
    sign: (text) => ({
      kid,
      signature: sign(null, Buffer.from(text), key).toString('base64url'),
    }),
    publicKey: `${kid}:${raw}`,
    rawPublicKey: raw,
    rawPublicKeyOf: (id) => {
      const known = keys.find(id);
      return known && rawPublicKey(known);
    },
  };
};

/** A ring of public keys, which can verify but not sign. */
export const createVerifier = (publicKeys: Keyring): Verifier =>
  verifierOf(verificationKeys(publicKeys));
