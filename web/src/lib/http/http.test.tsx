/**
 * On https, where the socket must be encrypted as well.
 * @jest-environment-options {"url": "https://tandem.example/"}
 */

import type { User } from '@firebase/auth';
import { configureStore } from '@reduxjs/toolkit';
import { expectedAccountHeader } from '@tandem/proto/browser/headers';
import { installFakeApi, type ApiAnswer } from '../../../test/fake-api.js';
import { exportAuditLogs } from '../../features/audit/export-csv.js';
import { sharesApi } from '../../features/dashboard/api.js';
import {
  openShare,
  recordDownload,
  renewGrant,
} from '../../features/share-page/session/share-api.js';
import type { TransferReport } from '../../transfer/api.js';
import { clearSessionCookie, syncSessionCookie } from '../account/session-cookie.js';
import { setSession } from '../account/session.js';
import { userApi } from '../account/user-api.js';
import { texts } from '../texts/texts.js';
import { sendDeliveryReport } from '../transfer-api/delivery-report.js';
import { loadIceServers } from '../transfer-api/ice-servers.js';
import { sendTransferReport } from '../transfer-api/transfer-report.js';
import { baseApi } from './base-api.js';
import { loadConfig, readConfig } from './config.js';
import { ApiError, callApi, describeAnswer, messageOf, type ApiFailure } from './http.js';

