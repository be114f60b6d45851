/**
 * Who is signed in. The identity SDK is loaded only in browsers that held a session before, or when a sign-in
 * starts, so that visitors and recipients never download it.
 *
 *   loading ──▶ visitor ◀──▶ user
 *      │                       ▲
 *      └─────▶ unreachable ────┘
 */

import { useSyncExternalStore } from 'react';
import { retryWhileUnavailable } from '../http/retry.js';
import type { PendingFactor, SecondFactor } from './second-factor/second-factor.js';
import {
  getSession,
  hadSession,
  keepExpiredWhile,
  setSession,
  subscribeToSession,
  type SessionState,
  type SignedInUser,
} from './session/session-store.js';

export { getSession, keepExpiredWhile, setSession, subscribeToSession };
export type { SessionState, SignedInUser } from './session/session-store.js';

/** What the identity SDK's module offers to this one. */
export interface Identity {
  restoreSession: (wasRevoked?: boolean) => Promise<void>;
  followAccount: () => Promise<void>;
  currentIdToken: () => Promise<string>;
  endSession: () => Promise<void>;
  /** Succeeds without a response of the server. */
  leaveDeletedAccount: () => Promise<void>;
  /** Whether the user signs in with a password. */
  hasPassword: () => Promise<boolean>;
  /** Signs the same user in again. Rejects with the SDK's errors. */
  confirmPassword: (password: string) => Promise<void>;
  /** Signs out all other browsers. Rejects with the SDK's errors. */
  changePassword: (current: string, next: string) => Promise<void>;
  /** Rejects with the SDK's errors. */
  changeName: (displayName: string) => Promise<void>;
  isEmailVerified: () => Promise<boolean>;
  sendVerificationEmail: () => Promise<void>;
  /** Null for an account without one. */
  secondFactor: () => Promise<SecondFactor | null>;
  /** Rejects with the SDK's errors, like the next one. @param issuer as the authenticator app shows it. */
  startSecondFactor: (issuer: string) => Promise<PendingFactor>;
  removeSecondFactor: () => Promise<void>;
}

let loadIdentity: () => Promise<Identity> = () => import('./identity.js');

/** For tests: another identity provider. */
export const setIdentityLoader = (load: () => Promise<Identity>): void => {
  loadIdentity = load;
};

/** Pauses between attempts to restore the session, in ms: a gateway that restarts must not look like a sign-out. */
const restorePausesMs: readonly number[] = [500, 1_500];

let started: Promise<void> | null = null;

const restoreOnce = async (wasRevoked?: boolean): Promise<void> => {
  const identity = await loadIdentity();
  await identity.restoreSession(wasRevoked);
};

const restore = async (): Promise<void> => {
  if (!hadSession()) {
    setSession({ status: 'visitor' });
    return;
  }
  try {
    await retryWhileUnavailable(
      () => restoreOnce(),
      restorePausesMs,
      () => navigator.onLine,
    );
  } catch {
    setSession({ status: 'unreachable' });
    void restoreOnceReachable();
  }
};

/** Pauses while the server is unreachable, in ms; the last one repeats. */
const unreachablePausesMs: readonly number[] = [2_000, 4_000, 8_000, 15_000];

/** Ends early when the browser is online again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
  });

const restoreOnceReachable = async (): Promise<void> => {
  for (let attempt = 0; getSession().status === 'unreachable'; attempt += 1) {
    await pause(unreachablePausesMs[Math.min(attempt, unreachablePausesMs.length - 1)] ?? 0);
    await restoreOnce().catch(() => undefined);
  }
};

/** Restores the session. Further calls return the same promise. */
export const startSession = (): Promise<void> => (started ??= restore());

const checkPauseMs = 10_000;

/** Several calls fail at the same time, so each check runs once in ten seconds. */
const createCheck = <Arguments extends unknown[]>(
  check: (...args: Arguments) => Promise<void>,
): ((...args: Arguments) => Promise<void>) => {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  return async (...args) => {
    if (performance.now() - checkedAtMs < checkPauseMs) return;
    checkedAtMs = performance.now();
    try {
      await check(...args);
    } catch {
      // The identity provider is unreachable: the calls report their own errors.
    }
  };
};

