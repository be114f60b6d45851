import { sign } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { ServiceError } from '../errors.js';
import type { SigningKeys, VerificationKeys } from './ed25519.js';

const algorithm = 'EdDSA';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs claims as a compact JWT with Ed25519 (RFC 8037). */
export const signClaims = (
  claims: Readonly<Record<string, unknown>>,
  options: {
    keys: SigningKeys;
    audience: string | readonly string[];
    ttlSeconds: number;
    now?: Date;
  },
): { token: string; expiresAt: Date } => {
  const { kid, key } = options.keys.primary;
  const issuedAt = Math.floor((options.now ?? new Date()).getTime() / 1000);
  const expiresAt = issuedAt + options.ttlSeconds;
  const header = encode({ alg: algorithm, kid });
  const payload = encode({ ...claims, aud: options.audience, iat: issuedAt, exp: expiresAt });
  const signature = sign(null, Buffer.from(`${header}.${payload}`), key).toString('base64url');
  const token = `${header}.${payload}.${signature}`;
  return { token, expiresAt: new Date(expiresAt * 1000) };
};

const maxTokenLength = 2048;

/** Claims of a valid token. Rejects with `unauthenticated` and the reason `invalid-token` or `expired-token`. */
export const verifyClaims = async (
  token: string,
  options: { keys: VerificationKeys; audience: string; now?: Date },
): Promise<JWTPayload> => {
  const invalid = (cause?: unknown) =>
    new ServiceError('unauthenticated', 'invalid-token', 'Invalid token.', { cause });
  if (token.length > maxTokenLength) throw invalid();
  try {
    const key = options.keys.find(decodeProtectedHeader(token).kid ?? '');
    if (!key) throw invalid();
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      audience: options.audience,
      requiredClaims: ['exp'],
      ...(options.now && { currentDate: options.now }),
    });
    return payload;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof errors.JWTExpired) {
      throw new ServiceError('unauthenticated', 'expired-token', 'The token has expired.', {
        cause: error,
      });
    }
    throw invalid(error);
  }
};
