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
   * `wasEnded`: the server ended the session of the user who was signed in. `hasLeft`: the user signed out, here or in
   * another tab.
   */
  | { status: 'visitor'; wasEnded?: true; hasLeft?: true }
  | { status: 'user'; user: SignedInUser };

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

/** Set by a sign-out until the next sign-in: to other tabs the SDK reports that the account is gone, not why. */
const leftKey = 'signed-out';

export const noteSignOut = (): void => {
  try {
    localStorage.setItem(leftKey, '1');
  } catch {
    // Without storage the SDK keeps the account in this tab alone.
  }
};

/** The user has signed out in a tab of this browser. */
export const hasSignedOut = (): boolean => {
  try {
    return localStorage.getItem(leftKey) === '1';
  } catch {
    return false;
  }
};

export const forgetSignOut = (): void => {
  try {
    localStorage.removeItem(leftKey);
  } catch {
    // Nothing was stored.
  }
};

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();

export const getSession = (): SessionState => state;

export const setSession = (next: SessionState): void => {
  const wasUser = state.status === 'user' || (state.status === 'visitor' && state.hasLeft === true);
  const hasLeft = wasUser && next.status === 'visitor' && next.wasEnded !== true;
  if (state.status === 'user' && next.status === 'visitor') forgetDetails();
  // Keep the sign-out mark: a renewal that finishes after another tab signed out must not clear it.
  if (next.status === 'user' && state.status !== 'user') forgetSignOut();
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
