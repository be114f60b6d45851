import { act, screen, waitFor } from '@testing-library/react';
import { isPageTitle, renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import { setBrand, defaultBrand } from '../../lib/texts/brand.js';
import { setSession } from '../../lib/account/session.js';

afterEach(() => {
  tidyUp();
  setBrand(defaultBrand);
});

const where = (): string => screen.getByTestId('where').textContent;

describe('routes of visitors', () => {
  it.each(['/', '/landing', '/settings', '/admin/dashboard', '/no/such/page'])(
    '%s shows the landing page [2.2, 2.15, 6.1, 6.4]',
    async (path) => {
      startApi();
      renderApp(path, null);
      expect(await screen.findByRole('link', { name: /Go to Dashboard/ })).toBeDefined();
      expect(where()).toBe(path);
    },
  );

  it.each([
    ['/terms', /Terms of Service/],
    ['/privacy', /Privacy Policy/],
  ])('%s is public [2.4, 2.5, 6.1]', async (path, heading) => {
    startApi();
    renderApp(path, null);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined();
  });

  it.each([
    '/tandem-vs-wetransfer',
    '/wetransfer-alternative',
    '/dropbox-alternative',
    '/file-too-big-for-gmail',
    '/send-large-files',
    '/send-10gb-file',
    '/p2p-file-transfer',
    '/hipaa-compliant-file-sharing',
    '/send-video-files',
  ])(
    '%s is a marketing page [2.6, 2.7, 2.8, 2.9, 2.10, 2.11, 2.12, 2.13, 2.14, 6.1]',
    async (path) => {
      startApi();
      renderApp(path, null);
      const [way] = await screen.findAllByRole('link', { name: 'Go to Dashboard' });
      expect(way?.getAttribute('href')).toBe('/login');
      expect(await screen.findByRole('heading', { level: 1, name: isPageTitle })).toBeTruthy();
    },
  );

  it('takes the slug of the comparison page from the brand [2.6]', async () => {
    startApi();
    setBrand({ ...defaultBrand, name: 'Duet', slug: 'duet' });
    renderApp('/duet-vs-wetransfer', null);
    expect(await screen.findAllByText(/Duet/)).not.toHaveLength(0);
    expect(await screen.findByRole('heading', { level: 1, name: isPageTitle })).toBeDefined();
  });

  it('/share/{id} asks for the password [1.4, 2.3, 6.3]', async () => {
    startApi();
    renderApp('/share/abc', null);
    expect(await screen.findByRole('heading', { name: 'Password Protected File' })).toBeDefined();
  });

  it('/upgrade redirects to /subscribe [2.29]', async () => {
    startApi();
    renderApp('/upgrade', null);
    await waitFor(() => expect(where()).toBe('/subscribe'));
  });
});

describe('routes of users', () => {
  it.each([
    ['/', 'Recent Shares'],
    ['/subscribe', 'Unlimited sharing'],
    ['/audit-logs', 'Audit Logs'],
    ['/settings', 'Settings'],
    ['/admin/dashboard', 'Admin Dashboard'],
    ['/admin/subscription-management', 'Subscription Management'],
    ['/no/such/page', 'Page Not Found'],
  ])(
    '%s shows %s [2.16, 2.17, 2.18, 2.19, 2.20, 2.21, 2.26, 2.107, 6.18]',
    async (path, heading) => {
      startApi();
      renderApp(path);
      expect(await screen.findByRole('heading', { name: heading })).toBeDefined();
    },
  );

  it('shows Loading... until the session is restored [2.27, 4.68]', async () => {
    startApi();
    renderApp('/', null);
    act(() => setSession({ status: 'loading' }));
    expect(screen.getByText('Loading...').closest('[role=status]')).not.toBeNull();
    act(() => setSession({ status: 'visitor' }));
    expect(await screen.findByRole('link', { name: /Go to Dashboard/ })).toBeDefined();
  });
});
