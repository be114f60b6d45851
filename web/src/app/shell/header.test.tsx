import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { freeRecord, renderApp, someUser, startApi, tidyUp } from '../../../test/render-app.js';
import { setIdentityLoader } from '../../lib/account/session.js';

afterEach(tidyUp);

const header = async () => {
  const bar = (await screen.findByRole('button', { name: 'Logout' })).closest('header');
  if (bar === null) throw new Error('no header');
  return within(bar);
};

describe('header of the dashboard', () => {
  it('has logo, plan badge, profile picture, display name and Logout [2.75, 2.76, 2.77, 2.78, 2.79]', async () => {
    startApi();
    const photoURL = 'https://pictures.example/ada.png';
    renderApp('/', someUser({ photoURL, displayName: 'Ada Lovelace.jpg' }));
    const bar = await header();
    expect(bar.getByRole('link').getAttribute('href')).toBe('/');
    expect(await bar.findByText('Free Plan')).toBeDefined();
    expect(document.querySelector(`header img[src="${photoURL}"]`)).not.toBeNull();
    expect(bar.getByText('Ada Lovelace')).toBeDefined();
    expect(bar.getByRole('button', { name: 'Logout' })).toBeDefined();
  });

  it.each([
    [null, 'ada@example.com', 'ada@example.com'],
    [null, null, 'User'],
  ])('with name %p, email %p and no picture shows an icon and %s [2.81, 2.82]', async (...row) => {
    const [displayName, email, shown] = row;
    startApi();
    renderApp('/', someUser({ displayName, email }));
    const bar = await header();
    expect(bar.getByText(shown)).toBeDefined();
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
  it.each([
    ['free', false, ['Dashboard', 'Upgrade Account', 'Audit Logs', 'Settings']],
    ['active', false, ['Dashboard', 'Audit Logs', 'Settings', 'Help']],
    ['proforever', false, ['Dashboard', 'Audit Logs', 'Settings', 'Help']],
    ['active', true, ['Dashboard', 'Audit Logs', 'Settings', 'Help', 'Admin']],
  ])(
    'of plan %s (admin: %p) lists %j [2.84, 2.85, 2.86, 2.87, 2.88, 4.24, 6.6, 6.7, 6.10, 6.11, 6.18, 6.21]',
    async (subscriptionStatus, isAdmin, labels) => {
      startApi().answer({
        'GET /api/user': { body: { ...freeRecord, subscriptionStatus, isAdmin } },
      });
      renderApp('/settings');
      const nav = within(await screen.findByRole('navigation', { name: 'Main navigation' }));
      await waitFor(() =>
        expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(labels),
      );
      const addresses: Record<string, string> = {
        Dashboard: '/',
        'Upgrade Account': '/subscribe',
        'Audit Logs': '/audit-logs',
        Settings: '/settings',
        Help: '/help',
        Admin: '/admin/dashboard',
      };
      for (const link of nav.getAllByRole('link')) {
        expect(link.getAttribute('href')).toBe(addresses[link.textContent]);
      }
    },
  );
});
