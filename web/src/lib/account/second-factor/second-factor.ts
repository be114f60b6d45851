/**
 * The second factor of an account: time-based one-time passwords (RFC 6238) of an authenticator app. The identity
 * provider verifies them; projects of Firebase need Identity Platform for it.
 */

import {
  FactorId,
  TotpMultiFactorGenerator,
  getMultiFactorResolver,
  multiFactor,
  type Auth,
  type MultiFactorError,
  type MultiFactorResolver,
  type User,
  type UserCredential,
} from '@firebase/auth';
import { codeOf } from '../session/auth-code.js';
import { askForCode, SignInCancelled, type CodeReason } from './code-question.js';

/** Since when codes are required at sign-in. */
export interface SecondFactor {
  enrolledAt: Date;
}

/** A secret that the authenticator app has yet to confirm with a code. */
export interface PendingFactor {
  /** `otpauth://totp/…`, for a QR code. */
  uri: string;
  /** Base32, to be typed. */
  secret: string;
  /** Rejects with the SDK's errors. */
  confirm: (code: string) => Promise<void>;
}

const resolve = async (
  resolver: MultiFactorResolver,
  ask: typeof askForCode,
  firstReason: CodeReason,
): Promise<UserCredential> => {
  const hint = resolver.hints.find(({ factorId }) => factorId === FactorId.TOTP);
  if (hint === undefined)
    throw new TypeError('The account has no second factor that is supported.');
  for (let reason = firstReason; ; reason = 'wrong') {
    const code = await ask(reason);
    if (code === null) throw new SignInCancelled();
    try {
      const assertion = TotpMultiFactorGenerator.assertionForSignIn(hint.uid, code);
      return await resolver.resolveSignIn(assertion);
    } catch (error) {
      if (codeOf(error) !== 'auth/invalid-verification-code') throw error;
    }
  }
};

/** Completes a sign-in with the second factor if the account has one. Rejects with the SDK's errors or SignInCancelled. */
export const withSecondFactor = async (
  auth: Auth,
  signIn: () => Promise<UserCredential>,
  ask = askForCode,
  reason: CodeReason = 'first',
): Promise<UserCredential> => {
  try {
    return await signIn();
  } catch (error) {
    if (codeOf(error) !== 'auth/multi-factor-auth-required') throw error;
    return resolve(getMultiFactorResolver(auth, error as MultiFactorError), ask, reason);
  }
};

const factorsOf = (user: User) =>
  multiFactor(user).enrolledFactors.filter(({ factorId }) => factorId === FactorId.TOTP);

export const readSecondFactor = (user: User): SecondFactor | null => {
  const [factor] = factorsOf(user);
  return factor === undefined ? null : { enrolledAt: new Date(factor.enrollmentTime) };
};

/** @param issuer as the authenticator app shows it. */
export const createPendingFactor = async (user: User, issuer: string): Promise<PendingFactor> => {
  const session = await multiFactor(user).getSession();
  const secret = await TotpMultiFactorGenerator.generateSecret(session);
  return {
    uri: secret.generateQrCodeUrl(user.email ?? '', issuer),
    secret: secret.secretKey,
    confirm: (code) =>
      multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code)),
  };
};

export const removeFactors = async (user: User): Promise<void> => {
  for (const factor of factorsOf(user)) await multiFactor(user).unenroll(factor);
};
