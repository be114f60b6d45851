import { act, screen, waitFor } from '@testing-library/react';
import {
  isPageTitle,
  proRecord,
  renderApp,
  someUser,
  startApi,
  tidyUp,
} from '../../../test/render-app.js';
import { setSession } from '../../lib/account/session.js';
import { setBrand, defaultBrand } from '../../lib/texts/brand.js';

afterEach(() => {
  tidyUp();
  setBrand(defaultBrand);
});

const where = (): string => screen.getByTestId('where').textContent;

/** The heading of the page, once its code has loaded. */
const findTitle = async (): Promise<string> =>
  (await screen.findByRole('heading', { level: 1, name: isPageTitle })).textContent.trim();

describe('routes of visitors', () => {
  it.each([
    ['/', '[2.15, 6.1]'],
    ['/landing', '[2.2, 6.1]'],
    ['/no/such/page', '[2.15, 6.4]'],
  ])('%s shows the landing page %s', async (path) => {
    startApi();
    renderApp(path, null);
    expect(await findTitle()).toBe('From your screen to theirs. Nowhere in between.');
    expect(screen.getByRole('link', { name: /Go to Dashboard/ })).toBeDefined();
    expect(where()).toBe(path);
  });

  it.each([
    '/audit-logs',
    '/settings',
    '/help',
    '/admin/dashboard',
    '/admin/subscription-management',
    '/admin/log',
  ])('%s leads to the login, and back after the sign-in [6.4]', async (path) => {
    startApi().answer({ 'GET /api/user': { body: proRecord } });
    renderApp(path, null);
    expect(await findTitle()).toBe('Welcome back');
    expect(where()).toBe(`/login?next=${encodeURIComponent(path)}`);
    act(() => setSession({ status: 'user', user: someUser() }));
    await waitFor(() => expect(where()).toBe(path));
  });

  it.each(['/', '/settings', '/subscribe'])(
    '%s waits for the server while a session cannot be restored',
    async (path) => {
      startApi().answer({ 'GET /api/user': { body: proRecord } });
      renderApp(path, null, {}, { status: 'unreachable' });
      expect(await findTitle()).toBe('The server cannot be reached');
      expect(where()).toBe(path);
      act(() => setSession({ status: 'user', user: someUser() }));
      await waitFor(() =>
        expect(screen.queryByRole('heading', { name: 'The server cannot be reached' })).toBeNull(),
      );
      expect(where()).toBe(path);
    },
  );

  it.each(['/audit-logs', '/settings', '/subscribe'])(
    'a sign-out on %s, here or in another tab, leads home',
    async (path) => {
      startApi().answer({ 'GET /api/user': { body: proRecord } });
      renderApp(path);
      await findTitle();
      act(() => setSession({ status: 'visitor' }));
      await waitFor(() => expect(where()).toBe('/'));
      expect(await findTitle()).toBe('From your screen to theirs. Nowhere in between.');
    },
  );

  it('a session that the server has ended leads to the login, and back', async () => {
    startApi().answer({ 'GET /api/user': { body: proRecord } });
    renderApp('/settings');
    await findTitle();
    act(() => setSession({ status: 'visitor', wasEnded: true }));
    await waitFor(() => expect(where()).toBe('/login?next=%2Fsettings'));
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/no/such/page', ''])(
    'the login leads home, not to %p',
    async (next) => {
      startApi();
      renderApp(`/login?next=${encodeURIComponent(next)}`);
      await waitFor(() => expect(where()).toBe('/'));
    },
  );

  it.each([
    ['/terms', 'Terms of Service', '[2.4, 2.73, 6.1]'],
    ['/privacy', 'Privacy Policy', '[2.5, 2.74, 6.1]'],
    ['/tandem-vs-wetransfer', 'Tandem vs WeTransfer', '[2.6, 6.1]'],
    ['/wetransfer-alternative', 'A WeTransfer alternative with no upload', '[2.7, 6.1]'],
    ['/dropbox-alternative', 'You wanted to send a file, not rent storage', '[2.8, 6.1]'],
    ['/file-too-big-for-gmail', 'File too big for Gmail? Email a link instead', '[2.9, 6.1]'],
    ['/send-large-files', 'Send large files at your full upload speed', '[2.10, 6.1]'],
    ['/send-10gb-file', 'Send a 10 GB file for free', '[2.11, 6.1]'],
    ['/p2p-file-transfer', 'Peer-to-peer file transfer, explained', '[2.12, 6.1]'],
    [
      '/hipaa-compliant-file-sharing',
      'File sharing under HIPAA: what a tool can do, and what it cannot',
      '[2.13, 6.1]',
    ],
    ['/send-video-files', 'Send the video, not a smaller version of it', '[2.14, 6.1]'],
  ])('%s shows the page %p %s', async (path, title) => {
    startApi();
    renderApp(path, null);
    expect(await findTitle()).toBe(title);
    const [way] = screen.getAllByRole('link', { name: 'Go to Dashboard' });
    expect(way?.getAttribute('href')).toBe('/login');
  });

  it('takes the slug of the comparison page from the brand [2.6]', async () => {
    startApi();
    setBrand({ ...defaultBrand, name: 'Duet', slug: 'duet' });
    renderApp('/duet-vs-wetransfer', null);
    expect(await findTitle()).toBe('Duet vs WeTransfer');
  });

  it('/share/{id} asks for the password [1.4, 2.3, 6.3]', async () => {
    startApi();
    renderApp('/share/abc', null);
    expect(await screen.findByRole('heading', { name: 'Password Protected File' })).toBeDefined();
  });

  it('sets title and description of a public page while it is open [2.51]', async () => {
    startApi();
    const tag = document.head.appendChild(document.createElement('meta'));
    tag.setAttribute('name', 'description');
    tag.setAttribute('content', 'before');
    document.title = 'before';
    const view = renderApp('/send-10gb-file', null);
    await findTitle();
    expect(document.title).toBe('Send a 10 GB file for free, browser to browser | Tandem');
    expect(tag.content).toMatch(/^A 10 GB file is too large for email/);
    view.unmount();
    expect([document.title, tag.content]).toEqual(['before', 'before']);
    tag.remove();
  });

  it('/admin leads visitors to the login, and then to the admin dashboard', async () => {
    startApi();
    renderApp('/admin', null);
    expect(await findTitle()).toBe('Welcome back');
    expect(where()).toBe(`/login?next=${encodeURIComponent('/admin/dashboard')}`);
  });

  it('/upgrade redirects to /subscribe [2.29]', async () => {
    startApi();
    renderApp('/upgrade', null);
    await waitFor(() => expect(where()).toBe('/subscribe'));
  });
});

describe('routes of users', () => {
  it('/admin redirects to /admin/dashboard', async () => {
    startApi();
    renderApp('/admin');
    expect(await findTitle()).toBe('Admin Dashboard');
    expect(where()).toBe('/admin/dashboard');
  });

  it.each([
    ['/', 'Welcome, Ada Lovelace', '[2.16]'],
    ['/subscribe', 'Unlimited sharing', '[2.17]'],
    ['/audit-logs', 'Audit Logs', '[2.18]'],
    ['/settings', 'Settings', '[2.19]'],
    ['/admin/dashboard', 'Admin Dashboard', '[2.20, 6.18]'],
    ['/admin/subscription-management', 'Subscription Management', '[2.21, 6.18]'],
    ['/no/such/page', 'Page Not Found', '[2.26]'],
  ])('%s shows %p %s', async (path, title) => {
    startApi();
    renderApp(path);
    expect(await findTitle()).toBe(title);
  });

  it.each(['/', '/login'])(
    '%s shows a spinner and Loading... until the session is restored [2.27, 4.68]',
    async (path) => {
      startApi();
      renderApp(path, null);
      await findTitle();
      act(() => setSession({ status: 'loading' }));
      const status = screen.getByText('Loading...').closest('[role=status]');
      expect(status?.querySelector('[aria-hidden=true] > i')).not.toBeNull();
      const title = path === '/' ? /^From your screen/ : 'Welcome back';
      expect(screen.queryByRole('heading', { name: title })).toBeNull();
      act(() => setSession({ status: 'visitor' }));
      expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    },
  );
});
