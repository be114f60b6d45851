import { jest } from '@jest/globals';
import { act, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useAuditLogs } from '../features/audit/api.js';
import { setSession } from '../lib/account/session.js';
import { createStore } from './store.js';
import type { FakeApi } from '../../test/fake-api.js';
import { renderApp, someUser, startApi, tidyUp } from '../../test/render-app.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
});
afterEach(() => {
  tidyUp();
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

const counts = (api: FakeApi, routes: readonly string[]): number[] =>
  routes.map((route) => api.to(route).length);

describe('polling', () => {
  it('polls the shares and the user record every 30 s and at no other time [7.4, 7.6, 9.30, 9.42, 9.43, 9.44]', async () => {
    const api = startApi();
    const routes = ['GET /api/file-shares', 'GET /api/user'];
    const user = someUser();
    renderApp('/', user);
    await screen.findByText('No file shares yet. Upload your first file to get started!');
    expect(counts(api, routes)).toEqual([1, 1]);
    act(() => {
      window.dispatchEvent(new Event('focus'));
      window.dispatchEvent(new Event('online'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await pass(29_000);
    expect(counts(api, routes)).toEqual([1, 1]);
    await pass(1_500);
    expect(counts(api, routes)).toEqual([2, 2]);
    await pass(30_000);
    expect(counts(api, routes)).toEqual([3, 3]);
    for (const route of routes) {
      expect(api.to(route).every(({ query }) => query.get('userId') === user.uid)).toBe(true);
    }
  });

  it('polls the audit log every 30 s [7.25, 9.30]', async () => {
    const api = startApi();
    renderApp('/audit-logs');
    await screen.findByText('No audit logs found matching your criteria.');
    const routes = ['GET /api/audit-logs'];
    expect(counts(api, routes)).toEqual([1]);
    await pass(29_000);
    expect(counts(api, routes)).toEqual([1]);
    await pass(1_500);
    expect(counts(api, routes)).toEqual([2]);
  });

  it.each(['loading', 'visitor'] as const)(
    'requests no audit log in the state %s of the session [7.26]',
    async (status) => {
      const api = startApi();
      setSession({ status });
      const wrapper = ({ children }: { children: ReactNode }) => (
        <Provider store={createStore()}>{children}</Provider>
      );
      renderHook(useAuditLogs, { wrapper });
      await pass(61_000);
      expect(api.requests).toHaveLength(0);
    },
  );

  it('requests no audit log after the user has signed out [7.26]', async () => {
    const api = startApi();
    renderApp('/audit-logs');
    await screen.findByText('No audit logs found matching your criteria.');
    act(() => setSession({ status: 'visitor' }));
    await screen.findByRole('heading', { level: 1, name: /^From your screen/ });
    await pass(61_000);
    expect(counts(api, ['GET /api/audit-logs'])).toEqual([1]);
  });

  it('requests no lists for visitors [7.26]', async () => {
    const api = startApi();
    renderApp('/audit-logs', null);
    await screen.findByRole('heading', { name: 'Welcome back' });
    await pass(61_000);
    expect(counts(api, ['GET /api/audit-logs', 'GET /api/user', 'GET /api/file-shares'])).toEqual([
      0, 0, 0,
    ]);
  });

  it('neither polls nor retries admin requests [8.76]', async () => {
    const api = startApi();
    api.answer({ 'GET /api/admin/users': { status: 500, body: 'no' } });
    renderApp('/admin/subscription-management');
    await screen.findByText('500: no');
    await pass(120_000);
    expect(api.to('GET /api/admin/users')).toHaveLength(1);
  });
});
