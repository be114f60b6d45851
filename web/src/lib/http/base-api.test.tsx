import { jest } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { installFakeApi } from '../../../test/fake-api.js';
import { baseApi, describeFailure, messageOf, networkErrorMessage } from './base-api.js';
import { setIdentityLoader } from '../account/session.js';
import { userApi } from '../account/user-api.js';

const createStore = () =>
  configureStore({
    reducer: { api: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

const ask = (uid: string) => createStore().dispatch(userApi.endpoints.getUser.initiate(uid));

describe('errors of calls (specification, section 8, generic request errors)', () => {
  it.each([
    [404, 'Not Found', 'gone', '404: gone'],
    [404, 'Not Found', '', '404: Not Found'],
    [
      403,
      '',
      '{"reason":"quota","message":"Monthly share limit reached"}',
      '403: Monthly share limit reached',
    ],
    [500, '', '{"no":"sentence"}', '500: {"no":"sentence"}'],
    [502, '', '"text"', '502: "text"'],
  ])('%d %p with body %p reads %p [8.1, 8.2]', (status, statusText, body, message) => {
    expect(describeFailure(status, statusText, body).message).toBe(message);
  });

  it('keeps the stable reason for branching', () => {
    expect(describeFailure(403, '', '{"reason":"quota","message":"No"}').reason).toBe('quota');
  });

  it.each([
    [{ message: 'a' }, 'a'],
    [{ message: '' }, 'fallback'],
    ['text', 'fallback'],
    [null, 'fallback'],
  ])('%j is told as %p', (error, expected) => {
    expect(messageOf(error, 'fallback')).toBe(expected);
  });

  it('a dead network has its own sentence and is not asked twice [8.3, 8.5]', async () => {
    const api = installFakeApi();
    api.disconnect();
    const { error } = await ask('a');
    expect(error).toMatchObject({ status: 'network', message: networkErrorMessage });
  });

  it('a refusal is not retried, and a 401 is nothing special [8.4, 8.5, 9.45]', async () => {
    const api = installFakeApi({ 'GET /api/user': { status: 401, body: { message: 'No.' } } });
    const { error } = await ask('a');
    expect(error).toMatchObject({ status: 401, message: '401: No.' });
    expect(api.requests).toHaveLength(1);
  });

  it('sends credentials and the uid, and is cached per uid [7.7, 9.42, 9.43, 9.44]', async () => {
    const api = installFakeApi({ 'GET /api/user': { body: { subscriptionStatus: 'free' } } });
    const store = createStore();
    await store.dispatch(userApi.endpoints.getUser.initiate('a'));
    await store.dispatch(userApi.endpoints.getUser.initiate('a'));
    await store.dispatch(userApi.endpoints.getUser.initiate('b'));
    expect(api.requests.map(({ query }) => query.get('userId'))).toEqual(['a', 'b']);
  });

  it('keeps an answer that no screen shows any more [9.44]', async () => {
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

  it('an empty answer is an answer, a text is a text', async () => {
    const api = installFakeApi({ 'GET /api/user': { status: 200 } });
    expect((await ask('a')).data).toBeNull();
    api.answer({ 'GET /api/user': { body: 'fine' } });
    expect((await ask('a')).data).toBe('fine');
  });

  it('a bearer call without a token says what its caller says', async () => {
    installFakeApi();
    setIdentityLoader(() => Promise.reject(new Error('nobody')));
    const { adminApi } = await import('../../features/admin/api.js');
    const { error } = await createStore().dispatch(
      adminApi.endpoints.listUsers.initiate(undefined),
    );
    expect(error).toMatchObject({ message: 'Failed to fetch users' });
  });
});
