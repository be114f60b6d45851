import { initializeApp } from '@firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  signOut as firebaseSignOut,
  type Auth,
  type User,
} from '@firebase/auth';
import { loadConfig } from '../http/config.js';
import { isTooMany, isUnavailable, retryWhileUnavailable } from '../http/retry.js';
import { currentLanguage } from '../language/language.js';
import { clearSessionCookie, syncSessionCookie } from './session-cookie.js';
import { startRenewal, type Renewal } from './session-renewal.js';
import {
  forgetSignOut,
  getSession,
  noteExpiry,
  noteSignOut,
  notedDeparture,
  reportSession,
  setSession,
  type SignedInUser,
} from './session/session-store.js';

/** The identity SDK, connected once. */
let connecting: Promise<Auth> | null = null;
/** While a sign-in runs, it decides when the session is complete, not the SDK's listener. */
let signInsRunning = 0;
let isLeaving = false;
/** Sign-outs that this page has seen. */
let departures = 0;
let renewal: Renewal | null = null;

const describe = (user: User): SignedInUser => ({
  uid: user.uid,
  email: user.email,
  displayName: user.displayName,
  photoURL: user.photoURL,
});

/** The SDK no longer holds an account. */
const release = (): void => {
  departures += 1;
  reportSession({ kind: 'released', departure: isLeaving ? 'signed-out' : notedDeparture() });
};

/** A page that stays open after an expiry keeps the account. Any other removes it for all tabs and records why. */
const refuse = async (auth: Auth, isExpiry: boolean): Promise<void> => {
  const next = reportSession({ kind: 'refused', isExpiry, departure: notedDeparture() });
  if (next.status !== 'visitor') return;
  if (next.hasExpired === true) noteExpiry();
  await firebaseSignOut(auth);
};

/**
 * False if the server refused the sign-in; the user is then signed out, unless it has only expired and is needed.
 *
 * @throws if the session could not be opened, which says nothing about the sign-in.
 */
const adopt = async (auth: Auth, user: User | null): Promise<boolean> => {
  if (user === null) {
    release();
    return true;
  }
  // The account changed or signed out; a retry would open the previous account's session.
  if (auth.currentUser?.uid !== user.uid) return false;
  const before = departures;
  const answer = await syncSessionCookie(user);
  // Signed out while the request was in flight; ignore its response.
  if (isLeaving || departures !== before) return false;
  if (answer !== 'open') {
    await refuse(auth, answer === 'expired');
    return false;
  }
  renewal?.note();
  reportSession({ kind: 'opened', user: describe(user) });
  return true;
};

/**
 * Another password ends every sign-in, and the user may need half a minute for the code of the next one, which opens the
 * session again. Calls refused until then do not sign out, unless the user has signed out in another tab.
 */
const isChanging = (): boolean =>
  signInsRunning > 0 && getSession().status === 'user' && notedDeparture() !== 'signed-out';

const adoptUnlessChanging = async (auth: Auth, user: User | null): Promise<void> => {
  if (!isChanging()) await adopt(auth, user);
};

/** The server is away, or others behind the same address have used up its limit. */
const isTemporary = (error: unknown): boolean => isUnavailable(error) || isTooMany(error);

/** A new account or token, from this tab or another. */
const follow = async (auth: Auth, user: User | null): Promise<void> => {
  try {
    await retryWhileUnavailable(() => adoptUnlessChanging(auth, user), undefined, isTemporary);
  } catch (error) {
    // A signed-in page stays open: the renewal tries again, and calls report their own errors.
    console.warn('the session could not be opened', error);
  }
};

const connect = async (): Promise<Auth> => {
  const { firebase } = await loadConfig();
  const app = initializeApp({
    apiKey: firebase.apiKey,
    authDomain: firebase.authDomain,
    projectId: firebase.projectId,
  });
  const auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  // Of the e-mails that the provider sends for this page.
  auth.languageCode = currentLanguage();
  if (firebase.emulatorOrigin !== null) {
    connectAuthEmulator(auth, firebase.emulatorOrigin, { disableWarnings: true });
  }
  await auth.authStateReady();
  // The first call is immediate and reports the restored state, which restoreSession handles.
  let isFirst = true;
  onIdTokenChanged(auth, (user) => {
    const isRestored = isFirst;
    isFirst = false;
    if (!isRestored && signInsRunning === 0) void follow(auth, user);
  });
  // The listener above opens the session with the new token.
  renewal = startRenewal(async () => {
    if (getSession().status === 'user') await auth.currentUser?.getIdToken(true);
  });
  return auth;
};

export const connectIdentity = (): Promise<Auth> =>
  (connecting ??= connect().catch((error: unknown) => {
    connecting = null;
    throw error;
  }));

