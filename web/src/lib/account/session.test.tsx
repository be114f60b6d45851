import type { User } from '@firebase/auth';
import { jest } from '@jest/globals';
import { installFakeApi } from '../../../test/fake-api.js';
import { fakeIdentity } from '../../../test/fake-identity.js';
import { noteServerTime } from '../http/server-time.js';
import { clearSessionCookie, syncSessionCookie } from './session-cookie.js';
import { setSession } from './session.js';

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

describe('the session hint for the server of /', () => {
  afterEach(() => setSession({ status: 'visitor' }));

  it('is set while a user is signed in and contains nothing else', () => {
    const someone = { uid: 'u1', email: 'ada@example.com', displayName: 'Ada', photoURL: null };
    setSession({ status: 'user', user: someone });
    expect(document.cookie).toBe('signed-in=1');
    setSession({ status: 'visitor' });
    expect(document.cookie).toBe('');
  });
});

describe('token sync', () => {
  beforeEach(() => setSecure(true));

  it.each([
    [298_000, 'Bearer held'],
    [302_000, 'Bearer fresh'],
  ])('sends a token %d ms old as %p [7.43, 7.44, 9.34]', async (ageMs, authorization) => {
    const api = installFakeApi({ 'POST /api/session': { body: {} } });
    await syncSessionCookie(user(ageMs));
    const [opened] = api.to('POST /api/session');
    expect(opened?.headers.get('authorization')).toBe(authorization);
  });

  it('sends nothing outside a secure context [7.46]', async () => {
    setSecure(false);
    const api = installFakeApi({ 'POST /api/session': { body: {} } });
    await syncSessionCookie(user(0));
    await clearSessionCookie(user(0));
    expect(api.requests).toHaveLength(0);
  });

  it('measures the age of a token by the clock of the server', async () => {
    const minute = 60_000;
    const ahead = { date: new Date(Date.now() + 10 * minute).toUTCString() };
    noteServerTime(new Headers(ahead), Date.now());
    try {
      const api = installFakeApi({ 'POST /api/session': { body: {} } });
      await syncSessionCookie(user(minute));
      const [opened] = api.to('POST /api/session');
      expect(opened?.headers.get('authorization')).toBe('Bearer fresh');
    } finally {
      noteServerTime(new Headers({ date: new Date().toUTCString() }), Date.now());
    }
  });

  it('fails without a server', async () => {
    installFakeApi().disconnect();
    await expect(syncSessionCookie(user(0))).rejects.toMatchObject({ failure: { status: 0 } });
  });

  it.each([
    ['with a token held for a minute', user(60_000), 'Bearer held'],
    ['with a fresh one in place of an old one', user(6 * 60_000), 'Bearer fresh'],
    ['without a token when signed out', null, null],
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

describe('a sign-in that the server has ended', () => {
  beforeEach(() => setSecure(true));

  it.each([
    ['revoked-session', 'ended'],
    ['expired-session', 'expired'],
    ['account-disabled', 'ended'],
  ])('is reported: %s', async (reason, answer) => {
    installFakeApi({ 'POST /api/session': { status: 401, body: { reason, message: 'No.' } } });
    expect(await syncSessionCookie(user(0))).toBe(answer);
  });

  it.each([
    [503, 'service-unavailable'],
    [401, 'stale-token'],
    [429, 'too-many-requests'],
  ])('is not a failure with status %d and reason %s', async (status, reason) => {
    installFakeApi({ 'POST /api/session': { status, body: { reason, message: 'No.' } } });
    await expect(syncSessionCookie(user(0))).rejects.toMatchObject({ failure: { status } });
  });
});

describe('signing out', () => {
  beforeEach(() => setSecure(true));

  it.each([429, 403, 503])('fails when the server answers %d', async (status) => {
    installFakeApi({ 'DELETE /api/session': { status, body: { message: 'Try again.' } } });
    await expect(clearSessionCookie(null)).rejects.toMatchObject({
      message: `${status}: Try again.`,
    });
  });

  it('succeeds when the server knows no session', async () => {
    installFakeApi({ 'DELETE /api/session': { status: 401, body: { message: 'No.' } } });
    await clearSessionCookie(null);
  });
});

describe('the session at start', () => {
  const deleteCookie = (): void => {
    document.cookie = 'signed-in=; Path=/; Max-Age=0';
  };
  afterEach(() => {
    deleteCookie();
    localStorage.clear();
  });

  const start = async (hint: string | null, restore: () => Promise<void>) => {
    jest.resetModules();
    if (hint !== null) document.cookie = `signed-in=${hint}; Path=/`;
    const session = await import('./session.js');
    const restoreSession = jest.fn(restore);
    const currentIdToken = () => Promise.reject(new Error('signed out'));
    session.setIdentityLoader(() =>
      Promise.resolve(fakeIdentity({ restoreSession, currentIdToken })),
    );
    const starting = session.startSession();
    return { session, restoreSession, starting };
  };

  it('is a visitor without loading the identity SDK in a browser without a session hint', async () => {
    const { session, restoreSession } = await start(null, () => Promise.resolve());
    expect(session.getSession()).toEqual({ status: 'visitor' });
    expect(restoreSession).not.toHaveBeenCalled();
  });

  it('is loading until the SDK has restored it [4.68]', async () => {
    const { session, restoreSession, starting } = await start('1', () => Promise.resolve());
    expect(session.getSession()).toEqual({ status: 'loading' });
    await starting;
    await session.startSession();
    expect(restoreSession).toHaveBeenCalledTimes(1);
  });

  describe('while the server or the provider is away', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => {
      jest.useRealTimers();
      jest.restoreAllMocks();
    });
    const away = () => Promise.reject(new Error('away'));
    const user = { uid: 'u', email: null, displayName: null, photoURL: null };

    it('is tried three times before the page says so; keeps the hint', async () => {
      const { session, restoreSession, starting } = await start('1', away);
      await jest.advanceTimersByTimeAsync(1_999);
      expect(session.getSession()).toEqual({ status: 'loading' });
      await jest.advanceTimersByTimeAsync(1);
      await starting;
      expect(restoreSession).toHaveBeenCalledTimes(3);
      expect(session.getSession()).toEqual({ status: 'unreachable' });
      expect(document.cookie).toBe('signed-in=1');
    });

    it('is restored once they answer again', async () => {
      let attempts = 0;
      const { restoreSession, starting } = await start('1', () =>
        (attempts += 1) < 2 ? away() : Promise.resolve(),
      );
      await jest.advanceTimersByTimeAsync(500);
      await starting;
      expect(restoreSession).toHaveBeenCalledTimes(2);
    });

    it('is tried more and more rarely, until they answer', async () => {
      let isAway = true;
      const { session, restoreSession, starting } = await start('1', () => {
        if (isAway) return away();
        session.setSession({ status: 'user', user });
        return Promise.resolve();
      });
      await jest.advanceTimersByTimeAsync(2_000);
      await starting;
      await jest.advanceTimersByTimeAsync(60_000);
      expect(restoreSession).toHaveBeenCalledTimes(3 + 6);
      isAway = false;
      await jest.advanceTimersByTimeAsync(15_000);
      expect(session.getSession()).toMatchObject({ status: 'user' });
      await jest.advanceTimersByTimeAsync(60_000);
      expect(restoreSession).toHaveBeenCalledTimes(3 + 7);
    });

    it('is tried once without a network, and again when it is back', async () => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      const { session, restoreSession, starting } = await start('1', away);
      await starting;
      expect(session.getSession()).toEqual({ status: 'unreachable' });
      window.dispatchEvent(new Event('online'));
      await jest.advanceTimersByTimeAsync(0);
      expect(restoreSession).toHaveBeenCalledTimes(2);
    });
  });

  it('is restored after a sign-in where the local storage is full', async () => {
    const someone = { uid: 'u', email: null, displayName: null, photoURL: null };
    const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const before = await start(null, () => Promise.resolve());
    before.session.setSession({ status: 'user', user: someone });
    const { session, restoreSession, starting } = await start(null, () => Promise.resolve());
    await starting;
    write.mockRestore();
    expect(restoreSession).toHaveBeenCalledTimes(1);
    session.setSession({ status: 'visitor' });
  });

  it.each([
    ['the cookie', deleteCookie],
    ['the local storage', () => localStorage.clear()],
  ])('is restored where the browser has deleted %s', async (_what, remove) => {
    const someone = { uid: 'u', email: null, displayName: null, photoURL: null };
    const before = await start(null, () => Promise.resolve());
    before.session.setSession({ status: 'user', user: someone });
    remove();
    const { restoreSession, starting } = await start(null, () => Promise.resolve());
    await starting;
    expect(restoreSession).toHaveBeenCalledTimes(1);
  });

  it('sets the hint at sign-in and clears it at logout', async () => {
    const { session } = await start(null, () => Promise.resolve());
    const someone = { uid: 'u', email: null, displayName: null, photoURL: null };
    const hints = () => [document.cookie, localStorage.getItem('signed-in')];
    session.setSession({ status: 'user', user: someone });
    expect(hints()).toEqual(['signed-in=1', '1']);
    session.setSession({ status: 'visitor' });
    expect(hints()).toEqual(['', null]);
  });
});
