/** The session of this browser as a small external store, and a hint for the next visit. */
import { forgetDetails } from './visitor-details.js';

export interface SignedInUser {
  uid: string;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
}

export type SessionState =
  | { status: 'loading' }
  /** This browser holds a session, but the server or the identity provider did not answer yet. */
  | { status: 'unreachable' }
  /**
   * `wasEnded`: the server ended the session of the user who was signed in; `hasExpired`: by its limits alone. `hasLeft`:
   * the user signed out, here or in another tab.
   */
  | { status: 'visitor'; wasEnded?: true; hasExpired?: true; hasLeft?: true }
  /** `hasExpired`: the page stays for what is under way (`keepExpiredWhile`), and asks for the sign-in. */
  | { status: 'user'; user: SignedInUser; hasExpired?: true };

/** Set while the identity SDK holds an account in this browser. Not a secret. */
const hintKey = 'signed-in';

const readHint = (): boolean => {
  try {
    return localStorage.getItem(hintKey) === '1';
  } catch {
    return false;
  }
};

/**
 * The same hint for the server of `/`: without it a visitor gets the prerendered landing page instead of the app. It
 * authorizes nothing; the session cookie is a separate, HttpOnly one.
 */
const hintCookie = (isSignedIn: boolean): string => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const age = isSignedIn ? 365 * 24 * 3600 : 0;
  return `${hintKey}=1; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
};

const writeHint = (isSignedIn: boolean): void => {
  document.cookie = hintCookie(isSignedIn);
  try {
    if (isSignedIn) localStorage.setItem(hintKey, '1');
    else localStorage.removeItem(hintKey);
  } catch {
    // Storage is disabled (private mode): the next visit starts as a visitor.
  }
};

/**
 * Set by a sign-out, or when a session expires, until the next sign-in: to other tabs the SDK reports that the account is
 * gone, not why.
 */
const leftKey = 'signed-out';
const signedOut = '1';
const expired = 'expired';

const noteLeft = (why: string): void => {
  try {
    localStorage.setItem(leftKey, why);
  } catch {
    // Without storage the SDK keeps the account in this tab alone.
  }
};

const readLeft = (): string | null => {
  try {
    return localStorage.getItem(leftKey);
  } catch {
    return null;
  }
};

export const noteSignOut = (): void => noteLeft(signedOut);
export const noteExpiry = (): void => noteLeft(expired);

/** The user has signed out in a tab of this browser. */
export const hasSignedOut = (): boolean => readLeft() === signedOut;
/** A tab of this browser was told that the session has expired. */
export const isExpiryNoted = (): boolean => readLeft() === expired;

export const forgetSignOut = (): void => {
  try {
    localStorage.removeItem(leftKey);
  } catch {
    // Nothing was stored.
  }
};

let isNeeded = (): boolean => false;

/** A session that expires while `isUnderWay` holds does not end the page. */
export const keepExpiredWhile = (isUnderWay: () => boolean): void => {
  isNeeded = isUnderWay;
};

/** The state of a page whose session has expired. */
export const afterExpiry = (before: SessionState): SessionState =>
  before.status === 'user' && isNeeded()
    ? { status: 'user', user: before.user, hasExpired: true }
    : { status: 'visitor', wasEnded: true, hasExpired: true };

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();

export const getSession = (): SessionState => state;

export const setSession = (next: SessionState): void => {
  const wasUser = state.status === 'user' || (state.status === 'visitor' && state.hasLeft === true);
  const hasLeft = wasUser && next.status === 'visitor' && next.wasEnded !== true;
  if (state.status === 'user' && next.status === 'visitor') forgetDetails();
  // Keep the sign-out mark: a renewal that finishes after another tab signed out must not clear it.
  const wasSignedIn = state.status === 'user' && state.hasExpired !== true;
  if (next.status === 'user' && next.hasExpired !== true && !wasSignedIn) forgetSignOut();
  state = hasLeft ? { status: 'visitor', hasLeft } : next;
  if (next.status === 'user' || next.status === 'visitor') writeHint(next.status === 'user');
  for (const listener of listeners) listener();
};

export const subscribeToSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** This browser held a session on its last visit. */
export const hadSession = (): boolean => readHint();
