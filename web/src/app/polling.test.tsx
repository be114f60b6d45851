import { jest } from '@jest/globals';
import { act, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { look } from '../../test/dom/tab.js';
import type { FakeApi } from '../../test/fake-api.js';
import { installFakeChanges, removeFakeChanges } from '../../test/fake-changes.js';
import { freeRecord, renderApp, someUser, startApi, tidyUp } from '../../test/render-app.js';
import { useAuditLogs } from '../features/audit/api.js';
import { setSession } from '../lib/account/session.js';
import { createStore } from './store.js';

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
        <Provider store={createStore('u')}>{children}</Provider>
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
    await screen.findByText('The server answered with status 500.');
    await pass(120_000);
    expect(api.to('GET /api/admin/users')).toHaveLength(1);
  });
});

describe('with a stream of changes', () => {
  let streams: ReturnType<typeof installFakeChanges>;
  beforeEach(() => {
    streams = installFakeChanges();
  });
  afterEach(() => {
    // The page ends before its session, which would show another page.
    tidyUp();
    removeFakeChanges();
    look('visible');
  });
  const routes = ['GET /api/file-shares', 'GET /api/user'];
  const noShares = 'No file shares yet. Upload your first file to get started!';
  const noEntries = 'No audit logs found matching your criteria.';

  it('an idle dashboard makes no call in an hour after it has caught up', async () => {
    const api = startApi();
    renderApp('/');
    await screen.findByText(noShares);
    streams.beat();
    await pass(100);
    expect(counts(api, routes)).toEqual([2, 2]);
    const before = api.requests.length;
    for (let beats = 0; beats < 180; beats += 1) {
      await pass(20_000);
      streams.beat();
    }
    expect(api.requests.length - before).toBe(0);
  });

  it('loads what a change concerns, and nothing else', async () => {
    const api = startApi();
    renderApp('/');
    await screen.findByText(noShares);
    streams.beat();
    await pass(100);
    streams.change('audit');
    streams.change('admin');
    await pass(100);
    expect(counts(api, [...routes, 'GET /api/audit-logs'])).toEqual([2, 2, 0]);
    streams.change('plan');
    await pass(100);
    expect(counts(api, routes)).toEqual([2, 3]);
    streams.change('shares');
    await pass(100);
    expect(counts(api, routes)).toEqual([3, 4]);
  });

  it('loads the audit log after a new entry', async () => {
    const api = startApi();
    renderApp('/audit-logs');
    await screen.findByText('No audit logs found matching your criteria.');
    streams.beat();
    await pass(100);
    streams.change('audit');
    await pass(100);
    expect(counts(api, ['GET /api/audit-logs'])).toEqual([3]);
  });

  it.each([
    ['shares', '[7.4, 9.30]', '/', noShares, 'GET /api/file-shares', []],
    ['plan', '[7.6, 9.30]', '/', noShares, 'GET /api/user', freeRecord],
    ['audit', '[7.25, 9.30]', '/audit-logs', noEntries, 'GET /api/audit-logs', []],
  ])(
    'polls a list of the kind %s after a failure until a call succeeds %s',
    async (kind, _tags, path, empty, route, body) => {
      const api = startApi();
      renderApp(path);
      await screen.findByText(empty);
      streams.beat();
      await pass(100);
      api.answer({ [route]: { status: 503, body: { message: 'Restarting.' } } });
      streams.change(kind);
      await pass(100);
      const failed = api.to(route).length;
      const passWithBeats = async (seconds: number) => {
        for (let passed = 0; passed < seconds; passed += 10) {
          streams.beat();
          await pass(10_000);
        }
        return api.to(route).length - failed;
      };
      expect(await passWithBeats(20)).toBe(0);
      expect(await passWithBeats(20)).toBe(1);
      api.answer({ [route]: { body } });
      expect(await passWithBeats(30)).toBe(2);
      expect(await passWithBeats(90)).toBe(2);
    },
  );

  it('polls every 30 s while the stream is down [7.4, 7.6, 9.30]', async () => {
    const api = startApi();
    renderApp('/');
    await screen.findByText(noShares);
    streams.beat();
    await pass(100);
    streams.lose();
    await pass(29_000);
    expect(counts(api, routes)).toEqual([2, 2]);
    await pass(1_500);
    expect(counts(api, routes)).toEqual([3, 3]);
    streams.beat();
    await pass(100);
    expect(counts(api, routes)).toEqual([4, 4]);
  });

  it('does not poll in a hidden tab, and loads the lists when it is shown again', async () => {
    const api = startApi();
    renderApp('/');
    await screen.findByText(noShares);
    look('hidden');
    await pass(600_000);
    expect(counts(api, routes)).toEqual([1, 1]);
    look('visible');
    await pass(100);
    expect(counts(api, routes)).toEqual([2, 2]);
  });

  it('does not poll the sessions of the settings in a hidden tab', async () => {
    const api = startApi();
    api.answer({ 'GET /api/sessions': { body: [] } });
    renderApp('/settings');
    await screen.findByRole('region', { name: 'Where you are signed in' });
    await pass(30_500);
    expect(counts(api, ['GET /api/sessions'])).toEqual([2]);
    look('hidden');
    await pass(600_000);
    expect(counts(api, ['GET /api/sessions'])).toEqual([2]);
  });

  it('loads again only the admin figures that leave no entry in the log', async () => {
    const api = startApi();
    const empty = { body: [] };
    const users = { totalUsers: 41, activeUsers7d: 1, subscriptionStats: [] };
    const answerCounts = (totalUsers: number): void =>
      api.answer({ 'GET /api/admin/user-counts': { body: { ...users, totalUsers } } });
    answerCounts(41);
    api.answer({
      'GET /api/admin/turn-vs-stun-stats': empty,
      'GET /api/admin/user-analytics': { body: { ...users, topUsers: [] } },
      'GET /api/admin/cost-insights': { status: 500, body: 'no' },
      'GET /api/admin/recent-transfers': empty,
      'GET /api/admin/transfers-by-day': empty,
    });
    renderApp('/admin/dashboard');
    const admin = [
      'GET /api/admin/turn-vs-stun-stats',
      'GET /api/admin/transfers-by-day',
      'GET /api/admin/recent-transfers',
      'GET /api/admin/user-analytics',
    ];
    while (api.to('GET /api/admin/transfers-by-day').length === 0) await pass(50);
    streams.beat();
    await pass(100);
    expect(counts(api, admin)).toEqual([2, 2, 1, 1]);
    expect(screen.getByText('41')).toBeDefined();
    answerCounts(42);
    streams.change('admin');
    await pass(100);
    expect(counts(api, admin)).toEqual([3, 3, 1, 1]);
    expect(screen.getByText('42')).toBeDefined();
  });

  it('closes the stream when the user signs out', async () => {
    startApi();
    renderApp('/');
    await screen.findByText(noShares);
    streams.beat();
    expect(streams.openNow()).toBe(1);
    act(() => setSession({ status: 'visitor' }));
    await pass(0);
    expect(streams.openNow()).toBe(0);
  });
});
