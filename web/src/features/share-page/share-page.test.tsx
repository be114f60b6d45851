import { act, cleanup, screen } from '@testing-library/react';
import { translatableTexts } from '../../../test/dom/translatable.js';
import { getToasts } from '../../components/toast/index.js';
import { setSession, type SessionState } from '../../lib/account/session.js';
import { openedShare, type Answer } from './test/fake-server.js';
import {
  access,
  giveDetails,
  givePassword,
  lastToast,
  open,
  settle,
  startDownload,
  withFreshPage,
} from './test/opened-page.js';

withFreshPage();

const eve = { uid: 'u', email: 'eve@example.org', displayName: 'Eve', photoURL: null };

describe('step 1: password', () => {
  it('hides the password and shows it on request [2.133, 5.4]', async () => {
    const { user } = open();
    expect(screen.getByRole('heading', { name: 'Password Protected File' })).toBeTruthy();
    const field = screen.getByLabelText('Password');
    expect(field).toHaveProperty('type', 'password');
    expect(field).toHaveProperty('required', true);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveProperty('type', 'text');
    // On a right-to-left page as well, where a sign at the end would move to the other one.
    expect(field).toHaveProperty('dir', 'ltr');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveProperty('type', 'password');
  });

  it('refuses a password that is too long for the server, in its own words and without a request', async () => {
    const page = open();
    await page.user.click(screen.getByLabelText('Password'));
    await page.user.paste('x'.repeat(257));
    await page.user.click(screen.getByRole('button', { name: 'Access File' }));
    expect(lastToast()).toEqual([
      'Access Denied',
      'Invalid password or expired link.',
      'destructive',
    ]);
    expect(page.asked.some(({ route }) => route === access)).toBe(false);
  });

  it('rejects white space without a request [5.1]', async () => {
    const page = open();
    await givePassword(page, '   ');
    expect(lastToast()).toEqual([
      'Password Required',
      'Please enter the password to access this file.',
      'destructive',
    ]);
    expect(page.asked.some(({ route }) => route === access)).toBe(false);
  });

  it('closes the message about the last password when another is submitted', async () => {
    const page = open();
    await givePassword(page, '   ');
    expect(lastToast()[0]).toBe('Password Required');
    await givePassword(page);
    await screen.findByRole('heading', { name: 'Download Information Required' });
    expect(getToasts()).toEqual([]);
  });

  it('sends the password in the body only and shows Verifying... [2.134, 2.135]', async () => {
    const page = open();
    await page.user.type(screen.getByLabelText('Password'), ' secret ');
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    const answer = globalThis.fetch;
    Object.assign(globalThis, {
      fetch: async (url: string, init: RequestInit) => {
        if (url.includes('access')) await released;
        return answer(url, init);
      },
    });
    await page.user.click(screen.getByRole('button', { name: 'Access File' }));
    expect(screen.getByRole('button', { name: 'Verifying...' })).toHaveProperty('disabled', true);
    release();
    await settle();
    await screen.findByRole('heading', { name: 'Download Information Required' });
    const asked = page.asked.find(({ route }) => route === access);
    expect(asked?.body).toEqual({ password: 'secret' });
    expect(page.asked.every(({ route }) => !route.includes('secret'))).toBe(true);
  });

  it.each<[string, Answer | 'offline', string, string]>([
    [
      "the server's message",
      { status: 403, body: { message: 'This share was stopped.' } },
      'Access Denied',
      'This share was stopped.',
    ],
    [
      'the fallback when the response has no message',
      { status: 502, body: '<html>Bad gateway</html>' },
      'Access Denied',
      'Invalid password or expired link.',
    ],
    [
      'the fallback when the message is for programmers',
      {
        status: 400,
        body: { message: 'Invalid path at id: Invalid string', reason: 'invalid-path' },
      },
      'Access Denied',
      'Invalid password or expired link.',
    ],
    [
      'the network error when the server is unreachable',
      'offline',
      'Connection Error',
      'Network error: Unable to connect to server. Please check your internet connection.',
    ],
  ])('shows %s when access is refused [8.3, 8.27, 8.28]', async (_, answer, title, message) => {
    const page = open({ [access]: answer });
    await givePassword(page);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(lastToast()).toEqual([title, message, 'destructive']);
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: 'Access File' })).toHaveProperty('disabled', false);
  });

  it.each([
    ['is missing', ''],
    ['is too long', 'x'.repeat(257)],
    ['is refused', 'wrong'],
  ])('selects a password that %s, to be typed again', async (_, password) => {
    const page = open({ [access]: { status: 403 } });
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    if (password !== '') await page.user.type(field, password);
    await page.user.click(screen.getByRole('button', { name: 'Access File' }));
    await settle();
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, password.length]);
  });
});

