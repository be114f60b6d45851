import { useSyncExternalStore } from 'react';

/**
 * Who is signed in. This file is small on purpose: the identity SDK is loaded only for people who
 * signed in on this browser before (or are about to), so visitors and recipients never download it.
 *
 *   loading ──▶ visitor ◀──▶ user
 */
export interface SignedInUser {
  uid: string;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
}

export type SessionState =
  { status: 'loading' } | { status: 'visitor' } | { status: 'user'; user: SignedInUser };

/** Present when this browser holds an account of the identity SDK. Holds no secret. */
const hintKey = 'signed-in';

const readHint = (): boolean => {
  try {
    return localStorage.getItem(hintKey) === '1';
  } catch {
    return false;
  }
};

/**
 * The same hint for whoever serves `/`: without it a visitor gets the finished landing page instead
 * of the app. It proves nothing and opens nothing; the session cookie is another, out of our reach.
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
    // Storage is off (private mode): the next visit simply starts as a visitor.
  }
};

/** What the identity SDK's module offers to this one. */
export interface Identity {
  restoreSession: () => Promise<void>;
  currentIdToken: () => Promise<string>;
  endSession: () => Promise<void>;
}

let loadIdentity: () => Promise<Identity> = () => import('./identity.js');

/** For tests: another identity provider. */
export const setIdentityLoader = (load: () => Promise<Identity>): void => {
  loadIdentity = load;
};

let state: SessionState = { status: 'loading' };
let started: Promise<void> | null = null;
const listeners = new Set<() => void>();

export const getSession = (): SessionState => state;

export const setSession = (next: SessionState): void => {
  state = next;
  if (next.status !== 'loading') writeHint(next.status === 'user');
  for (const listener of listeners) listener();
};

export const subscribeToSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const restore = async (): Promise<void> => {
  if (!readHint()) {
    setSession({ status: 'visitor' });
    return;
  }
  try {
    const identity = await loadIdentity();
    await identity.restoreSession();
  } catch {
    // Without the identity provider nobody can be signed in; the hint stays for the next visit.
    state = { status: 'visitor' };
    for (const listener of listeners) listener();
  }
};

/** Finds out who is signed in; safe to call from every page, works once. */
export const startSession = (): Promise<void> => (started ??= restore());

/** The session as it is now; call startSession() somewhere at start. */
export const useSession = (): SessionState =>
  useSyncExternalStore(subscribeToSession, getSession, getSession);

/** The signed-in user's ID token; rejects when nobody is signed in. */
export const getIdToken = async (): Promise<string> => {
  const identity = await loadIdentity();
  return identity.currentIdToken();
};

/** Signs out everywhere in this browser and clears the session cookie. */
export const signOut = async (): Promise<void> => {
  const identity = await loadIdentity();
  await identity.endSession();
};
