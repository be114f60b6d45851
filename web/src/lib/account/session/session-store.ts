/** The session of this browser as a small external store, and a hint for the next visit. */

import { browserStorage } from '../../browser/storage.js';
import { forgetDetails } from '../visitor-details.js';
import {
  nextSession,
  type Departure,
  type SessionEvent,
  type SessionState,
  type SignedInUser,
} from './session.state.js';

export type { SessionState, SignedInUser };

/**
 * Set while the identity SDK holds an account in this browser. Not a secret. Both in a cookie, which some browsers delete
 * after a week (https://webkit.org/tracking-prevention/), and in the local storage, which may be full, turned off or
 * damaged while the SDK's database works.
 */
const hintKey = 'signed-in';

/**
 * The cookie is also a hint for the server of `/`: without it a visitor gets the prerendered landing page instead of the
 * app. It authorizes nothing; the session cookie is a separate, HttpOnly one.
 */
const hintCookie = (isSignedIn: boolean): string => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const age = isSignedIn ? 365 * 24 * 3600 : 0;
  return `${hintKey}=1; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
};

const readHint = (): boolean =>
  document.cookie.includes(`${hintKey}=1`) || browserStorage.read(hintKey) === '1';

const writeHint = (isSignedIn: boolean): void => {
  document.cookie = hintCookie(isSignedIn);
  browserStorage.write(hintKey, isSignedIn ? '1' : null);
};

/**
 * Why a tab is about to remove the account, until the next sign-in: the SDK reports to other tabs only that the account
 * is gone.
 */
const departureKey = 'signed-out';

export const noteSignOut = (): void => browserStorage.write(departureKey, '1');
export const noteExpiry = (): void => browserStorage.write(departureKey, 'expired');

/** Why a tab of this browser has removed the account. */
export const notedDeparture = (): Departure => {
  const mark = browserStorage.read(departureKey);
  return mark === null || mark === 'expired' ? mark : 'signed-out';
};

export const forgetSignOut = (): void => browserStorage.write(departureKey, null);

let isNeeded = (): boolean => false;

/** A session that expires while `isUnderWay` holds does not end the page. */
export const keepExpiredWhile = (isUnderWay: () => boolean): void => {
  isNeeded = isUnderWay;
};

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

/** Returns the next state of the session. */
export const reportSession = (event: SessionEvent): SessionState => {
  setSession(nextSession(state, event, isNeeded()));
  return state;
};

export const subscribeToSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** This browser held a session on its last visit. */
export const hadSession = (): boolean => readHint();