describe('the owner', () => {
  it('sends their own share without typing its password [6.16]', async () => {
    setSession({ status: 'user', user: eve });
    const page = open({ [access]: { body: { ...openedShare, isOwner: true } } });
    expect(await screen.findByRole('button', { name: 'Select File' })).toBeTruthy();
    expect(page.asked.map(({ route, body }) => [route, body])).toEqual([
      [access, { password: '' }],
    ]);
  });

  it('learns while the page waits for the session and the server that the share opens by itself', async () => {
    setSession({ status: 'user', user: eve });
    setSession({ status: 'loading' });
    open({ [access]: { body: { ...openedShare, isOwner: true } } });
    const answer = globalThis.fetch;
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    Object.assign(globalThis, {
      fetch: (...call: Parameters<typeof fetch>) => released.then(() => answer(...call)),
    });
    const note = /^You are signed in\. If this is your share/;
    expect(screen.getByText(note)).toBeTruthy();
    act(() => setSession({ status: 'user', user: eve }));
    await settle();
    expect(screen.getByText(note)).toBeTruthy();
    release();
    expect(await screen.findByRole('button', { name: 'Select File' })).toBeTruthy();
    expect(screen.queryByText(note)).toBeNull();
  });

  it.each<[string, SessionState]>([
    ['a visitor', { status: 'visitor' }],
    ['another user', { status: 'user', user: eve }],
  ])('is not expected in %s', async (_who, session) => {
    setSession(session);
    open({ [access]: { status: 400, body: { reason: 'password-required' } } });
    await settle();
    expect(screen.queryByText(/^You are signed in/)).toBeNull();
  });

  it('has a tab that is named after sending', async () => {
    open();
    expect(document.title).toBe('Receive a file – Tandem');
    cleanup();
    setSession({ status: 'user', user: eve });
    open({ [access]: { body: { ...openedShare, isOwner: true } } });
    await screen.findByRole('heading', { name: 'Send this file' });
    expect(document.title).toBe('Send a file – Tandem');
  });

  it('of a share that has ended is led to the dashboard, where it can be restarted', async () => {
    setSession({ status: 'user', user: eve });
    const body = { message: 'This share was stopped or has expired.', reason: 'share-ended' };
    open({ [access]: { status: 409, body } });
    const link = await screen.findByRole('link', { name: 'Go to Dashboard' });
    expect(link.getAttribute('href')).toBe('/');
    expect(screen.getByRole('heading', { name: 'Send this file' })).toBeTruthy();
    expect(screen.getByText(/^This share was stopped.*dashboard/)).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('is not taken for another user, who is asked for the password without an error', async () => {
    setSession({ status: 'user', user: eve });
    const page = open({ [access]: { status: 400, body: { reason: 'password-required' } } });
    await settle();
    expect(page.asked).toHaveLength(1);
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('false');
    expect(lastToast()).toEqual([undefined, undefined, undefined]);
  });
});

describe('step 2: name and email', () => {
  it.each([
    [
      '',
      'ada@example.org',
      'Information Required',
      'Please enter both your name and email address.',
    ],
    ['Ada', '', 'Information Required', 'Please enter both your name and email address.'],
    [
      '  ',
      'ada@example.org',
      'Information Required',
      'Please enter both your name and email address.',
    ],
    ['Ada', '  ', 'Information Required', 'Please enter both your name and email address.'],
    ['Ada', 'ada.example.org', 'Invalid Email', 'Please enter a valid email address.'],
  ])(
    'rejects the name "%s" and the email "%s": %s [2.136, 2.137, 2.138, 5.2, 5.3, 5.4]',
    async (name, email, title, description) => {
      const page = open();
      await givePassword(page);
      const nameField = await screen.findByLabelText('Full Name');
      if (name !== '') await page.user.type(nameField, name);
      if (email !== '') await page.user.type(screen.getByLabelText('Email Address'), email);
      await page.user.click(screen.getByRole('button', { name: 'Continue to Download' }));
      expect(lastToast()).toEqual([title, description, 'destructive']);
      expect(screen.getByText(description)).toBeTruthy();
      expect(nameField).toHaveProperty('required', true);
      expect(screen.getByLabelText('Email Address')).toHaveProperty('required', true);
      // Only the faulty field is marked and focused.
      const fields = [nameField, screen.getByLabelText('Email Address')];
      const faulty = fields.filter((field) => field.getAttribute('aria-invalid') === 'true');
      expect(faulty).toEqual([
        title === 'Information Required' && name.trim() === '' ? fields[0] : fields[1],
      ]);
      expect(document.activeElement).toBe(faulty[0]);
    },
  );

  it('reads to a screen reader who sees the name, although the focus skips that text', async () => {
    const page = open();
    await givePassword(page);
    const field = await screen.findByLabelText('Full Name');
    expect(document.activeElement).toBe(field);
    const description = (): string =>
      document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    expect(description()).toMatch(/^The sender sees who received the file\./);
    await page.user.click(screen.getByRole('button', { name: 'Continue to Download' }));
    expect(description()).toBe('Please enter both your name and email address.');
  });

  it('shows the file, with Unknown for an empty type [3.14]', async () => {
    const page = open({ [access]: { body: { ...openedShare, fileType: '' } } });
    await givePassword(page);
    expect(await screen.findByText('holiday film.mp4')).toBeTruthy();
    expect(screen.getByText('64.00 MB')).toBeTruthy();
    expect(screen.getByText('Unknown')).toBeTruthy();
  });

  it.each<[string, string, SessionState]>([
    ['a visitor', '[1.3, 2.138, 2.139, 6.3, 6.17]', { status: 'visitor' }],
    ['a signed-in user who is not the owner', '[6.17]', { status: 'user', user: eve }],
  ])('leads %s to the download %s', async (_who, _numbers, session) => {
    setSession(session);
    const page = open();
    await givePassword(page);
    await giveDetails(page);
    expect(await screen.findByRole('button', { name: 'Download File' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Select File' })).toBeNull();
  });

  const kept = () => Object.values<string>(sessionStorage as unknown as Record<string, string>);

  it('is filled in after a reload of the tab, and without the password', async () => {
    const before = open();
    await givePassword(before);
    await giveDetails(before);
    before.view.unmount();
    expect(kept().join()).toContain('Ada Byron');
    expect(kept().join()).not.toContain('secret');
    const page = open();
    await givePassword(page);
    expect(await screen.findByLabelText('Full Name')).toHaveProperty('value', 'Ada Byron');
    expect(screen.getByLabelText('Email Address')).toHaveProperty('value', 'ada@example.org');
    await page.user.click(screen.getByRole('button', { name: 'Continue to Download' }));
    expect(await screen.findByRole('button', { name: 'Download File' })).toBeDefined();
  });

  it('is not kept for a signed-in user', async () => {
    const page = open();
    act(() => setSession({ status: 'user', user: eve }));
    await givePassword(page);
    await page.user.click(await screen.findByRole('button', { name: 'Continue to Download' }));
    await screen.findByRole('button', { name: 'Download File' });
    expect(kept().join()).not.toContain('eve@example.org');
  });

  it('is forgotten when the session of a user ends', async () => {
    const page = open();
    await givePassword(page);
    await giveDetails(page);
    expect(kept().join()).toContain('ada@example.org');
    act(() => setSession({ status: 'user', user: eve }));
    await settle();
    act(() => setSession({ status: 'visitor' }));
    expect(kept().join()).not.toContain('ada@example.org');
  });

  it('is prefilled for a signed-in user [6.8, 8.43]', async () => {
    const page = open();
    // After the page has started a session of its own.
    act(() => setSession({ status: 'user', user: eve }));
    await givePassword(page);
    expect(await screen.findByLabelText('Full Name')).toHaveProperty('value', 'Eve');
    expect(screen.getByLabelText('Email Address')).toHaveProperty('value', 'eve@example.org');
    await page.user.click(screen.getByRole('button', { name: 'Continue to Download' }));
    expect(lastToast()[0]).toBe('Information Received');
  });
});

it.each(['holiday film.mp4', 'Grace Hopper'])(
  'keeps %s from the translator of the recipient',
  async (name) => {
    const page = open({ [access]: { body: { ...openedShare, senderName: 'Grace Hopper' } } });
    await startDownload(page);
    expect(document.querySelector('[data-line]')?.textContent).toContain('Grace Hopper');
    expect(document.body.textContent).toContain(name);
    expect(translatableTexts(name)).toEqual([]);
  },
);
