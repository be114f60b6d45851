/** The identity SDK itself, against the calls of Identity Platform. */

import { deleteApp, initializeApp, type FirebaseApp } from '@firebase/app';
import {
  connectAuthEmulator,
  inMemoryPersistence,
  initializeAuth,
  signInWithEmailAndPassword,
  type Auth,
} from '@firebase/auth';
import { SignInCancelled, type CodeReason } from './code-question.js';
import {
  createPendingFactor,
  readSecondFactor,
  removeFactors,
  withSecondFactor,
} from './second-factor.js';
import { startIdentityToolkit, type IdentityToolkit } from './test/identity-toolkit.js';
import { codeAt } from './test/totp.js';

let provider: IdentityToolkit;
let app: FirebaseApp;
let auth: Auth;

beforeEach(async () => {
  provider = await startIdentityToolkit();
  app = initializeApp({ apiKey: 'key', projectId: 'demo' });
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, provider.origin, { disableWarnings: true });
});

afterEach(async () => {
  await auth.signOut();
  await deleteApp(app);
  await provider.close();
});

/** Answers the questions about codes in order. */
const signIn = async (answers: readonly (string | null)[] = [], password?: string) => {
  const reasons: CodeReason[] = [];
  const waiting = [...answers];
  const ask = (reason: CodeReason): Promise<string | null> => {
    reasons.push(reason);
    return Promise.resolve(waiting.shift() ?? null);
  };
  const { email, password: right } = provider.account;
  const { user } = await withSecondFactor(
    auth,
    () => signInWithEmailAndPassword(auth, email, password ?? right),
    ask,
  );
  return { user, reasons };
};

/** Six digits that the app does not show. */
const wrongCode = (): string => (provider.code() === '000000' ? '000001' : '000000');

const enrol = async (): Promise<void> => {
  const { user } = await signIn();
  const pending = await createPendingFactor(user, 'Tandem');
  await pending.confirm(provider.code());
};

describe('an account without a second factor', () => {
  it('signs in with the password alone', async () => {
    const { user, reasons } = await signIn();
    expect(reasons).toEqual([]);
    expect(readSecondFactor(user)).toBeNull();
  });

  it('gets one when a code shows that the app has the secret', async () => {
    const { user } = await signIn();
    const pending = await createPendingFactor(user, 'Tandem');
    const uri = new URL(pending.uri);
    expect(decodeURIComponent(uri.href)).toContain('otpauth://totp/Tandem:ada@example.com');
    expect(uri.searchParams.get('secret')).toBe(pending.secret);
    expect(codeAt(pending.secret, Date.now())).toBe(provider.code());
    await expect(pending.confirm(wrongCode())).rejects.toMatchObject({
      code: 'auth/invalid-verification-code',
    });
    expect(readSecondFactor(user)).toBeNull();
    await pending.confirm(provider.code());
    expect(readSecondFactor(user)).toEqual({ enrolledAt: new Date('2026-11-20T10:00:00Z') });
  });
});

describe('an account with a second factor', () => {
  beforeEach(enrol);

  it('does not sign in without the code', async () => {
    await auth.signOut();
    await expect(signIn([null])).rejects.toBeInstanceOf(SignInCancelled);
    expect(auth.currentUser).toBeNull();
  });

  it('is asked again after a wrong code, and signs in with the right one', async () => {
    await auth.signOut();
    const { user, reasons } = await signIn([wrongCode(), wrongCode(), provider.code()]);
    expect(reasons).toEqual(['first', 'wrong', 'wrong']);
    expect(user.email).toBe('ada@example.com');
    expect(auth.currentUser).not.toBeNull();
  });

  it('is told why it is asked again when the caller says so', async () => {
    await auth.signOut();
    const reasons: CodeReason[] = [];
    const { email, password } = provider.account;
    await withSecondFactor(
      auth,
      () => signInWithEmailAndPassword(auth, email, password),
      (reason) => {
        reasons.push(reason);
        return Promise.resolve(reasons.length === 1 ? wrongCode() : provider.code());
      },
      'changed',
    );
    expect(reasons).toEqual(['changed', 'wrong']);
  });

  it('is not asked for a code after a wrong password', async () => {
    await expect(signIn([], 'wrong')).rejects.toMatchObject({ code: 'auth/wrong-password' });
  });

  it('removes it after a recent sign-in only', async () => {
    const { user } = await signIn([provider.code()]);
    provider.refuseOldSignIn();
    await expect(removeFactors(user)).rejects.toMatchObject({
      code: 'auth/requires-recent-login',
    });
    expect(readSecondFactor(user)).not.toBeNull();
    await removeFactors(user);
    expect(readSecondFactor(user)).toBeNull();
    await auth.signOut();
    expect((await signIn()).reasons).toEqual([]);
  });
});

describe('the code of an authenticator app', () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('is right %i s after the epoch', (seconds, code) => {
    expect(codeAt('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', seconds * 1_000)).toBe(code);
  });
});
