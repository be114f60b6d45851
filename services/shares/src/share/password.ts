import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { dayMs, type Keyring } from '@tandem/kit';
import { normalisePassword } from '@tandem/proto/browser/share-password';

/** One case, without characters that look alike in print: 31 symbols. */
export const passwordAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 12 × log2(31) = 59.4 bits. */
export const passwordLength = 12;

export const generatePassword = (): string =>
  Array.from(
    { length: passwordLength },
    () => passwordAlphabet[randomInt(passwordAlphabet.length)],
  ).join('');

/** 128 bits, URL-safe, 22 characters. */
export const generateId = (): string => randomBytes(16).toString('base64url');

/** The share id that belongs to an owner and an idempotency key; same form as `generateId`. */
export const deriveId = (ownerUid: string, idempotencyKey: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['tandem/share-id/1', ownerUid, idempotencyKey]))
    .digest()
    .subarray(0, 16)
    .toString('base64url');

/** Stored form of a password: decryptable for the owner, comparable without decryption. */
export interface SealedPassword {
  /** Id of the key both parts were made with. */
  kid: string;
  /** AES-256-GCM, base64url of nonce (12) ‖ tag (16) ‖ ciphertext; the share id is additional authenticated data. */
  box: string;
  /** HMAC-SHA-256, base64url. */
  verifier: string;
}

/** Digest of a text that may contain a password; without the key it confirms no guess. */
export interface KeyedDigest {
  kid: string;
  /** HMAC-SHA-256, base64url. */
  digest: string;
}

/** Verifier of a password that the owner has replaced. The password itself cannot be recovered. */
export interface PreviousPassword extends Omit<SealedPassword, 'box'> {
  replacedAt: Date;
}

/** Pages left open over a weekend still send the password that they were opened with. */
const previousPasswordMs = 7 * dayMs;

export const previousPasswordEnd = (now: Date): Date =>
  new Date(now.getTime() - previousPasswordMs);

export interface PasswordVault {
  seal(shareId: string, password: string): SealedPassword;
  /** Null if the key is retired or the box does not authenticate. */
  open(shareId: string, sealed: SealedPassword): string | null;
  /** Takes the same time for a wrong password and for an unknown share. */
  matches(shareId: string, sealed: Omit<SealedPassword, 'box'> | undefined, typed: string): boolean;
  digest(shareId: string, text: string): KeyedDigest;
  /** Whether it is the digest of the text; null if its key is retired. */
  isDigestOf(shareId: string, known: KeyedDigest, text: string): boolean | null;
  /** Whether the password is not sealed with the primary key. */
  isStale(sealed: SealedPassword): boolean;
  /** Ids of the keys that open passwords, besides the primary one. */
  otherKids: readonly string[];
}

/** The normalisation of earlier versions. Their verifiers remain until the owner chooses another password. */
const normaliseEarlier = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '');

const nonceBytes = 12;
const tagBytes = 16;

const derive = (key: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `tandem/shares/${purpose}`, 32));

/** Separate keys for each purpose, derived with HKDF (RFC 5869). */
const deriveKeys = (key: Uint8Array) => ({
  encryption: derive(key, 'password-encryption'),
  verification: derive(key, 'password-verifier'),
  digest: derive(key, 'digest'),
});

export const createPasswordVault = (keys: Keyring): PasswordVault => {
  const cache = new Map<string, ReturnType<typeof deriveKeys>>();
  const keysOf = (kid: string) => {
    const known = cache.get(kid);
    if (known) return known;
    const key = keys.find(kid);
    if (!key) return undefined;
    const derived = deriveKeys(key);
    cache.set(kid, derived);
    return derived;
  };
  const { kid: primaryKid } = keys.primary;
  const primary = deriveKeys(keys.primary.key);
  cache.set(primaryKid, primary);
  /** Compared with when the share is unknown. */
  const randomVerifier = randomBytes(32);

  const hmac = (key: Buffer, shareId: string, text: string): Buffer =>
    createHmac('sha256', key).update(`${shareId}\0${text}`).digest();

  return {
    otherKids: keys.otherKids,
    seal: (shareId, password) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', primary.encryption, nonce);
      cipher.setAAD(Buffer.from(shareId));
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
      return {
        kid: primaryKid,
        box: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url'),
        verifier: hmac(primary.verification, shareId, normalisePassword(password)).toString(
          'base64url',
        ),
      };
    },
    open: (shareId, sealed) => {
      const key = keysOf(sealed.kid);
      if (!key) return null;
      const box = Buffer.from(sealed.box, 'base64url');
      try {
        const nonce = box.subarray(0, nonceBytes);
        // Without the length, Node also accepts tags of fewer bytes: https://nodejs.org/api/deprecations.html#DEP0182
        const decipher = createDecipheriv('aes-256-gcm', key.encryption, nonce, {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(shareId));
        decipher.setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes));
        const text = decipher.update(box.subarray(nonceBytes + tagBytes));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    matches: (shareId, sealed, typed) => {
      const known = sealed && keysOf(sealed.kid);
      const expected = known ? Buffer.from(sealed.verifier, 'base64url') : randomVerifier;
      const { verification } = known ?? primary;
      const isEqual = (normalised: string) => {
        const actual = hmac(verification, shareId, normalised);
        return expected.length === actual.length && timingSafeEqual(expected, actual);
      };
      // Always compute both, so that the time does not reveal which form the verifier has.
      const matchesCurrent = isEqual(normalisePassword(typed));
      const matchesEarlier = isEqual(normaliseEarlier(typed));
      return matchesCurrent || matchesEarlier;
    },
    digest: (shareId, text) => ({
      kid: primaryKid,
      digest: hmac(primary.digest, shareId, text).toString('base64url'),
    }),
    isDigestOf: (shareId, known, text) => {
      const keys = keysOf(known.kid);
      return keys ? hmac(keys.digest, shareId, text).toString('base64url') === known.digest : null;
    },
    isStale: (sealed) => sealed.kid !== primaryKid,
  };
};
