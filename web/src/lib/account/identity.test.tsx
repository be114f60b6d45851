import type { Auth, User } from '@firebase/auth';
import { jest } from '@jest/globals';
import { installFakeApi, type FakeApi } from '../../../test/fake-api.js';
import { config } from '../../../test/render-app.js';
import { forgetConfig } from '../http/config.js';
import { SignInCancelled } from './second-factor/code-question.js';

/** The SDK with one account; a token is valid for an hour and is replaced only when a call asks for it. */
const sdk = {
  currentUser: null as User | null,
  onToken: (_user: User | null): void => undefined,
  /** What a sign-in with a password waits for. */
  code: Promise.resolve(),
  /** Calls that fail from now on. */
  failing: new Set<string>(),
};
const refuse = (name: string): Promise<void> =>
  sdk.failing.has(name) ? Promise.reject(new SignInCancelled()) : Promise.resolve();
const report = (user: User | null): void => {
  sdk.currentUser = user;
  sdk.onToken(user);
};
let issuedAtMs = 0;
const issue = (): void => {
  issuedAtMs = Date.now();
};
const ada = {
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

const auth = {
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
jest.unstable_mockModule('./second-factor/second-factor.js', () => ({
  createPendingFactor: () => undefined,
  readSecondFactor: () => null,
  removeFactors: () => Promise.resolve(),
  withSecondFactor: (_auth: Auth, signIn: () => Promise<unknown>) => signIn(),
}));
const {
  changePassword,
  confirmPassword,
  endSession,
  followAccount,
  leaveDeletedAccount,
  restoreSession,
  signInWith,
} = await import('./identity.js');
const { checkSession, getSession, keepExpiredWhile, setSession } = await import('./session.js');
const { PasswordChangedOnly } = await import('./passwords/password-changed.js');

const minute = 60_000;
const hour = 60 * minute;
const opened = { body: {} };
const refused = { status: 401, body: { reason: 'expired-session', message: 'No.' } };
const tooMany = { status: 429, body: { reason: 'too-many-requests', message: 'Wait.' } };
const away = { status: 503, body: { message: 'Away.' } };

let api: FakeApi;
const answerSession = (answer: object): void => api.answer({ 'POST /api/session': answer });
const openings = (): number => api.to('POST /api/session').length;
/** Lets the answers that are under way arrive. */
const settle = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);

const show = (visibility: DocumentVisibilityState): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
  document.dispatchEvent(new Event('visibilitychange'));
};

/** A page whose user is signed in. */
const openPage = async (): Promise<void> => {
  issue();
  sdk.currentUser = ada;
  await restoreSession();
};

const signIn = () => signInWith(async () => (await signedIn('sign-in')).user);

// One clock: the page's timer is set once.
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

describe('the session of an open page', () => {
  it.each(['visible', 'hidden'] as const)(
    'is renewed in a %s tab every hour',
    async (visibility) => {
      await openPage();
      show(visibility);
      const before = openings();
      await settle(12 * hour);
      expect(openings() - before).toBeGreaterThanOrEqual(12);
      expect(openings() - before).toBeLessThanOrEqual(24);
      expect(getSession()).toMatchObject({ status: 'user' });
    },
  );

  it('is renewed when the tab is shown after the device has slept', async () => {
    await openPage();
    const before = openings();
    jest.setSystemTime(Date.now() + 2 * hour);
    show('visible');
    await settle();
    expect(openings()).toBe(before + 1);
    show('visible');
    await settle();
    expect(openings()).toBe(before + 1);
  });

  it('goes on while the server is away, and is renewed soon after', async () => {
    await openPage();
    answerSession(away);
    await settle(3 * hour);
    expect(getSession()).toMatchObject({ status: 'user' });
    answerSession(opened);
    const before = openings();
    await settle(2 * minute);
    expect(openings()).toBeGreaterThan(before);
  });

  it('ends with the explanation when the server refuses the renewal', async () => {
    await openPage();
    answerSession(refused);
    await settle(hour);
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true, hasExpired: true });
  });

  it('is not opened again after a sign-out in another tab', async () => {
    await openPage();
    answerSession(away);
    await settle(31 * minute);
    localStorage.setItem('signed-out', '1');
    report(null);
    answerSession(opened);
    const before = openings();
    await settle(2 * hour);
    expect(openings()).toBe(before);
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
  });
});

