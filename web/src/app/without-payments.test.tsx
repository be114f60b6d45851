/** Where the deployment takes no payments, no page names a price or offers an upgrade. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  config,
  freeRecord,
  proRecord,
  renderApp,
  someUser,
  startApi,
  tidyUp,
} from '../../test/render-app.js';
import { wordsOfPrices } from '../../test/words-of-prices.js';
import { loadConfig } from '../lib/http/config.js';

afterEach(tidyUp);

const email = 'files@clinic.example';

const startWithoutPayments = async (record: object = freeRecord, policy: object = {}) => {
  const api = startApi();
  api.answer({
    'GET /api/config': {
      body: {
        ...config,
        product: { ...config.product, supportEmail: email },
        payments: { provider: 'none', publishableKey: '' },
        policy,
      },
    },
    'GET /api/user': { body: record },
  });
  // As before a sign-in.
  await loadConfig();
  return api;
};

/** Without the address that renderApp writes, and the values of a menu, which it hides. */
const pageText = (): string => {
  const body = document.body.cloneNode(true) as HTMLElement;
  for (const hidden of body.querySelectorAll('[data-testid="where"], [role="listbox"]'))
    hidden.remove();
  return `${document.title} ${body.innerHTML}`;
};
const expectNoPrices = () => expect(wordsOfPrices(pageText())).toEqual([]);
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

describe('without payments', () => {
  it.each([
    ['/', 'Standard', freeRecord],
    ['/', 'Extended', proRecord],
    ['/', 'Long-Term', { ...proRecord, subscriptionStatus: 'proforever' }],
  ])('%s shows the plan %s and no prices', async (path, plan, record) => {
    await startWithoutPayments(record);
    renderApp(path);
    expect(await screen.findByText(plan)).toBeDefined();
    await screen.findByText('Usage This Month');
    expectNoPrices();
  });

  it('the dashboard has no banner, however few shares are left', async () => {
    await startWithoutPayments({ ...freeRecord, sharesUsedThisMonth: 10 });
    renderApp('/');
    expect(await screen.findByText('10 / 10')).toBeDefined();
    expect(screen.queryByRole('button', { name: /upgrade/i })).toBeNull();
    expectNoPrices();
  });

  it('the dashboard of an unlimited plan counts without a limit', async () => {
    const unlimited = { ...freeRecord, monthlyLimit: null };
    await startWithoutPayments(unlimited, { freeSharesPerMonth: null });
    renderApp('/');
    expect(await screen.findByLabelText('3 / Unlimited')).toBeDefined();
  });

  it('the message about a reached limit names the limit and whom to contact', async () => {
    const api = await startWithoutPayments();
    const problem = { status: 403, reason: 'share-limit-reached', message: 'Limit reached.' };
    api.answer({ 'POST /api/file-shares': { status: 403, body: problem } });
    renderApp('/');
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, new File(['hello'], 'hello.txt'));
    await userEvent.click(await screen.findByRole('button', { name: 'Create Share' }));
    const notes = await screen.findAllByText(/reached your monthly limit/);
    for (const note of notes) expect(note.textContent).toContain(email);
    expect(screen.queryByRole('button', { name: /upgrade/i })).toBeNull();
    expectNoPrices();
  });

  it.each([
    [freeRecord, 'Standard', '10 shares per month'],
    [proRecord, 'Extended', 'links valid for up to 30 days'],
    [{ ...proRecord, subscriptionStatus: 'proforever' }, 'Long-Term', 'up to 365 days'],
  ])(
    'the settings of %j state the plan, and whom to ask for another',
    async (record, name, note) => {
      await startWithoutPayments(record);
      renderApp('/settings');
      await heading('Settings');
      const main = screen.getByRole('main');
      expect(await within(main).findByText(name)).toBeDefined();
      expect(main.textContent).toContain(note);
      expect(main.textContent).toContain(email);
      expect(within(main).queryByRole('button', { name: /cancel/i })).toBeNull();
      expectNoPrices();
    },
  );

  it('the help is open to every account', async () => {
    await startWithoutPayments();
    renderApp('/help');
    await heading('Help Center');
    expect(await screen.findByRole('link', { name: 'Help' })).toBeDefined();
    for (const question of screen.getAllByRole('button', { expanded: false })) {
      await userEvent.click(question);
      expectNoPrices();
    }
  });

  it.each(['/subscribe', '/upgrade'])('%s is not found by users', async (path) => {
    await startWithoutPayments();
    renderApp(path);
    await heading('Page Not Found');
    expectNoPrices();
  });

  it.each(['/subscribe', '/upgrade', '/tandem-vs-wetransfer', '/send-large-files'])(
    '%s leads visitors to the landing page',
    async (path) => {
      await startWithoutPayments();
      renderApp(path, null);
      await heading('From your screen to theirs. Nowhere in between.');
      await waitFor(expectNoPrices);
    },
  );

  it.each([
    ['/', 'From your screen to theirs. Nowhere in between.'],
    ['/landing', 'From your screen to theirs. Nowhere in between.'],
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
    ['/trust', 'What we can and cannot see'],
    ['/login?tab=signup', 'Create your account'],
  ])('%s names no prices to visitors', async (path, title) => {
    await startWithoutPayments();
    renderApp(path, null);
    await heading(title);
    await waitFor(expectNoPrices);
  });

  it('admins give plans by their own names', async () => {
    const api = await startWithoutPayments({ ...freeRecord, isAdmin: true });
    const user = {
      id: 'u1',
      email: 'ada@clinic.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
      isAdmin: false,
      createdAt: '2026-01-02T03:04:05.678Z',
      subscriptionStatus: 'free',
      sharesUsedThisMonth: 2,
    };
    api.answer({
      'GET /api/admin/users': { body: [user] },
      'PUT /api/admin/users/u1/subscription': {
        body: { userId: 'u1', subscriptionStatus: 'active' },
      },
    });
    renderApp('/admin/subscription-management', someUser());
    await heading('Plan Management');
    await userEvent.click(await screen.findByLabelText(`Change status of ${user.email}`));
    await userEvent.click(await screen.findByTitle('Extended'));
    expect(await screen.findByText(/from Standard to Extended/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Change plan' }));
    expect(await screen.findByText('Plan updated')).toBeDefined();
    expectNoPrices();
  });
});

describe('with payments', () => {
  it('pages name prices', async () => {
    startApi();
    renderApp('/settings');
    await heading('Settings');
    await waitFor(() => expect(wordsOfPrices(pageText())).not.toEqual([]));
  });
});
