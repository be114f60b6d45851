/**
 * Who is signed in. The identity SDK is loaded only in browsers that held a session before, or when a sign-in
 * starts, so that visitors and recipients never download it.
 *
 *   loading ──▶ visitor ◀──▶ user
 */
import { useSyncExternalStore } from 'react';
import {
  getSession,
  hadSession,
  setSession,
  setUnreachable,
  subscribeToSession,
  type SessionState,
  type SignedInUser,
} from './session-state.js';

export { getSession, setSession, subscribeToSession };
export type { SessionState, SignedInUser } from './session-state.js';

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

let started: Promise<void> | null = null;

const restore = async (): Promise<void> => {
  if (!hadSession()) {
    setSession({ status: 'visitor' });
    return;
  }
  try {
    const identity = await loadIdentity();
    await identity.restoreSession();
  } catch {
    setUnreachable();
  }
};

/** Restores the session. Further calls return the same promise. */
export const startSession = (): Promise<void> => (started ??= restore());

/** The current session; startSession() restores it. */
export const useSession = (): SessionState =>
  useSyncExternalStore(subscribeToSession, getSession, getSession);

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

/** Signs out everywhere in this browser and clears the session cookie. */
export const signOut = async (): Promise<void> => {
  const identity = await loadIdentity();
  await identity.endSession();
};