describe('a page that starts', () => {
  it('is not signed in while the server is away', async () => {
    answerSession(away);
    await expect(openPage()).rejects.toMatchObject({ failure: { status: 503 } });
    expect(getSession()).toEqual({ status: 'loading' });
    expect(sdk.currentUser).toBe(ada);
    answerSession(opened);
    await restoreSession();
    expect(getSession()).toMatchObject({ status: 'user' });
  });

  it('goes on with its cookie while a neighbour uses up the limit, and opens the session soon', async () => {
    answerSession(tooMany);
    await openPage();
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    await settle(500);
    answerSession(opened);
    const before = openings();
    await settle(minute);
    expect(openings()).toBe(before + 1);
  });
});

describe('a page without a network', () => {
  it('is signed in, and opens the session when the network returns', async () => {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answerSession(away);
    await openPage();
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    answerSession(opened);
    const before = openings();
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(openings()).toBe(before + 1);
  });
});

describe('a sign-in', () => {
  it('fails if the session cannot be opened, and leaves no account behind', async () => {
    await restoreSession();
    answerSession(away);
    const failing = expect(signIn()).rejects.toMatchObject({ failure: { status: 503 } });
    await settle(2_000);
    await failing;
    await settle(hour);
    expect(getSession()).toEqual({ status: 'visitor' });
    expect(sdk.currentUser).toBeNull();
  });

  it.each([
    ['a server that restarts', away],
    ['its turn behind an address that floods the server', tooMany],
  ])('waits for %s', async (_what, answer) => {
    await restoreSession();
    answerSession(answer);
    const signingIn = signIn();
    await settle(400);
    answerSession(opened);
    await settle(100);
    expect(await signingIn).toMatchObject({ uid: 'u' });
    expect(getSession()).toMatchObject({ status: 'user' });
  });
});

describe('a page whose calls are refused because the cookie is of another account', () => {
  const grace = { ...ada, uid: 'g', email: 'grace@example.com' };

  it('becomes the page of that account if it could not before', async () => {
    await openPage();
    answerSession(away);
    report(grace);
    await settle(minute);
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    answerSession(opened);
    await followAccount();
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'g' } });
  });

  it('does not take the cookie back before its SDK has noticed the sign-in', async () => {
    await openPage();
    const before = openings();
    await followAccount();
    expect(openings()).toBe(before);
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    report(grace);
    await settle();
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'g' } });
  });
});

describe('an account that another tab has given up', () => {
  it('is explained if the user did not sign out', async () => {
    await openPage();
    report(null);
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true });
  });

  it('is not explained after a sign-out, which a sign-in makes forgotten', async () => {
    await openPage();
    await endSession();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
    const left = localStorage.getItem('signed-out');
    await signIn();
    expect([left, localStorage.getItem('signed-out')]).toEqual(['1', null]);
  });
});

describe('a session that expires while a recipient is being served', () => {
  const revoked = { status: 401, body: { reason: 'revoked-session', message: 'No.' } };
  const kept = { status: 'user', user: { uid: 'u' }, hasExpired: true };
  let isServing = true;
  const expire = async (): Promise<void> => {
    await openPage();
    isServing = true;
    keepExpiredWhile(() => isServing);
    answerSession(refused);
    await restoreSession();
  };
  const giveUpInAnotherTab = async (): Promise<void> => {
    localStorage.setItem('signed-out', 'expired');
    await auth.signOut();
  };
  afterEach(() => keepExpiredWhile(() => false));

  it('keeps the page and the account, and goes on with the sign-in of the user', async () => {
    await expire();
    expect(getSession()).toMatchObject(kept);
    expect(sdk.currentUser).toBe(ada);
    answerSession(opened);
    await confirmPassword('secret');
    expect(getSession()).toMatchObject({ status: 'user', user: { uid: 'u' } });
    expect(getSession()).not.toHaveProperty('hasExpired');
    expect(localStorage.getItem('signed-out')).toBeNull();
  });

  it('keeps the page when another tab gives the account up, and goes on with a sign-in', async () => {
    await expire();
    await giveUpInAnotherTab();
    expect(getSession()).toMatchObject(kept);
    answerSession(opened);
    await confirmPassword('secret');
    expect(getSession()).not.toHaveProperty('hasExpired');
    expect(sdk.currentUser).toBe(ada);
  });

  it('keeps the page that learns of it from another tab', async () => {
    await openPage();
    keepExpiredWhile(() => true);
    await giveUpInAnotherTab();
    expect(getSession()).toMatchObject(kept);
  });

  it('ends the page after the last recipient', async () => {
    await expire();
    isServing = false;
    await restoreSession();
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true, hasExpired: true });
    expect(sdk.currentUser).toBeNull();
  });

  it('ends the page at once when somebody ends the session', async () => {
    await expire();
    answerSession(revoked);
    await restoreSession();
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true });
  });

  it('ends the page when the SDK gives up an account that was disabled or revoked', async () => {
    await expire();
    sdk.failing.add('token');
    await settle(hour);
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true });
  });

  it('ends the page when a call is refused as revoked, also after another tab gave the account up', async () => {
    await expire();
    await giveUpInAnotherTab();
    await restoreSession();
    expect(getSession()).toMatchObject(kept);
    await restoreSession(true);
    expect(getSession()).toEqual({ status: 'visitor', wasEnded: true });
  });

  it.each([
    ['the server answers no more calls of this address', tooMany, true],
    ['the network is lost', away, false],
  ])('does not count as signed in while %s', async (_what, answer, isOnline) => {
    await expire();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    answerSession(answer);
    await restoreSession();
    expect(getSession()).toMatchObject(kept);
    jest.restoreAllMocks();
    answerSession(opened);
    window.dispatchEvent(new Event('online'));
    await settle(minute);
    expect(getSession()).not.toHaveProperty('hasExpired');
  });

  it('ends the page at once when the user has signed out in another tab', async () => {
    await openPage();
    keepExpiredWhile(() => true);
    localStorage.setItem('signed-out', '1');
    await auth.signOut();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
  });
});

