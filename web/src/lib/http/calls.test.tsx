/**
 * On https, where the socket has to be encrypted too.
 * @jest-environment-options {"url": "https://tandem.example/"}
 */
import { configureStore } from '@reduxjs/toolkit';
import type { User } from 'firebase/auth';
import { exportAuditLogs } from '../../features/audit/export-csv.js';
import { openShare, recordDownload } from '../../features/share-page/session/share-api.js';
import { sharesApi } from '../../features/dashboard/api.js';
import { baseApi } from './base-api.js';
import { loadConfig, readConfig } from './config.js';
import { loadIceServers } from './ice-servers.js';
import { clearSessionCookie, syncSessionCookie } from '../account/session-cookie.js';
import { sendTransferReport } from './transfer-report.js';
import type { TransferReport } from '../../transfer/api.js';

const seen: Request[] = [];

beforeEach(() => {
  seen.length = 0;
  globalThis.fetch = (input, init) => {
    seen.push(new Request(input, init));
    return Promise.resolve(Response.json({}));
  };
});

const createStore = () =>
  configureStore({
    reducer: { api: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

const user = {
  getIdTokenResult: () =>
    Promise.resolve({ token: 'held', issuedAtTime: new Date().toUTCString() }),
  getIdToken: () => Promise.resolve('fresh'),
} as unknown as User;

describe('calls (specification, section 7)', () => {
  it('all send credentials, and every body is JSON [7.1, 7.45]', async () => {
    const store = createStore();
    const { listShares, stopShare } = sharesApi.endpoints;
    await store.dispatch(listShares.initiate('u'));
    await store.dispatch(stopShare.initiate({ shareId: 'abc', idToken: 'id' }));
    await openShare('abc', 'secret');
    await recordDownload('abc', 'secret', { name: 'Ada', email: 'a@b.c' });
    await sendTransferReport({ shareId: 'abc' } as TransferReport);
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    await syncSessionCookie(user);
    URL.createObjectURL = () => 'blob:x';
    HTMLAnchorElement.prototype.click = () => undefined;
    await exportAuditLogs('u');
    const paths = new Set(seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`));
    // A stopped share is followed by reading the list again.
    expect(paths.size).toBe(7);
    for (const request of seen) {
      expect(request.credentials).toBe('include');
      expect(new URL(request.url).origin).toBe('https://tandem.example');
      const text = await request.text();
      if (text === '') continue;
      expect(request.headers.get('content-type')).toContain('application/json');
      expect(typeof JSON.parse(text)).toBe('object');
    }
  });

  // Observability: "one request visible as one trace from the browser call".
  it('each begins a trace of its own', async () => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    const { listShares, stopShare } = sharesApi.endpoints;
    const store = createStore();
    await store.dispatch(listShares.initiate('u'));
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
    // A header of the call itself is still there.
    const report = seen.find(({ url }) => url.endsWith('/transfer-analytics'));
    expect(report?.headers.get('content-type')).toContain('application/json');
  });

  it('a list is a GET of its path, and its JSON is the data [7.40]', async () => {
    globalThis.fetch = (input, init) => {
      seen.push(new Request(input, init));
      return Promise.resolve(Response.json([{ shareId: 'abc' }]));
    };
    const { data } = await createStore().dispatch(sharesApi.endpoints.listShares.initiate('u 1'));
    expect(data).toEqual([{ shareId: 'abc' }]);
    const [request] = seen;
    expect(request?.method).toBe('GET');
    const { pathname, searchParams } = new URL(request?.url ?? '');
    expect([pathname, searchParams.get('userId')]).toEqual(['/api/file-shares', 'u 1']);
  });

  it('the socket is at /ws, with wss on https [7.36]', () => {
    expect(readConfig({ firebase: { apiKey: 'key' } }).signallingUrl).toBe(
      'wss://tandem.example/ws',
    );
  });
});
