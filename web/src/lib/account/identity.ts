import { initializeApp } from '@firebase/app';
import {
  EmailAuthProvider,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signOut as firebaseSignOut,
  updatePassword,
  updateProfile,
  type Auth,
  type User,
} from '@firebase/auth';
import { loadConfig } from '../http/config.js';
import { paths } from '../paths.js';
import {
  createPendingFactor,
  readSecondFactor,
  removeFactors,
  withSecondFactor,
  type PendingFactor,
  type SecondFactor,
} from './second-factor/second-factor.js';
import { clearSessionCookie, syncSessionCookie } from './session-cookie.js';
import { getSession, setSession, type SignedInUser } from './session-state.js';

/** The identity SDK, connected once; loaded only by dynamic import (see session.ts). */
let connecting: Promise<Auth> | null = null;
/** While a sign-in runs, it decides when the session is complete, not the SDK's listener. */
let signInsRunning = 0;
let isLeaving = false;
/** Sign-outs in this page. */
let departures = 0;

const describe = (user: User): SignedInUser => ({
  uid: user.uid,
  email: user.email,
  displayName: user.displayName,
  photoURL: user.photoURL,
});

/** False if the server refused the sign-in; the user is then signed out. */
const adopt = async (auth: Auth, user: User | null): Promise<boolean> => {
  if (user === null) {
    const session = getSession();
    // The SDK also reports the sign-out below, which has set the session before.
    const isKnown = session.status === 'visitor' && session.wasEnded === true;
    if (!isKnown) setSession({ status: 'visitor' });
    return true;
  }
  const before = departures;
  const isOpen = await syncSessionCookie(user);
  // The user has signed out meanwhile: this answer is of the session before.
  if (isLeaving || departures !== before) return false;
  if (!isOpen) {
    setSession({ status: 'visitor', wasEnded: true });
    await firebaseSignOut(auth);
    return false;
  }
  setSession({ status: 'user', user: describe(user) });
  return true;
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
    if (!isRestored && signInsRunning === 0) void adopt(auth, user);
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
  await adopt(auth, auth.currentUser);
};

/** Signs in and starts the user's session. Rejects with the SDK's errors. */
export const signInWith = async (signIn: (auth: Auth) => Promise<User>): Promise<SignedInUser> => {
  const auth = await connectIdentity();
  signInsRunning += 1;
  try {
    const user = await signIn(auth);
    if (!(await adopt(auth, user))) throw new Error('The server refused the sign-in.');
    return describe(user);
  } finally {
    signInsRunning -= 1;
  }
};

const currentUser = async (): Promise<User> => {
  const auth = await connectIdentity();
  if (auth.currentUser === null) throw new Error('No user is signed in.');
  return auth.currentUser;
};

export const hasPassword = async (): Promise<boolean> => {
  const { providerData } = await currentUser();
  return providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);
};

export const confirmPassword = async (password: string): Promise<void> => {
  const current = await currentUser();
  await signInWith(async (auth) => {
    const credential = EmailAuthProvider.credential(current.email ?? '', password);
    const { user } = await withSecondFactor(auth, () =>
      reauthenticateWithCredential(current, credential),
    );
    return user;
  });
};

/** The change ends every sign-in of the account, this one included, so the user is signed in again. */
export const changePassword = async (current: string, next: string): Promise<void> => {
  const user = await currentUser();
  const email = user.email ?? '';
  await signInWith(async (auth) => {
    const credential = EmailAuthProvider.credential(email, current);
    const confirmed = await withSecondFactor(auth, () =>
      reauthenticateWithCredential(user, credential),
    );
    await updatePassword(confirmed.user, next);
    return (await withSecondFactor(auth, () => signInWithEmailAndPassword(auth, email, next))).user;
  });
};

/** The server reads the name from the provider when the session is opened again. */
export const changeName = async (displayName: string): Promise<void> => {
  const user = await currentUser();
  await signInWith(async () => {
    await updateProfile(user, { displayName });
    return user;
  });
};

export const secondFactor = async (): Promise<SecondFactor | null> =>
  readSecondFactor(await currentUser());

export const startSecondFactor = async (issuer: string): Promise<PendingFactor> => {
  const user = await currentUser();
  const pending = await createPendingFactor(user, issuer);
  // The provider replaces the tokens, so the server's session is opened again.
  const confirm = async (code: string): Promise<void> => {
    await signInWith(async () => {
      await pending.confirm(code);
      return user;
    });
  };
  return { ...pending, confirm };
};

export const removeSecondFactor = async (): Promise<void> => {
  const user = await currentUser();
  await signInWith(async () => {
    await removeFactors(user);
    return user;
  });
};

export const isEmailVerified = async (): Promise<boolean> => {
  const user = await currentUser();
  if (!user.emailVerified) await user.reload();
  return user.emailVerified;
};

export const sendVerificationEmail = async (): Promise<void> => {
  await sendEmailVerification(await currentUser(), {
    url: `${window.location.origin}${paths.settings}`,
  });
};

export const currentIdToken = async (): Promise<string> => {
  const user = await currentUser();
  return user.getIdToken();
};

export const endSession = async (): Promise<void> => {
  const auth = await connectIdentity();
  isLeaving = true;
  try {
    await clearSessionCookie(auth.currentUser);
    await firebaseSignOut(auth);
    departures += 1;
    setSession({ status: 'visitor' });
  } finally {
    isLeaving = false;
  }
};
