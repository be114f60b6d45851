import { dropOldest } from '../drop-oldest.js';
import { ServiceError } from '../errors.js';
import type { SigningKeys, VerificationKeys } from './ed25519.js';
import { signClaims, verifyClaims } from './signed-claims.js';

/** A user's authority, as identity established it. */
export interface AssertedUser {
  uid: string;
  isAdmin: boolean;
  /** Differs between the sign-ins of a user. */
  sessionId: string;
  signedInAt: Date;
}

/** Long enough for the services' clocks to differ by some seconds. */
const assertionTtlSeconds = 60;

/**
 * A signed statement that `presenter` acts for a user at the services of the audience. It is of no use to another
 * service, not even to one that receives it.
 */
export const signAssertion = (
  user: AssertedUser,
  options: { keys: SigningKeys; presenter: string; audience: readonly string[]; now?: Date },
): string => {
  const claims = {
    sub: user.uid,
    azp: options.presenter,
    admin: user.isAdmin,
    sid: user.sessionId,
    auth_time: Math.floor(user.signedInAt.getTime() / 1000),
  };
  return signClaims(claims, { ...options, ttlSeconds: assertionTtlSeconds }).token;
};

const invalid = (message: string): ServiceError =>
  new ServiceError('unauthenticated', 'invalid-token', message);

interface Verified {
  user: AssertedUser;
  presenter: unknown;
  expiresAtMs: number;
}

const verify = async (
  token: string,
  options: { keys: VerificationKeys; audience: string; now: Date },
): Promise<Verified> => {
  const claims = await verifyClaims(token, options);
  const { sub, azp, admin, sid, auth_time: signedInAt, exp = 0 } = claims;
  if (
    typeof sub !== 'string' ||
    sub === '' ||
    typeof sid !== 'string' ||
    typeof signedInAt !== 'number'
  ) {
    throw invalid('The assertion names no user.');
  }
  return {
    user: {
      uid: sub,
      isAdmin: admin === true,
      sessionId: sid,
      signedInAt: new Date(signedInAt * 1000),
    },
    presenter: azp,
    expiresAtMs: exp * 1000,
  };
};

/** Bounds the memory; the callers of a service use one assertion per active session. */
const maxKnown = 10_000;

export type VerifyAssertion = (token: string, presenter: string) => Promise<AssertedUser>;

/**
 * Verifies the assertions for one service. Rejects with `unauthenticated`. Callers send the same assertion for several
 * seconds, so valid ones are cached until they expire.
 */
export const createAssertionVerifier = (options: {
  keys: VerificationKeys;
  audience: string;
  now?: () => Date;
}): VerifyAssertion => {
  const { keys, audience, now = () => new Date() } = options;
  const known = new Map<string, Verified>();
  const find = async (token: string): Promise<Verified> => {
    const at = now();
    const remembered = known.get(token);
    if (remembered && remembered.expiresAtMs > at.getTime()) return remembered;
    known.delete(token);
    const verified = await verify(token, { keys, audience, now: at });
    known.set(token, verified);
    dropOldest(known, maxKnown);
    return verified;
  };
  return async (token, presenter) => {
    const verified = await find(token);
    if (verified.presenter !== presenter) throw invalid('The assertion belongs to another caller.');
    return verified.user;
  };
};
