import { ServiceError } from '@tandem/kit';
import { getApps, initializeApp, applicationDefault, type AppOptions } from 'firebase-admin/app';
import { getAuth, type Auth, type DecodedIdToken, type UserRecord } from 'firebase-admin/auth';

/** The current account at the identity provider; an older token may differ. */
export interface Account {
  uid: string;
  email: string;
  displayName: string;
  photoUrl: string;
  isAdmin: boolean;
  isDisabled: boolean;
  /** Whether the user has proven to read the mailbox of `email`. */
  isEmailVerified: boolean;
  /** Sign-ins before this time are revoked. */
  validAfter: Date | undefined;
}

/** A token with valid signature, audience and expiry. */
export interface VerifiedToken {
  uid: string;
  /** Time of the sign-in, to the second. */
  signedInAt: Date;
  issuedAt: Date;
  expiresAt: Date;
}

/** The part of Firebase Auth that this service uses. */
export interface Provider {
  verifyIdToken(token: string): Promise<VerifiedToken>;
  verifySessionCookie(cookie: string): Promise<VerifiedToken>;
  createSessionCookie(idToken: string, ttlMs: number): Promise<string>;
  /** Undefined for an unknown account. */
  findAccount(uid: string): Promise<Account | undefined>;
  /** At most 100; unknown accounts are left out. */
  findAccounts(uids: readonly string[]): Promise<Map<string, Account>>;
  findAccountByEmail(email: string): Promise<Account | undefined>;
  setAdmin(uid: string, isAdmin: boolean): Promise<void>;
  hasSecondFactor(uid: string): Promise<boolean>;
  removeSecondFactors(uid: string): Promise<void>;
  revokeSessions(uid: string): Promise<void>;
  /** Also resolves for an account that is already deleted. */
  deleteAccount(uid: string): Promise<void>;
}

export const invalidToken = (cause?: unknown): ServiceError =>
  new ServiceError('unauthenticated', 'invalid-token', 'Invalid token.', { cause });

export const revokedSession = (cause?: unknown): ServiceError =>
  new ServiceError(
    'unauthenticated',
    'revoked-session',
    'Your session has ended. Please sign in again.',
    { cause },
  );

export const disabledAccount = (cause?: unknown): ServiceError =>
  new ServiceError('unauthenticated', 'account-disabled', 'This account has been disabled.', {
    cause,
  });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const expiredCodes = new Set(['auth/id-token-expired', 'auth/session-cookie-expired']);
/** Firebase checks these itself only with the emulator; otherwise `findAccount` reports them. */
const revokedCodes = new Set([
  'auth/id-token-revoked',
  'auth/session-cookie-revoked',
  'auth/user-not-found',
]);
/** `argument-error` means a bad signature or keys that could not be fetched; only the text differs. */
const invalidCodes = new Set([
  'auth/argument-error',
  'auth/invalid-argument',
  'auth/invalid-id-token',
  'auth/invalid-session-cookie',
  'auth/invalid-session-cookie-duration',
]);

/** Maps a Firebase failure to a service error. */
const translate = (error: unknown): ServiceError => {
  const code = codeOf(error);
  if (expiredCodes.has(code)) {
    return new ServiceError('unauthenticated', 'expired-token', 'The token has expired.', {
      cause: error,
    });
  }
  if (revokedCodes.has(code)) return revokedSession(error);
  if (code === 'auth/user-disabled') return disabledAccount(error);
  const couldNotCheck = error instanceof Error && /fetching public keys/i.test(error.message);
  // The SDK parses a token's payload unguarded.
  if (error instanceof SyntaxError) return invalidToken(error);
  if (invalidCodes.has(code) && !couldNotCheck) return invalidToken(error);
  return new ServiceError(
    'unavailable',
    'identity-provider-unavailable',
    'Signing in is not possible right now. Please try again.',
    { cause: error },
  );
};

const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
};

const orGone = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === 'auth/user-not-found') return undefined;
    throw translate(error);
  }
};

const seconds = (value: number) => new Date(value * 1000);

const toVerified = (decoded: DecodedIdToken): VerifiedToken => ({
  uid: decoded.uid,
  signedInAt: seconds(decoded.auth_time),
  issuedAt: seconds(decoded.iat),
  expiresAt: seconds(decoded.exp),
});

const adminClaim = 'admin';

const toAccount = (record: UserRecord): Account => ({
  uid: record.uid,
  email: record.email ?? '',
  displayName: record.displayName ?? '',
  photoUrl: record.photoURL ?? '',
  isAdmin: record.customClaims?.[adminClaim] === true,
  isDisabled: record.disabled,
  isEmailVerified: record.emailVerified,
  validAfter: record.tokensValidAfterTime ? new Date(record.tokensValidAfterTime) : undefined,
});

const connectAuth = (options: { projectId: string; hasCredentials: boolean }): Auth => {
  const app: AppOptions = {
    projectId: options.projectId,
    ...(options.hasCredentials && { credential: applicationDefault() }),
  };
  return getAuth(getApps()[0] ?? initializeApp(app));
};

/** The emulator needs no credentials: the SDK recognises it by FIREBASE_AUTH_EMULATOR_HOST. */
export const connectFirebase = (options: {
  projectId: string;
  hasCredentials: boolean;
}): Provider => {
  const auth = connectAuth(options);
  return {
    verifyIdToken: async (token) => toVerified(await attempt(() => auth.verifyIdToken(token))),
    verifySessionCookie: async (cookie) =>
      toVerified(await attempt(() => auth.verifySessionCookie(cookie))),
    createSessionCookie: (idToken, ttlMs) =>
      attempt(() => auth.createSessionCookie(idToken, { expiresIn: ttlMs })),
    findAccount: async (uid) => {
      const record = await orGone(() => auth.getUser(uid));
      return record && toAccount(record);
    },
    findAccounts: async (uids) => {
      const { users } = await attempt(() => auth.getUsers(uids.map((uid) => ({ uid }))));
      return new Map(users.map((record) => [record.uid, toAccount(record)]));
    },
    findAccountByEmail: async (email) => {
      const record = await orGone(() => auth.getUserByEmail(email));
      return record && toAccount(record);
    },
    setAdmin: async (uid, isAdmin) => {
      const record = await attempt(() => auth.getUser(uid));
      const { [adminClaim]: _previous, ...others } = record.customClaims ?? {};
      const claims = isAdmin ? { ...others, [adminClaim]: true } : others;
      await attempt(() => auth.setCustomUserClaims(uid, claims));
    },
    hasSecondFactor: async (uid) => {
      const { multiFactor } = await attempt(() => auth.getUser(uid));
      return (multiFactor?.enrolledFactors.length ?? 0) > 0;
    },
    removeSecondFactors: async (uid) => {
      await attempt(() => auth.updateUser(uid, { multiFactor: { enrolledFactors: null } }));
    },
    revokeSessions: async (uid) => {
      await orGone(() => auth.revokeRefreshTokens(uid));
    },
    deleteAccount: async (uid) => {
      await orGone(() => auth.deleteUser(uid));
    },
  };
};
