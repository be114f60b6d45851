import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  signOut as firebaseSignOut,
  type Auth,
  type User,
} from 'firebase/auth';
import { loadConfig } from '../http/config.js';
import { clearSessionCookie, syncSessionCookie } from './session-cookie.js';
import { setSession, type SignedInUser } from './session-state.js';

/** The identity SDK, connected once; loaded only by dynamic import (see session.ts). */
let connecting: Promise<Auth> | null = null;
/** While a sign-in runs, it decides when the session is complete, not the SDK's listener. */
let signInsRunning = 0;

const describe = (user: User): SignedInUser => ({
  uid: user.uid,
  email: user.email,
  displayName: user.displayName,
  photoURL: user.photoURL,
});

const adopt = async (user: User | null): Promise<void> => {
  if (user === null) {
    setSession({ status: 'visitor' });
    return;
  }
  await syncSessionCookie(user);
  setSession({ status: 'user', user: describe(user) });
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
  if (firebase.emulatorOrigin !== null) {
    connectAuthEmulator(auth, firebase.emulatorOrigin, { disableWarnings: true });
  }
  await auth.authStateReady();
  // The first call is immediate and reports the restored state, which restoreSession handles.
  let isFirst = true;
  onIdTokenChanged(auth, (user) => {
    const isRestored = isFirst;
    isFirst = false;
    if (!isRestored && signInsRunning === 0) void adopt(user);
  });
  return auth;
};

export const connectIdentity = (): Promise<Auth> =>
  (connecting ??= connect().catch((error: unknown) => {
    connecting = null;
    throw error;
  }));

/** Resolves once the user is known and the session cookie is fresh. */
export const restoreSession = async (): Promise<void> => {
  const auth = await connectIdentity();
  await adopt(auth.currentUser);
};

/** Signs in and starts the user's session. Rejects with the SDK's errors. */
export const signInWith = async (signIn: (auth: Auth) => Promise<User>): Promise<SignedInUser> => {
  const auth = await connectIdentity();
  signInsRunning += 1;
  try {
    const user = await signIn(auth);
    await adopt(user);
    return describe(user);
  } finally {
    signInsRunning -= 1;
  }
};

export const currentIdToken = async (): Promise<string> => {
  const auth = await connectIdentity();
  if (auth.currentUser === null) throw new Error('No user is signed in.');
  return auth.currentUser.getIdToken();
};

export const endSession = async (): Promise<void> => {
  const auth = await connectIdentity();
  await clearSessionCookie(auth.currentUser);
  await firebaseSignOut(auth);
  setSession({ status: 'visitor' });
};
