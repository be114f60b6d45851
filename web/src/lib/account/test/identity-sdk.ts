/** The identity module over a fake SDK with one account, and a fake API. */

import type { Auth, User } from '@firebase/auth';
import { jest } from '@jest/globals';
import { installFakeApi, type FakeApi } from '../../../../test/fake-api.js';
import { config } from '../../../../test/render-app.js';
import { forgetConfig } from '../../http/config.js';
import { SignInCancelled } from '../second-factor/code-question.js';

/** The SDK with one account; a token is valid for an hour and is replaced only when a call asks for it. */
export const sdk = {
  currentUser: null as User | null,
  onToken: (_user: User | null): void => undefined,
  /** What a sign-in with a password waits for. */
  code: Promise.resolve(),
  /** Calls that fail from now on. */
  failing: new Set<string>(),
};

const refuse = (name: string): Promise<void> =>
  sdk.failing.has(name) ? Promise.reject(new SignInCancelled()) : Promise.resolve();

export const report = (user: User | null): void => {
  sdk.currentUser = user;
  sdk.onToken(user);
};

let issuedAtMs = 0;

const issue = (): void => {
  issuedAtMs = Date.now();
};

export const ada = {
  uid: 'u',
  email: 'ada@example.com',
  displayName: 'Ada',
  photoURL: null,
  getIdTokenResult: () =>
    Promise.resolve({ token: 'held', issuedAtTime: new Date(issuedAtMs).toUTCString() }),
  getIdToken: (isForced: boolean) => {
    if (sdk.failing.has('token')) {
      report(null);
      return Promise.reject(new Error('auth/user-token-expired'));
    }
    if (isForced) {
      issue();
      sdk.onToken(ada);
    }
    return Promise.resolve('fresh');
  },
} as unknown as User;

const signedIn = async (name: string) => {
  await refuse(name);
  issue();
  report(ada);
  return { user: ada };
};

export const auth = {
  signOut: () => {
    report(null);
    return Promise.resolve();
  },
  authStateReady: () => Promise.resolve(),
  get currentUser() {
    return sdk.currentUser;
  },
} as unknown as Auth;

jest.unstable_mockModule('@firebase/app', () => ({ initializeApp: () => ({}) }));

jest.unstable_mockModule('@firebase/auth', () => ({
  browserLocalPersistence: {},
  indexedDBLocalPersistence: {},
  EmailAuthProvider: { PROVIDER_ID: 'password', credential: () => ({}) },
  connectAuthEmulator: () => undefined,
  initializeAuth: () => auth,
  onIdTokenChanged: (_auth: Auth, listener: typeof sdk.onToken) => {
    sdk.onToken = listener;
    listener(sdk.currentUser);
  },
  reauthenticateWithCredential: () => signedIn('reauthenticate'),
  sendEmailVerification: () => Promise.resolve(),
  signInWithEmailAndPassword: async () => {
    await sdk.code;
    return signedIn('sign-in');
  },
  signOut: () => {
    report(null);
    return Promise.resolve();
  },
  updatePassword: () => refuse('update'),
  updateProfile: () => Promise.resolve(),
}));

jest.unstable_mockModule('../second-factor/second-factor.js', () => ({
  createPendingFactor: () => undefined,
  readSecondFactor: () => null,
  removeFactors: () => Promise.resolve(),
  withSecondFactor: (_auth: Auth, signIn: () => Promise<unknown>) => signIn(),
}));

export const {
  changePassword,
  confirmPassword,
  endSession,
  followAccount,
  leaveDeletedAccount,
  restoreSession,
  signInWith,
} = await import('../identity.js');

export const { checkSession, getSession, keepExpiredWhile, setSession } =
  await import('../session.js');

export const { PasswordChangedOnly } = await import('../passwords/password-changed.js');

export const minute = 60_000;

export const hour = 60 * minute;

export const opened = { body: {} };

export const refused = { status: 401, body: { reason: 'expired-session', message: 'No.' } };

export const tooMany = { status: 429, body: { reason: 'too-many-requests', message: 'Wait.' } };

export const away = { status: 503, body: { message: 'Away.' } };

export let api: FakeApi;

export const answerSession = (answer: object): void => api.answer({ 'POST /api/session': answer });

export const openings = (): number => api.to('POST /api/session').length;

/** Lets the answers that are under way arrive. */
export const settle = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);

export const show = (visibility: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
  document.dispatchEvent(new Event('visibilitychange'));
};

/** A page whose user is signed in. */
export const openPage = async (): Promise<void> => {
  issue();
  sdk.currentUser = ada;
  await restoreSession();
};

export const signIn = () => signInWith(async () => (await signedIn('sign-in')).user);

/** Resets SDK, session and API between the tests of a file. One clock: the timer of a page is set once. */
export const withIdentity = (): void => {
  beforeAll(() => {
    jest.useFakeTimers();
  });
  afterAll(() => {
    jest.useRealTimers();
  });
  beforeEach(() => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    forgetConfig();
    localStorage.clear();
    sdk.failing.clear();
    sdk.code = Promise.resolve();
    sdk.currentUser = null;
    setSession({ status: 'loading' });
    api = installFakeApi({
      'GET /api/config': { body: config },
      'POST /api/session': opened,
      'DELETE /api/session': { body: { success: true } },
    });
  });
  afterEach(() => {
    show('visible');
    jest.restoreAllMocks();
  });
};
