import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import type { ApiAnswer } from '../../../test/fake-api.js';
import { baseApi } from '../../lib/http/base-api.js';
import { setIdentityLoader } from '../../lib/account/session.js';
import { adminApi } from './api.js';

afterEach(tidyUp);

const createStore = () =>
  configureStore({
    reducer: { api: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

describe('failing admin requests', () => {
  type Ask = (store: ReturnType<typeof createStore>) => Promise<{ error?: unknown }>;
  const { connectionStats, userAnalytics, costInsights, recentTransfers, listUsers } =
    adminApi.endpoints;

  it.each<[string, string, string, Ask]>([
    [
      'stats',
      'Failed to fetch stats',
      '[8.71]',
      (s) => s.dispatch(connectionStats.initiate(undefined)),
    ],
    [
      'user analytics',
      'Failed to fetch user analytics',
      '[8.72]',
      (s) => s.dispatch(userAnalytics.initiate(undefined)),
    ],
    [
      'cost insights',
      'Failed to fetch cost insights',
      '[8.73]',
      (s) => s.dispatch(costInsights.initiate(undefined)),
    ],
    [
      'recent transfers',
      'Failed to fetch recent transfers',
      '[8.74]',
      (s) => s.dispatch(recentTransfers.initiate(undefined)),
    ],
    ['users', 'Failed to fetch users', '[8.75]', (s) => s.dispatch(listUsers.initiate(undefined))],
  ])('%s without a message reads %s %s', async (_name, message, _tag, ask) => {
    const api = startApi();
    setIdentityLoader(() => Promise.reject(new Error('signed out')));
    const { error } = await ask(createStore());
    expect(error).toMatchObject({ message });
    expect(api.requests).toHaveLength(0);
  });

  it('a failed change without a message reads Failed to update subscription [8.78]', async () => {
    startApi().answer({ 'GET /api/admin/users': { body: [person({})] } });
    renderApp('/admin/subscription-management');
    await screen.findByText('Grace Hopper');
    setIdentityLoader(() => Promise.reject(new Error('signed out')));
    await choose('Pro');
    expect(await screen.findByText('Failed to update subscription')).toBeDefined();
    expect(screen.getByText('Error')).toBeDefined();
  });

  it('are not retried [8.76]', async () => {
    const api = startApi();
    api.answer({ 'GET /api/admin/cost-insights': { status: 500, body: 'no' } });
    renderApp('/admin/dashboard');
    expect(await screen.findByText('Error loading dashboard data')).toBeDefined();
    for (const path of ['turn-vs-stun-stats', 'user-analytics', 'cost-insights']) {
      expect(api.to(`GET /api/admin/${path}`)).toHaveLength(1);
    }
  });
});

const person = (part: object) => ({
  id: 'u1',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  isAdmin: false,
  createdAt: new Date(2026, 0, 5).toISOString(),
  subscriptionStatus: 'free',
  sharesUsedThisMonth: 4,
  ...part,
});

const openSelect = async (): Promise<HTMLElement[]> => {
  fireEvent.mouseDown(await screen.findByLabelText('Change status of grace@example.com'));
  await waitFor(() =>
    expect(document.querySelectorAll('.ant-select-item-option').length).toBeGreaterThan(0),
  );
  return [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
};

const choose = async (label: string): Promise<void> => {
  const option = (await openSelect()).find(({ textContent }) => textContent === label);
  if (option === undefined) throw new Error(`no option ${label}`);
  fireEvent.click(option);
};

describe('/admin/subscription-management', () => {
  it('shows Loading users... while loading [2.237]', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<ApiAnswer>((resolve) => {
      answer = () => resolve({ body: [] });
    });
    startApi().answer({
      'GET /api/admin/users': () => answered,
    });
    renderApp('/admin/subscription-management');
    expect(await screen.findByText('Loading users...')).toBeDefined();
    answer();
    expect(await screen.findByText('No users found')).toBeDefined();
  });

  it.each([
    ['free', 'Free'],
    ['active', 'Pro'],
    ['proforever', 'Pro Forever'],
  ])(
    'shows %s as a badge %s, and no Admin badge for others [2.232, 2.233, 2.234]',
    async (status, label) => {
      startApi().answer({
        'GET /api/admin/users': { body: [person({ subscriptionStatus: status })] },
      });
      renderApp('/admin/subscription-management');
      const row = within(await screen.findByRole('row', { name: /Grace Hopper/ }));
      expect(row.getAllByText(label).some(({ dataset }) => dataset['badge'] !== undefined)).toBe(
        true,
      );
      expect(row.queryByText('Admin')).toBeNull();
    },
  );

  it('offers the three values [2.235]', async () => {
    startApi().answer({ 'GET /api/admin/users': { body: [person({})] } });
    renderApp('/admin/subscription-management');
    const options = await openSelect();
    expect(options.map(({ textContent }) => textContent)).toEqual(['Free', 'Pro', 'Pro Forever']);
  });
});

describe('/admin/dashboard', () => {
  it('shows the four cards, with relayed transfers in percent [2.209, 2.210, 2.216, 2.217, 2.218, 2.219]', async () => {
    startApi().answer({
      'GET /api/admin/cost-insights': {
        body: {
          totalTransfers: 8,
          totalBytesTransferred: 2048,
          turnTransfers: 3,
          turnBytes: 1024,
          turnPercentage: 37.5,
          stunTransfers: 1,
          stunBytes: 512,
          stunPercentage: 12.5,
          estimatedTurnCost: 0.01,
          costNotes: ['A relay costs money.'],
        },
      },
    });
    renderApp('/admin/dashboard');
    const cardOf = async (label: string) =>
      (await screen.findByText(label)).parentElement?.textContent ?? '';
    await screen.findByText('A relay costs money.');
    expect(await cardOf('Total Users')).toContain('Total Users');
    expect(await cardOf('Total Transfers')).toContain('8');
    expect(await cardOf('TURN Usage')).toContain('37.5%');
    expect(await cardOf('Estimated TURN Cost')).toContain('$0.01');
    const costs = within(screen.getByRole('region', { name: 'Cost Insights' }));
    const stun = costs.getByText('STUN').closest('tr')?.textContent;
    const turn = costs.getByText('TURN').closest('tr')?.textContent;
    expect(stun).toMatch(/12\.5%.*1.*512 Bytes/);
    expect(turn).toMatch(/37\.5%.*3.*1\.00 KB/);
  });
});