/** The server counts the sessions opened from one address for a second. */
const limitLastsMs = 1_000;

/**
 * After an expiry another tab may have removed the account. The refusal of a call still shows that the session is over.
 */
const endWithoutAccount = async (auth: Auth): Promise<void> => {
  if (getSession().status === 'user' && !isChanging()) await refuse(auth, false);
};

/**
 * Resolves once the user is known and the session cookie is fresh. The page also opens without a network and while the
 * server opens no more sessions for this address, because the cookie may still authorize; the session is opened later.
 *
 * @param wasRevoked a call was refused because the session was revoked.
 */
export const restoreSession = async (wasRevoked = false): Promise<void> => {
  const auth = await connectIdentity();
  const user = auth.currentUser;
  if (user === null && wasRevoked) {
    await endWithoutAccount(auth);
    return;
  }
  try {
    await adoptUnlessChanging(auth, user);
  } catch (error) {
    const canStayOpen = !navigator.onLine || isTooMany(error);
    if (!canStayOpen || user === null) throw error;
    reportSession({ kind: 'unanswered', user: describe(user) });
    const open = (): void => void follow(auth, auth.currentUser);
    if (navigator.onLine) setTimeout(open, limitLastsMs);
    else window.addEventListener('online', open, { once: true });
  }
};

/**
 * Opens the session of the SDK's account if the page shows another one. With the same account nothing happens: opening its
 * session would take the cookie from the tab that has just signed in.
 */
export const followAccount = async (): Promise<void> => {
  const auth = await connectIdentity();
  const session = getSession();
  const user = auth.currentUser;
  if (session.status === 'user' && session.user.uid !== user?.uid) await follow(auth, user);
};

const runSignIn = async (
  signIn: (auth: Auth) => Promise<User>,
  open: (auth: Auth, user: User) => Promise<boolean>,
): Promise<SignedInUser> => {
  const auth = await connectIdentity();
  signInsRunning += 1;
  try {
    const user = await signIn(auth);
    if (!(await open(auth, user))) throw new Error('The server refused the sign-in.');
    return describe(user);
  } finally {
    signInsRunning -= 1;
  }
};

/** Short, because the user waits. */
const openPausesMs = [500, 1_500];

const open = (auth: Auth, user: User): Promise<boolean> =>
  retryWhileUnavailable(() => adopt(auth, user), openPausesMs, isTemporary);

/** Signs in and starts the user's session. Rejects with the SDK's errors, and with ApiError without a session. */
export const signInWith = (signIn: (auth: Auth) => Promise<User>): Promise<SignedInUser> =>
  runSignIn(signIn, async (auth, user) => {
    try {
      return await open(auth, user);
    } catch (error) {
      // Otherwise the other tabs would be signed in, and this one after the next load.
      if (getSession().status === 'visitor') await firebaseSignOut(auth);
      throw error;
    }
  });

/**
 * Changes the account at the provider, which may replace the sign-in, and opens the session again. The change stands if
 * the server does not answer: the next call that it refuses opens the session.
 */
export const changeAccount = async (change: (auth: Auth) => Promise<User>): Promise<void> => {
  await runSignIn(change, async (auth, user) => {
    try {
      return await open(auth, user);
    } catch (error) {
      console.warn('the session could not be opened after a change of the account', error);
      return true;
    }
  });
};

export const currentUser = async (): Promise<User> => {
  const auth = await connectIdentity();
  if (auth.currentUser === null) throw new Error('No user is signed in.');
  return auth.currentUser;
};

/** Records the sign-out before the call: other tabs may be refused before it returns. */
const leaveServer = async (user: User | null): Promise<void> => {
  noteSignOut();
  try {
    await clearSessionCookie(user);
  } catch (error) {
    forgetSignOut();
    throw error;
  }
};

/** The server has ended the session with the account; only the cookie may be left. */
const tryLeaveServer = async (user: User | null): Promise<void> => {
  noteSignOut();
  try {
    await clearSessionCookie(user);
  } catch (error) {
    console.warn('the cookie of a deleted account could not be removed', error);
  }
};

const leave = async (notify: (user: User | null) => Promise<void>): Promise<void> => {
  const auth = await connectIdentity();
  isLeaving = true;
  try {
    await notify(auth.currentUser);
    await firebaseSignOut(auth);
    departures += 1;
    setSession({ status: 'visitor' });
  } finally {
    isLeaving = false;
  }
};

export const endSession = (): Promise<void> => leave(leaveServer);

/** Signs out after the account was deleted, whether the server answers or not. */
export const leaveDeletedAccount = (): Promise<void> => leave(tryLeaveServer);