const createStore = () =>
  configureStore({
    reducer: { api: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

const failureOfQuery = async (): Promise<unknown> => {
  const { error } = await createStore().dispatch(userApi.endpoints.getUser.initiate('u'));
  return error;
};

const failureOfSharePage = async (): Promise<unknown> => {
  try {
    return await openShare('abc', 'secret');
  } catch (error) {
    return error instanceof ApiError ? error.failure : error;
  }
};

const routes = ['GET /api/user', 'POST /api/shares/abc/access'];
const html = { 'content-type': 'text/html; charset=utf-8' };
const answerAll = (answer: ApiAnswer) =>
  installFakeApi(Object.fromEntries(routes.map((route) => [route, answer])));

describe.each([
  ['a query of the store', failureOfQuery],
  ['a call of the share page', failureOfSharePage],
])('the failure of %s', (_caller, failureOf) => {
  it.each<[string, ApiAnswer, Partial<ApiFailure>]>([
    [
      'a problem document',
      { status: 403, body: { reason: 'quota', message: 'Monthly share limit reached' } },
      {
        status: 403,
        message: '403: Monthly share limit reached',
        body: 'Monthly share limit reached',
        reason: 'quota',
        isFromServer: true,
      },
    ],
    [
      "a proxy's page",
      { status: 502, body: '<html>Bad gateway</html>' },
      { status: 502, message: '502: <html>Bad gateway</html>', isFromServer: false },
    ],
    [
      'the sign-in page of a network',
      { body: '<h1>Welcome</h1>', headers: html },
      { status: 0, message: texts.answeredByNetwork, isFromServer: false },
    ],
    [
      'the page of a network that requires a sign-in',
      { status: 511, body: '<h1>Welcome</h1>', headers: html },
      { status: 0, message: texts.answeredByNetwork, isFromServer: false },
    ],
    [
      "a firewall's page, which no later attempt changes",
      { status: 403, body: '<h1>Blocked</h1>', headers: html },
      { status: 403, message: '403: <h1>Blocked</h1>', isFromServer: false },
    ],
    [
      'an empty message',
      { status: 401, body: { message: '' } },
      { status: 401, message: '401: {"message":""}', isFromServer: false },
    ],
  ])('reads %s [8.1]', async (_what, answer, failure) => {
    const api = answerAll(answer);
    expect(await failureOf()).toMatchObject(failure);
    expect(api.requests).toHaveLength(1);
  });

  it('reads the network error without a response, and is not retried [8.3, 8.5]', async () => {
    let calls = 0;
    globalThis.fetch = () => {
      calls += 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    expect(await failureOf()).toMatchObject({
      status: 0,
      message: texts.networkError,
      isFromServer: false,
    });
    expect(calls).toBe(1);
  });
});

describe('the share page', () => {
  it.each<[string, ApiAnswer]>([
    ['text', { body: 'Welcome', headers: { 'content-type': 'text/plain' } }],
    ['XHTML', { body: '<html/>', headers: { 'content-type': 'application/xhtml+xml' } }],
    ['a body without a type', { body: '<h1>Welcome</h1>', headers: { 'content-type': '' } }],
    ['no body', {}],
    ['JSON without a grant', { body: { status: 'login required' } }],
  ])('takes %s for no access to a share, and for no new grant', async (_what, answer) => {
    const failure = { status: 0, message: texts.answeredByNetwork, isFromServer: false };
    installFakeApi({ 'POST /api/shares/abc/access': answer, 'POST /api/shares/abc/grant': answer });
    await expect(openShare('abc', 'secret')).rejects.toMatchObject({ failure });
    await expect(renewGrant('abc', 'g')).rejects.toMatchObject({ failure });
  });
});

describe('the description of an error response', () => {
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
    expect(describeAnswer(status, statusText, body).message).toBe(message);
  });

  it.each([
    [{ message: 'a' }, 'a'],
    [{ message: '' }, 'fallback'],
    ['text', 'fallback'],
    [null, 'fallback'],
  ])('the message of %j is %p', (error, expected) => {
    expect(messageOf(error, 'fallback')).toBe(expected);
  });
});

const user = {
  getIdTokenResult: () =>
    Promise.resolve({ token: 'held', issuedAtTime: new Date().toUTCString() }),
  getIdToken: () => Promise.resolve('fresh'),
} as unknown as User;

describe('calls', () => {
  const seen: Request[] = [];

  beforeEach(() => {
    seen.length = 0;
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      seen.push(request);
      const isList = new URL(request.url).pathname === '/api/file-shares';
      return Promise.resolve(Response.json(isList ? [] : { grant: 'g' }));
    };
  });

  it('carry parameters, JSON, an authorization and the cookie', async () => {
    const params = { userId: 'a b', limit: 5 };
    await callApi('/things', { method: 'PUT', params, body: { a: 1 }, authorization: 'Grant g' });
    const [request] = seen;
    expect([request?.method, new URL(request?.url ?? '').search]).toEqual([
      'PUT',
      '?userId=a+b&limit=5',
    ]);
    expect(request?.headers.get('authorization')).toBe('Grant g');
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(await request?.json()).toEqual({ a: 1 });
    expect(request?.credentials).toBe('include');
  });

  it('all send credentials, and every body is JSON [7.1, 7.45]', async () => {
    const store = createStore();
    const { listShares, stopShare } = sharesApi.endpoints;
    await store.dispatch(listShares.initiate({ uid: 'u' }));
    await store.dispatch(stopShare.initiate({ shareId: 'abc', idToken: 'id' }));
    await openShare('abc', 'secret');
    await recordDownload('abc', { password: 'secret' }, { name: 'Ada', email: 'a@b.c' });
    await sendTransferReport({ shareId: 'abc' } as TransferReport);
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    await syncSessionCookie(user);
    URL.createObjectURL = () => 'blob:x';
    HTMLAnchorElement.prototype.click = () => undefined;
    await exportAuditLogs('u');
    await renewGrant('abc', 'g');
    await loadIceServers({ grant: 'g' });
    await expect(loadConfig()).rejects.toThrow();
    await clearSessionCookie(user);
    const paths = new Set(seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`));
    expect(paths.size).toBe(11);
    for (const request of seen) {
      expect(request.credentials).toBe('include');
      expect(new URL(request.url).origin).toBe('https://tandem.example');
      const text = await request.text();
      if (text === '') continue;
      expect(request.headers.get('content-type')).toContain('application/json');
      expect(() => JSON.parse(text) as unknown).not.toThrow();
      expect(text).toMatch(/^\{/);
    }
  });

  it('all name the account of the page', async () => {
    const own = { uid: 'u', email: null, displayName: null, photoURL: null };
    setSession({ status: 'user', user: own });
    try {
      const store = createStore();
      const { createShare, deleteShare, listShares } = sharesApi.endpoints;
      await store.dispatch(listShares.initiate({ uid: 'u' }));
      const body = { filename: 'a', fileSize: '1 KB' };
      await store.dispatch(createShare.initiate({ idempotencyKey: 'key', body }));
      await store.dispatch(deleteShare.initiate('abc'));
      await openShare('abc', 'secret');
      await sendTransferReport({ shareId: 'abc' } as TransferReport);
      await sendDeliveryReport('abc', { deliveryId: 'd', outcome: 'failed', bytes: 0 });
      URL.createObjectURL = () => 'blob:x';
      HTMLAnchorElement.prototype.click = () => undefined;
      await exportAuditLogs('u');
      await loadIceServers({ shareId: 'abc' });
    } finally {
      setSession({ status: 'visitor' });
    }
    const calls = new Set(seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`));
    expect(calls.size).toBe(9);
    for (const { headers } of seen) expect(headers.get(expectedAccountHeader)).toBe('u');
  });

  it('with a grant name none: another sign-in does not end a download', async () => {
    const own = { uid: 'u', email: null, displayName: null, photoURL: null };
    setSession({ status: 'user', user: own });
    try {
      await renewGrant('abc', 'g');
      await loadIceServers({ grant: 'g' });
    } finally {
      setSession({ status: 'visitor' });
    }
    const authorized = seen.filter(({ url }) => !url.endsWith('/config'));
    expect(authorized.map(({ headers }) => headers.get(expectedAccountHeader))).toEqual([
      null,
      null,
    ]);
  });

  it('of a visitor, and of a page that is not signed in yet, name none', async () => {
    for (const status of ['loading', 'visitor'] as const) {
      setSession({ status });
      await openShare('abc', 'secret');
    }
    expect(seen.map(({ headers }) => headers.get(expectedAccountHeader))).toEqual([null, null]);
  });

  it('each start their own trace', async () => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    const { listShares, stopShare } = sharesApi.endpoints;
    const store = createStore();
    await store.dispatch(listShares.initiate({ uid: 'u' }));
    await store.dispatch(stopShare.initiate({ shareId: 'abc', idToken: 'id' }));
    await openShare('abc', 'secret');
    await openShare('abc', 'secret');
    await sendTransferReport({ shareId: 'abc' } as TransferReport);
    await syncSessionCookie(user);
    await clearSessionCookie(user);
    await exportAuditLogs('u');
    await loadIceServers({ grant: 'g' });
    await expect(loadConfig()).rejects.toThrow();
    const calls = new Set(seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`));
    expect(calls.size).toBe(9);
    const sent = seen.map(({ headers }) => headers.get('traceparent') ?? 'none');
    for (const value of sent) expect(value).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(new Set(sent).size).toBe(seen.length);
    // Next to the call's other headers.
    const report = seen.find(({ url }) => url.endsWith('/transfer-analytics'));
    expect(report?.headers.get('content-type')).toContain('application/json');
  });

  it('fetch a list and return its JSON [7.40]', async () => {
    globalThis.fetch = (input, init) => {
      seen.push(new Request(input, init));
      return Promise.resolve(Response.json([{ shareId: 'abc' }]));
    };
    const { data } = await createStore().dispatch(
      sharesApi.endpoints.listShares.initiate({ uid: 'u 1' }),
    );
    expect(data?.shares).toEqual([{ shareId: 'abc' }]);
    const [request] = seen;
    expect(request?.method).toBe('GET');
    const { pathname, searchParams } = new URL(request?.url ?? '');
    expect([pathname, searchParams.get('userId')]).toEqual(['/api/file-shares', 'u 1']);
  });

  it('name the socket /ws, with wss on https [7.36]', () => {
    expect(readConfig({ firebase: { apiKey: 'key' } }).signallingUrl).toBe(
      'wss://tandem.example/ws',
    );
  });
});
