import type { Auth, User } from '@firebase/auth';
import { jest } from '@jest/globals';

const calls: unknown[][] = [];
/** Calls that fail. */
const down = new Set<string>();
const user = {
  uid: 'u',
  getIdToken: (isForced: boolean) => {
    calls.push(['token', isForced]);
    return Promise.resolve('token');
  },
} as unknown as User;
const called =
  (name: string) =>
  (...rest: unknown[]) => {
    calls.push([name, ...rest.slice(1)]);
    if (down.has(name)) return Promise.reject(new Error(`no ${name}`));
    return Promise.resolve({ user });
  };
class GoogleAuthProvider {
  readonly providerId = 'google.com';
}

jest.unstable_mockModule('@firebase/auth', () => ({
  GoogleAuthProvider,
  browserPopupRedirectResolver: 'popup resolver',
  signInWithEmailAndPassword: called('sign-in'),
  createUserWithEmailAndPassword: called('sign-up'),
  signInWithPopup: called('popup'),
  updateProfile: called('profile'),
  sendEmailVerification: called('verification'),
}));
jest.unstable_mockModule('../../lib/account/identity.js', () => ({
  signInWith: async (run: (auth: Auth) => Promise<User>) => {
    await run({} as Auth);
    if (down.has('session')) throw new Error('no session');
  },
}));
jest.unstable_mockModule('../../lib/account/second-factor/second-factor.js', () => ({
  withSecondFactor: (_auth: Auth, signIn: () => Promise<unknown>) => signIn(),
}));
jest.unstable_mockModule('./google/emulator-popup.js', () => ({
  preparePopup: () => Promise.resolve(),
}));
const { AccountCreatedOnly } = await import('./auth-errors.js');
const { signInWithGoogle, signInWithPassword, signUpWithPassword } = await import('./sign-in.js');

/** The settings show whether the address is verified. */
const verification = ['verification', { url: 'http://localhost/settings' }];

beforeEach(() => {
  calls.length = 0;
  down.clear();
});

describe('calls to the identity provider', () => {
  it('sign-in sends the trimmed email and the password as typed [1.8, 1.10, 7.47]', async () => {
    await signInWithPassword(' ada@example.com ', ' secret ');
    expect(calls).toEqual([['sign-in', 'ada@example.com', ' secret ']]);
  });

  it('sign-up sets the display name of the new account [5.13, 7.47]', async () => {
    await signUpWithPassword({
      email: 'ada@example.com',
      password: 'secret1',
      confirmPassword: 'secret1',
      displayName: ' Ada ',
    });
    expect(calls).toEqual([
      ['sign-up', 'ada@example.com', 'secret1'],
      ['profile', { displayName: 'Ada' }],
      ['token', true],
      verification,
    ]);
  });

  it.each([undefined, '  '])('sign-up with the display name %p sets none [5.13]', async (name) => {
    await signUpWithPassword({
      email: 'ada@example.com',
      password: 'secret1',
      confirmPassword: 'secret1',
      ...(name === undefined ? {} : { displayName: name }),
    });
    expect(calls).toEqual([['sign-up', 'ada@example.com', 'secret1'], verification]);
  });

  const grace = {
    email: 'a@b',
    password: 'secret1',
    confirmPassword: 'secret1',
    displayName: 'Grace',
  };

  it.each(['verification', 'profile'])('sign-up succeeds without the %s', async (step) => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    down.add(step);
    await signUpWithPassword(grace);
    expect(calls).toContainEqual(verification);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('sign-up tells an account without a session from none', async () => {
    down.add('session');
    await expect(signUpWithPassword(grace)).rejects.toBeInstanceOf(AccountCreatedOnly);
    down.add('sign-up');
    await expect(signUpWithPassword(grace)).rejects.toMatchObject({ message: 'no sign-up' });
  });

  it('Google sign-in opens a popup [1.9, 1.10, 7.47]', async () => {
    await signInWithGoogle();
    expect(calls).toEqual([['popup', new GoogleAuthProvider(), 'popup resolver']]);
  });
});