/**
 * A call was refused because the session has ended. Opens it again, or signs out if the server refuses that too.
 *
 * @param wasRevoked the session was revoked; otherwise it may only have expired.
 */
export const checkSession = createCheck((wasRevoked: boolean = false) => restoreOnce(wasRevoked));

/**
 * A call was refused because the cookie is of another account than the page. The page becomes that account's, unless
 * this tab's identity SDK has not noticed the sign-in yet, and does so later.
 */
export const followAccount = createCheck(async () => {
  const identity = await loadIdentity();
  await identity.followAccount();
});

/** The current session; startSession() restores it. */
export const useSession = (): SessionState =>
  useSyncExternalStore(subscribeToSession, getSession, getSession);

/** The session has expired while a recipient was being served. */
export const useHasExpired = (): boolean => {
  const session = useSession();
  return session.status === 'user' && session.hasExpired === true;
};

/** The signed-in user at present; null for visitors and while loading. */
export const signedInUser = (): SignedInUser | null => {
  const session = getSession();
  return session.status === 'user' ? session.user : null;
};

/** The signed-in user's ID token; rejects for visitors. */
export const getIdToken = async (): Promise<string> => {
  const identity = await loadIdentity();
  return identity.currentIdToken();
};

export const hasPassword = async (): Promise<boolean> => {
  const identity = await loadIdentity();
  return identity.hasPassword();
};

export const changePassword = async (current: string, next: string): Promise<void> => {
  const identity = await loadIdentity();
  await identity.changePassword(current, next);
};

export const changeName = async (displayName: string): Promise<void> => {
  const identity = await loadIdentity();
  await identity.changeName(displayName);
};

export const isEmailVerified = async (): Promise<boolean> => {
  const identity = await loadIdentity();
  return identity.isEmailVerified();
};

export const sendVerificationEmail = async (): Promise<void> => {
  const identity = await loadIdentity();
  await identity.sendVerificationEmail();
};

export const loadSecondFactor = async (): Promise<SecondFactor | null> => {
  const identity = await loadIdentity();
  return identity.secondFactor();
};

export const startSecondFactor = async (issuer: string): Promise<PendingFactor> => {
  const identity = await loadIdentity();
  return identity.startSecondFactor(issuer);
};

export const removeSecondFactor = async (): Promise<void> => {
  const identity = await loadIdentity();
  await identity.removeSecondFactor();
};

/** Makes the session's sign-in recent. */
export const confirmPassword = async (password: string): Promise<void> => {
  const identity = await loadIdentity();
  await identity.confirmPassword(password);
};

interface Preparation {
  /** Must reach the server before the session ends. */
  prepare: () => Promise<void>;
  /** Called if the sign-out fails. */
  undo: () => void;
}

const preparations = new Set<Preparation>();

/** Returns a function that removes the preparation. */
export const beforeSignOut = (preparation: Preparation): (() => void) => {
  preparations.add(preparation);
  return () => void preparations.delete(preparation);
};

const maxPreparationMs = 2_000;

const prepareSignOut = async (): Promise<void> => {
  const prepared = Promise.allSettled([...preparations].map(({ prepare }) => prepare()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, maxPreparationMs);
  });
  await Promise.race([prepared, late]);
  clearTimeout(timer);
};

/** Ends the session on the server and signs out in all tabs of this browser. */
export const signOut = async (): Promise<void> => {
  const identity = await loadIdentity();
  await prepareSignOut();
  try {
    await identity.endSession();
  } catch (error) {
    for (const { undo } of preparations) undo();
    throw error;
  }
};

/** Signs out in all tabs of this browser after the account was deleted. Never rejects: there is no way back. */
export const leaveDeletedAccount = async (): Promise<void> => {
  try {
    const identity = await loadIdentity();
    await identity.leaveDeletedAccount();
  } catch (error) {
    console.warn('the deleted account could not be removed from this browser', error);
    setSession({ status: 'visitor' });
  }
};
