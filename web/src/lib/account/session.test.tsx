import { jest } from '@jest/globals';
import type { User } from 'firebase/auth';
import { installFakeApi } from '../../../test/fake-api.js';
import { setSession } from './session.js';
import { clearSessionCookie, syncSessionCookie } from './session-cookie.js';

const user = (ageMs: number): User =>
  ({
    getIdTokenResult: () =>
      Promise.resolve({
        token: 'held',
        issuedAtTime: new Date(Date.now() - ageMs).toUTCString(),
      }),
    getIdToken: (isForced: boolean) => Promise.resolve(isForced ? 'fresh' : 'held'),
  }) as unknown as User;

const setSecure = (isSecure: boolean): void => {
  Object.defineProperty(window, 'isSecureContext', { configurable: true, value: isSecure });
};

describe('the hint for whoever serves the front page', () => {
  afterEach(() => setSession({ status: 'visitor' }));

  it('is there while somebody is signed in, and says no more than that', () => {
    const someone = { uid: 'u1', email: 'ada@example.com', displayName: 'Ada', photoURL: null };
    setSession({ status: 'user', user: someone });
    expect(document.cookie).toBe('signed-in=1');
    setSession({ status: 'visitor' });
    expect(document.cookie).toBe('');
  });
});

describe('token-sync (specification, sections 7 and 9)', () => {
  beforeEach(() => setSecure(true));

  it.each([
    [298_000, 'Bearer held'],
    [302_000, 'Bearer fresh'],
  ])('a token %d ms old goes as %p [7.43, 7.44, 9.34]', async (ageMs, authorization) => {
    const api = installFakeApi({ 'POST /api/session': { body: {} } });
    await syncSessionCookie(user(ageMs));
    expect(api.requests[0]?.headers.get('authorization')).toBe(authorization);
  });

  it('sends nothing outside a secure context [7.46]', async () => {
    setSecure(false);
    const api = installFakeApi({ 'POST /api/session': { body: {} } });
    await syncSessionCookie(user(0));
    await clearSessionCookie(user(0));
    expect(api.requests).toHaveLength(0);
  });

  it('survives a server that is away', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    installFakeApi().disconnect();
    await expect(syncSessionCookie(user(0))).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });

  it.each([
    ['with a token held for a minute', user(60_000), 'Bearer held'],
    ['with a fresh one in place of an old one', user(6 * 60_000), 'Bearer fresh'],
    ['of nobody, without a token', null, null],
    [
      'while the identity provider is away, without a token',
      { getIdTokenResult: () => Promise.reject(new Error('away')) } as unknown as User,
      null,
    ],
  ])('clears the cookie %s [7.43]', async (_, whose, authorization) => {
    const api = installFakeApi({ 'DELETE /api/session': { body: { success: true } } });
    await clearSessionCookie(whose);
    const [cleared] = api.to('DELETE /api/session');
    expect(cleared?.headers.get('authorization')).toBe(authorization);
  });
});

describe('the session at start', () => {
  const start = async (hint: string | null, restore: () => Promise<void>) => {
    jest.resetModules();
    localStorage.clear();
    if (hint !== null) localStorage.setItem('signed-in', hint);
    const session = await import('./session.js');
    const restoreSession = jest.fn(restore);
    session.setIdentityLoader(() =>
      Promise.resolve({
        restoreSession,
        currentIdToken: () => Promise.reject(new Error('nobody')),
        endSession: () => Promise.resolve(),
      }),
    );
    const starting = session.startSession();
    return { session, restoreSession, starting };
  };

  it('is a visitor at once, without the identity SDK, on a browser nobody signed in on', async () => {
    const { session, restoreSession } = await start(null, () => Promise.resolve());
    expect(session.getSession()).toEqual({ status: 'visitor' });
    expect(restoreSession).not.toHaveBeenCalled();
  });

  it('is loading until the SDK knows [4.68]', async () => {
    const { session, restoreSession, starting } = await start('1', () => Promise.resolve());
    expect(session.getSession()).toEqual({ status: 'loading' });
    await starting;
    await session.startSession();
    expect(restoreSession).toHaveBeenCalledTimes(1);
  });

  it('is a visitor when the provider cannot be reached, and tries again on the next visit', async () => {
    const { session, starting } = await start('1', () => Promise.reject(new Error('offline')));
    await starting;
    expect(session.getSession()).toEqual({ status: 'visitor' });
    expect(localStorage.getItem('signed-in')).toBe('1');
  });

  it('remembers that somebody signed in, and forgets it at logout', async () => {
    const { session } = await start(null, () => Promise.resolve());
    const someone = { uid: 'u', email: null, displayName: null, photoURL: null };
    session.setSession({ status: 'user', user: someone });
    expect(localStorage.getItem('signed-in')).toBe('1');
    session.setSession({ status: 'visitor' });
    expect(localStorage.getItem('signed-in')).toBeNull();
  });
});
