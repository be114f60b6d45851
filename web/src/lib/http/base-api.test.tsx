import { jest } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { expectedAccountHeader } from '@tandem/proto/browser/headers';
import { installFakeApi } from '../../../test/fake-api.js';
import { createStore as createStoreOf } from '../../app/store.js';
import { sharesApi } from '../../features/dashboard/api.js';
import { setIdentityLoader, setSession, type Identity } from '../account/session.js';
import { userApi } from '../account/user-api.js';
import { texts } from '../texts/texts.js';
import { baseApi } from './base-api.js';

const createStore = () =>
  configureStore({
    reducer: { api: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

const user = { uid: 'a', email: null, displayName: null, photoURL: null };

const ask = (uid: string) => createStore().dispatch(userApi.endpoints.getUser.initiate(uid));

describe('store queries', () => {
  it('do not retry a refusal or treat a 401 specially [8.4, 8.5, 9.45]', async () => {
    const api = installFakeApi({ 'GET /api/user': { status: 401, body: { message: 'No.' } } });
    const { error } = await ask('a');
    expect(error).toMatchObject({ status: 401, message: '401: No.' });
    expect(window.location.pathname).toBe('/');
    expect(api.requests).toHaveLength(1);
  });

  it('send credentials and the uid, and are cached per uid [7.7, 9.42, 9.43, 9.44]', async () => {
    const api = installFakeApi({ 'GET /api/user': { body: { subscriptionStatus: 'free' } } });
    const store = createStore();
    await store.dispatch(userApi.endpoints.getUser.initiate('a'));
    await store.dispatch(userApi.endpoints.getUser.initiate('a'));
    await store.dispatch(userApi.endpoints.getUser.initiate('b'));
    expect(api.requests.map(({ query }) => query.get('userId'))).toEqual(['a', 'b']);
  });

  it('keep responses that no screen uses [9.44]', async () => {
    jest.useFakeTimers();
    try {
      const api = installFakeApi({ 'GET /api/user': { body: { subscriptionStatus: 'free' } } });
      const store = createStore();
      const shown = store.dispatch(userApi.endpoints.getUser.initiate('a'));
      await shown;
      shown.unsubscribe();
      await jest.advanceTimersByTimeAsync(24 * 3_600_000);
      await store.dispatch(userApi.endpoints.getUser.initiate('a'));
      expect(api.requests).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('return null for an empty response and a string for plain text', async () => {
    const api = installFakeApi({ 'GET /api/user': { status: 200 } });
    expect((await ask('a')).data).toBeNull();
    api.answer({ 'GET /api/user': { body: 'fine' } });
    expect((await ask('a')).data).toBe('fine');
  });

  it("use the endpoint's own message when a bearer call has no token", async () => {
    installFakeApi();
    setIdentityLoader(() => Promise.reject(new Error('signed out')));
    const { adminApi } = await import('../../features/admin/api.js');
    const { error } = await createStore().dispatch(
      adminApi.endpoints.listUsers.initiate(undefined),
    );
    expect(error).toMatchObject({ message: 'Failed to fetch users' });
  });
});

describe('an answer that breaks off', () => {
  const broken = (): Response =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"shareId":"'));
          controller.error(new TypeError('terminated'));
        },
      }),
    );

  /** Every answer breaks off, or the first one only. */
  const breakAnswers = (isAlways: boolean) => {
    const api = installFakeApi({
      'POST /api/file-shares': { status: 201, body: { shareId: 's' } },
    });
    const whole = globalThis.fetch;
    globalThis.fetch = async (...call) => {
      const answer = await whole(...call);
      return isAlways || api.requests.length === 1 ? broken() : answer;
    };
    return api;
  };

  it('fails like a call without an answer', async () => {
    breakAnswers(true);
    const { error } = await ask('a');
    expect(error).toMatchObject({ status: 0, message: texts.networkError });
  });

  it('of a write with an idempotency key is asked for again', async () => {
    jest.useFakeTimers();
    try {
      const api = breakAnswers(false);
      const body = { filename: 'a', fileSize: '1 KB' };
      const call = sharesApi.endpoints.createShare.initiate({ idempotencyKey: 'key', body });
      const creating = createStore().dispatch(call);
      await jest.advanceTimersByTimeAsync(500);
      expect((await creating).data).toMatchObject({ shareId: 's' });
      expect(api.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
        'key',
        'key',
      ]);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a call refused because the session has ended', () => {
  it('checks the session, once for several calls; without a cookie only if a user is signed in', async () => {
    jest.useFakeTimers();
    try {
      await jest.advanceTimersByTimeAsync(60_000);
      const restoreSession = jest.fn(() => Promise.resolve());
      setIdentityLoader(() => Promise.resolve({ restoreSession } as unknown as Identity));
      const refuse = async (reason: string) => {
        const refusal = { status: 401, body: { reason, message: 'Ended.' } };
        installFakeApi({ 'GET /api/user': refusal });
        await Promise.all([ask('a'), ask('b')]);
        await jest.advanceTimersByTimeAsync(10_000);
      };
      await refuse('revoked-session');
      expect(restoreSession).toHaveBeenCalledTimes(1);
      await refuse('expired-session');
      expect(restoreSession).toHaveBeenCalledTimes(2);
      for (const reason of ['not-signed-in', 'expired-token']) await refuse(reason);
      expect(restoreSession).toHaveBeenCalledTimes(2);
      setSession({ status: 'user', user });
      for (const reason of ['not-signed-in', 'expired-token']) await refuse(reason);
      expect(restoreSession).toHaveBeenCalledTimes(4);
    } finally {
      setSession({ status: 'visitor' });
      jest.useRealTimers();
    }
  });
});

describe('a call while another account signs in', () => {
  const other = { ...user, uid: 'b' };
  const create = () => {
    const body = { filename: 'a', fileSize: '1 KB' };
    const call = sharesApi.endpoints.createShare.initiate({ idempotencyKey: 'key', body });
    return createStoreOf('a').dispatch(call);
  };
  const named = (api: ReturnType<typeof installFakeApi>) =>
    api.to('POST /api/file-shares').map(({ headers }) => headers.get(expectedAccountHeader));
  afterEach(() => setSession({ status: 'visitor' }));

  it('names the account of its store, and so do its repetitions', async () => {
    jest.useFakeTimers();
    try {
      setSession({ status: 'user', user });
      const api = installFakeApi({ 'POST /api/file-shares': { status: 503, body: {} } });
      const creating = create();
      await jest.advanceTimersByTimeAsync(0);
      setSession({ status: 'user', user: other });
      await jest.advanceTimersByTimeAsync(2_000);
      await creating;
      await jest.runAllTimersAsync();
      const late = create();
      await jest.advanceTimersByTimeAsync(2_000);
      await late;
      expect(named(api)).toEqual(['a', 'a', 'a', 'a', 'a', 'a']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is not repeated after the refusal; the page follows the other account, once for several calls', async () => {
    jest.useFakeTimers();
    try {
      await jest.advanceTimersByTimeAsync(600_000);
      setSession({ status: 'user', user });
      const followAccount = jest.fn(() => Promise.resolve());
      const restoreSession = jest.fn(() => Promise.resolve());
      setIdentityLoader(() =>
        Promise.resolve({ followAccount, restoreSession } as unknown as Identity),
      );
      const message = 'This browser is now signed in to another account.';
      const refusal = { status: 409, body: { reason: 'other-account', message } };
      const api = installFakeApi({ 'POST /api/file-shares': refusal, 'GET /api/user': refusal });
      const [{ error }] = await Promise.all([create(), ask('a')]);
      await jest.advanceTimersByTimeAsync(0);
      expect(error).toMatchObject({ status: 409, message: `409: ${message}` });
      expect(api.requests).toHaveLength(2);
      expect(followAccount).toHaveBeenCalledTimes(1);
      expect(restoreSession).not.toHaveBeenCalled();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('an answer that is kept for its ETag', () => {
  const keptApi = baseApi.injectEndpoints({
    endpoints: (build) => ({
      kept: build.query<unknown, string>({
        query: (search) => ({ url: '/kept', params: { search }, usesEtag: true }),
        transformResponse: (data: unknown, meta) => ({ data, total: meta?.total }),
      }),
    }),
  });
  const load = (search: string) =>
    createStore().dispatch(keptApi.endpoints.kept.initiate(search, { forceRefetch: true }));
  const full = { body: ['row'], headers: { etag: '"1"', 'x-total-count': '7' } };

  it('is used again, with its total, when the server answers 304', async () => {
    setSession({ status: 'user', user });
    const api = installFakeApi({ 'GET /api/kept': full });
    await load('x');
    api.answer({ 'GET /api/kept': { status: 304 } });
    expect((await load('x')).data).toEqual({ data: ['row'], total: 7 });
    expect(api.requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"']);
  });

  it('is not sent for another query, and is forgotten when the user signs out', async () => {
    setSession({ status: 'user', user });
    const api = installFakeApi({ 'GET /api/kept': full });
    await load('y');
    await load('z');
    setSession({ status: 'visitor' });
    await load('y');
    expect(api.requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is replaced by a new one, and the oldest of more than ten is forgotten', async () => {
    setSession({ status: 'user', user });
    const api = installFakeApi({ 'GET /api/kept': full });
    for (let index = 0; index < 11; index += 1) await load(`q${String(index)}`);
    api.answer({ 'GET /api/kept': { body: ['new'], headers: { etag: '"2"' } } });
    expect((await load('q10')).data).toMatchObject({ data: ['new'] });
    await load('q10');
    await load('q0');
    const sent = api.requests.slice(-3).map(({ headers }) => headers.get('if-none-match'));
    expect(sent).toEqual(['"1"', '"2"', null]);
  });
});