describe('a sign-out', () => {
  const noted = (): string | null => localStorage.getItem('signed-out');

  it('in another tab makes the page treat a 401 as a sign-out, not as an ended session', async () => {
    await openPage();
    localStorage.setItem('signed-out', '1');
    answerSession(refused);
    await restoreSession();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
  });

  it('is known to other tabs while the server ends the session, and taken back if that fails', async () => {
    await openPage();
    const before: (string | null)[] = [];
    api.answer({
      'DELETE /api/session': () => {
        before.push(noted());
        return away;
      },
    });
    await expect(endSession()).rejects.toMatchObject({ failure: { status: 503 } });
    expect([before, noted()]).toEqual([['1'], null]);
    expect(getSession()).toMatchObject({ status: 'user' });
  });

  it('from a deleted account needs no answer of the server', async () => {
    await openPage();
    api.answer({ 'DELETE /api/session': away });
    await leaveDeletedAccount();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
    expect([sdk.currentUser, noted()]).toEqual([null, '1']);
  });
});

describe('changing the password', () => {
  it.each(['reauthenticate', 'update'])('fails with %s', async (step) => {
    await openPage();
    sdk.failing.add(step);
    await expect(changePassword('old', 'new')).rejects.toBeInstanceOf(SignInCancelled);
  });

  it('reports PasswordChangedOnly when only the new sign-in fails', async () => {
    await openPage();
    sdk.failing.add('sign-in');
    await expect(changePassword('old', 'new')).rejects.toBeInstanceOf(PasswordChangedOnly);
  });

  it('goes on while it waits for the code of the new sign-in, although calls are refused', async () => {
    await openPage();
    let enterCode = (): void => undefined;
    sdk.code = new Promise((resolve) => (enterCode = resolve));
    const changing = changePassword('old', 'new');
    await settle();
    answerSession({ status: 401, body: { reason: 'revoked-session', message: 'No.' } });
    await checkSession();
    await settle();
    expect(getSession()).toMatchObject({ status: 'user' });
    answerSession(opened);
    const before = openings();
    enterCode();
    await changing;
    expect(openings()).toBe(before + 1);
    expect(getSession()).toMatchObject({ status: 'user' });
  });

  it('follows a sign-out in another tab while it waits for the code', async () => {
    await openPage();
    let enterCode = (): void => undefined;
    sdk.code = new Promise((resolve) => (enterCode = resolve));
    const changing = changePassword('old', 'new').catch(() => undefined);
    await settle();
    localStorage.setItem('signed-out', '1');
    answerSession({ status: 401, body: { reason: 'revoked-session', message: 'No.' } });
    await restoreSession(true);
    await settle();
    expect(getSession()).toEqual({ status: 'visitor', hasLeft: true });
    enterCode();
    await changing;
  });

  it('succeeds although the server cannot open the session', async () => {
    await openPage();
    answerSession(away);
    const changing = changePassword('old', 'new');
    await settle(2_000);
    await changing;
    expect(getSession()).toMatchObject({ status: 'user' });
  });
});
