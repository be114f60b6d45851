import { SignJWT, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { ServiceError } from '../errors.js';
import type { Keyring } from './keyring.js';

/** Sign claims as a compact HS256 JWT. */
export const signClaims = async (
  claims: Readonly<Record<string, unknown>>,
  options: { keys: Keyring; audience: string; ttlSeconds: number; now?: Date },
): Promise<{ token: string; expiresAt: Date }> => {
  const issuedAt = Math.floor((options.now ?? new Date()).getTime() / 1000);
  const expiresAt = issuedAt + options.ttlSeconds;
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: options.keys.primary.kid })
    .setAudience(options.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(options.keys.primary.key);
  return { token, expiresAt: new Date(expiresAt * 1000) };
};

const maxTokenLength = 2048;

/** Claims of a valid token. Rejects with `unauthenticated` and the reason `invalid-token` or `expired-token`. */
export const verifyClaims = async (
  token: string,
  options: { keys: Keyring; audience: string; now?: Date },
): Promise<JWTPayload> => {
  const invalid = (cause?: unknown) =>
    new ServiceError('unauthenticated', 'invalid-token', 'Invalid token.', { cause });
  if (token.length > maxTokenLength) throw invalid();
  try {
    const key = options.keys.find(decodeProtectedHeader(token).kid ?? '');
    if (!key) throw invalid();
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
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
