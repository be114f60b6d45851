import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { translatableTexts } from '../../../test/dom/translatable.js';
import type { ApiAnswer } from '../../../test/fake-api.js';
import { renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import { setIdentityLoader } from '../../lib/account/session.js';
import { baseApi } from '../../lib/http/base-api.js';
import { adminApi } from './api.js';
import { dashboardAnswers } from './test/dashboard-answers.js';

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

  it('the page shows that the users could not be fetched [8.75]', async () => {
    startApi().answer({
      'GET /api/admin/users': { status: 500, body: { message: 'Failed to fetch users' } },
    });
    renderApp('/admin/subscription-management');
    expect(await screen.findByText('500: Failed to fetch users')).toBeDefined();
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
    expect(await screen.findAllByText('Error loading dashboard data')).not.toHaveLength(0);
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
  fireEvent.click(await screen.findByRole('button', { name: 'Change plan' }));
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

  it('offers the three values [2.235]', async () => {
    startApi().answer({ 'GET /api/admin/users': { body: [person({})] } });
    renderApp('/admin/subscription-management');
    const options = await openSelect();
    expect(options.map(({ textContent }) => textContent)).toEqual(['Free', 'Pro', 'Pro Forever']);
  });
});

describe('a search of users that fails', () => {
  it('shows no old rows, and tries again', async () => {
    const api = startApi();
    const answerSearch = (found: ApiAnswer | Promise<ApiAnswer>): void =>
      api.answer({
        'GET /api/admin/users': ({ query }) =>
          query.has('search') ? found : { body: [person({})] },
      });
    answerSearch({ status: 503, body: { message: 'Down.' } });
    renderApp('/admin/subscription-management');
    await screen.findByText('Grace Hopper');
    const search = screen.getByLabelText('Search users');
    fireEvent.change(search, { target: { value: 'ada' } });
    expect((await screen.findByRole('alert')).textContent).toContain('503: Down.');
    expect(screen.queryByText('Grace Hopper')).toBeNull();
    expect(screen.queryByText('1–1 of 1 accounts')).toBeNull();
    expect(screen.getByLabelText('Search users')).toBe(search);

    let answerHeld = (_answer: ApiAnswer): void => undefined;
    const held = new Promise<ApiAnswer>((resolve) => (answerHeld = resolve));
    answerSearch(held);
    const calls = api.to('GET /api/admin/users').length;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(api.to('GET /api/admin/users')).toHaveLength(calls + 1));
    expect(screen.queryByText('Grace Hopper')).toBeNull();
    answerHeld({ body: [person({ firstName: 'Ada', lastName: 'Lovelace' })] });
    expect(await screen.findByRole('row', { name: /Ada Lovelace/ })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe.each([false, true])('the admin pages, narrow: %p', (isNarrow) => {
  const matchMedia = window.matchMedia.bind(window);
  beforeEach(() => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: isNarrow });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });

  const users = [
    {
      id: 'u1',
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
      isAdmin: true,
      createdAt: '2026-01-05T00:00:00.000Z',
      subscriptionStatus: 'free',
      sharesUsedThisMonth: 4,
    },
  ];
  const [transfer] = dashboardAnswers['GET /api/admin/recent-transfers'].body;
  const log = [
    {
      id: 'e1',
      at: '2026-01-05T00:00:00.000Z',
      actorId: 'admin-1',
      action: 'users-listed',
      subjectIds: ['u1', 'u2', 'u3', 'u4'],
    },
  ];

  it.each([
    ['dashboard', ['Grace Hopper', 'grace@', 'radia@'], ['Top Users']],
    ['subscription-management', ['Grace Hopper', 'grace@'], ['Admin']],
    ['log', ['admin-1', 'u1, u2, u3'], ['and 1 more']],
  ])('%s keeps %j from the translator, but not %j', async (path, kept, changed) => {
    startApi().answer({
      ...dashboardAnswers,
      'GET /api/admin/recent-transfers': {
        body: [{ ...transfer, userEmail: 'radia@example.com' }],
      },
      'GET /api/admin/users': { body: users },
      'GET /api/admin/log': { body: log },
    });
    renderApp(`/admin/${path}`);
    for (const text of kept) {
      await waitFor(() => expect(document.body.textContent).toContain(text));
      expect(translatableTexts(text)).toEqual([]);
    }
    for (const text of changed) expect(translatableTexts(text)).not.toEqual([]);
  });
});
