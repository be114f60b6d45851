import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  freeRecord,
  proRecord,
  renderApp,
  someUser,
  startApi,
  tidyUp,
} from '../../../test/render-app.js';
import { setIdentityLoader } from '../../lib/account/session.js';

afterEach(tidyUp);

const header = async () => {
  const bar = (await screen.findByRole('button', { name: 'Logout' })).closest('header');
  if (bar === null) throw new Error('no header');
  return within(bar);
};

/** Opens / and waits until the record of the user has arrived. */
const openDashboard = async (subscriptionStatus: string, isAdmin = false): Promise<void> => {
  startApi().answer({
    'GET /api/user': { body: { ...freeRecord, subscriptionStatus, isAdmin } },
  });
  renderApp('/');
  await screen.findByText(subscriptionStatus === 'free' ? '3 / 10' : /Unlimited/);
};

describe('header of the dashboard', () => {
  it('has the logo, which links to / [2.75]', async () => {
    startApi();
    renderApp('/settings');
    const logo = (await header()).getByRole('link', { name: 'Tandem' });
    expect(logo.getAttribute('href')).toBe('/');
    expect(logo.querySelector('svg')).not.toBeNull();
    expect(logo.textContent).toBe('Tandem');
  });

  it('has profile picture, display name and Logout [2.76, 2.77, 2.78, 2.83]', async () => {
    startApi();
    const photoURL = 'https://pictures.example/ada.png';
    renderApp('/', someUser({ photoURL, displayName: 'Ada Lovelace.jpg' }));
    const bar = await header();
    expect(document.querySelector(`header img[src="${photoURL}"]`)).not.toBeNull();
    expect(bar.getByText('Ada Lovelace')).toBeDefined();
    expect(bar.getByRole('button', { name: 'Logout' })).toBeDefined();
  });

  it.each([
    ['free', 'Free Plan', '[2.79]'],
    ['active', 'Pro Plan', '[2.80]'],
    ['proforever', 'Pro Plan', '[2.80]'],
  ])('shows plan %s as %s %s', async (plan, badge) => {
    await openDashboard(plan);
    const bar = await header();
    expect(bar.getByText(/ Plan$/).textContent).toBe(badge);
  });

  it.each([
    ['has not answered', () => new Promise<never>(() => undefined)],
    ['cannot be read', () => ({ status: 500 })],
  ])('names no plan and offers no upgrade while the account %s', async (_what, answer) => {
    const api = startApi();
    api.answer({ 'GET /api/user': answer });
    renderApp('/');
    const bar = await header();
    await waitFor(() => expect(api.to('GET /api/user')).not.toEqual([]));
    expect(bar.queryByText(/ Plan$/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upgrade Account' })).toBeNull();
  });

  it.each([
    [null, 'ada@example.com', 'ada@example.com'],
    [null, null, 'User'],
  ])('with name %p and email %p shows %s [2.82]', async (displayName, email, shown) => {
    startApi();
    renderApp('/', someUser({ displayName, email }));
    expect((await header()).getByText(shown)).toBeDefined();
  });

  it('shows an icon without a picture [2.81]', async () => {
    startApi();
    renderApp('/', someUser({ photoURL: null }));
    await header();
    expect(document.querySelector('header img')).toBeNull();
    expect(document.querySelector('header .ant-avatar svg')).not.toBeNull();
  });

  it('shows Logout Error when logging out fails [8.83]', async () => {
    startApi();
    renderApp('/');
    const bar = await header();
    setIdentityLoader(() => Promise.reject(new Error('The provider is unreachable.')));
    await userEvent.click(bar.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logout Error')).toBeDefined();
    expect(screen.getByText('The provider is unreachable.')).toBeDefined();
  });
});

describe('main navigation', () => {
  afterEach(() => localStorage.clear());

  const itemsOf = () => {
    const nav = screen.getByRole('navigation', { name: 'Main navigation' });
    return [...nav.querySelectorAll('li')].map(({ textContent }) => textContent);
  };

  it.each([
    ['a new account', null, ['Dashboard', 'Upgrade Account', 'Audit Logs', 'Settings']],
    ['an account with Pro', 'active', ['Dashboard', 'Audit Logs', 'Settings', 'Help', 'Admin']],
  ])('keeps room for the items of %s, without links', async (_whose, plan, items) => {
    if (plan !== null) {
      await openDashboard(plan, true);
      tidyUp();
    }
    const api = startApi();
    api.answer({ 'GET /api/user': () => new Promise<never>(() => undefined) });
    renderApp('/settings');
    await header();
    await waitFor(() => expect(api.to('GET /api/user')).not.toEqual([]));
    expect(itemsOf()).toEqual(items);
    const nav = within(screen.getByRole('navigation', { name: 'Main navigation' }));
    expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Audit Logs',
      'Settings',
    ]);
  });

  it('has no gaps for items of a plan that cannot be loaded', async () => {
    startApi().answer({ 'GET /api/user': { status: 500 } });
    renderApp('/settings');
    await header();
    await waitFor(() => expect(itemsOf()).toEqual(['Dashboard', 'Audit Logs', 'Settings']));
  });

  it.each([
    ['free', 'Dashboard', '/', '[2.84]'],
    ['free', 'Upgrade Account', '/subscribe', '[2.85]'],
    ['free', 'Audit Logs', '/audit-logs', '[2.86]'],
    ['free', 'Settings', '/settings', '[2.87]'],
    ['active', 'Dashboard', '/', '[2.84]'],
    ['active', 'Audit Logs', '/audit-logs', '[2.86]'],
    ['active', 'Settings', '/settings', '[2.87]'],
    ['active', 'Help', '/help', '[2.88]'],
    ['proforever', 'Help', '/help', '[2.88]'],
  ])('of plan %s links %s to %s %s', async (plan, name, address) => {
    await openDashboard(plan);
    const nav = within(screen.getByRole('navigation', { name: 'Main navigation' }));
    expect(nav.getByRole('link', { name }).getAttribute('href')).toBe(address);
  });

  it.each([
    ['/settings', 'Settings'],
    ['/admin/dashboard', 'Admin'],
    ['/admin/subscription-management', 'Admin'],
    ['/admin/log', 'Admin'],
  ])('marks the item of %s: %s', async (path, name) => {
    startApi().answer({ 'GET /api/user': { body: { ...proRecord, isAdmin: true } } });
    renderApp(path);
    await screen.findByRole('link', { name: 'Admin' });
    const links = within(screen.getByRole('navigation', { name: 'Main navigation' }))
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(links.map(({ textContent }) => textContent)).toEqual([name]);
  });

  it.each([
    ['active', 'Upgrade Account', '[2.85]'],
    ['proforever', 'Upgrade Account', '[2.85]'],
    ['free', 'Help', '[2.88]'],
  ])('of plan %s has no link %s %s', async (plan, name) => {
    await openDashboard(plan);
    const nav = within(screen.getByRole('navigation', { name: 'Main navigation' }));
    expect(nav.queryByRole('link', { name })).toBeNull();
  });

  it.each([
    ['free', false, ['Dashboard', 'Upgrade Account', 'Audit Logs', 'Settings']],
    ['active', false, ['Dashboard', 'Audit Logs', 'Settings', 'Help']],
    ['proforever', false, ['Dashboard', 'Audit Logs', 'Settings', 'Help']],
    ['active', true, ['Dashboard', 'Audit Logs', 'Settings', 'Help', 'Admin']],
  ])(
    'of plan %s (admin: %p) lists %j [4.24, 6.6, 6.7, 6.10, 6.11, 6.18, 6.21]',
    async (plan, isAdmin, labels) => {
      await openDashboard(plan, isAdmin);
      const nav = within(screen.getByRole('navigation', { name: 'Main navigation' }));
      expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(labels);
      const admin = nav.queryByRole('link', { name: 'Admin' });
      expect(admin?.getAttribute('href') ?? null).toBe(isAdmin ? '/admin/dashboard' : null);
    },
  );
});
