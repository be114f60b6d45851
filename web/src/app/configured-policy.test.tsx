/** Every page quotes the policy of the deployment, not the standard one. */

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { freeRecord, proRecord, renderApp, startApi, tidyUp } from '../../test/render-app.js';
import { readPolicy, standardPolicy } from '../lib/http/policy.js';

afterEach(tidyUp);

const policy = {
  freeSharesPerMonth: 20,
  expiryDays: {
    free: { min: 3, max: 3, default: 3 },
    active: { min: 2, max: 60, default: 14 },
    proforever: { min: 2, max: 700, default: 14 },
  },
  maxFileBytes: { free: 3 * 1024 ** 3, active: 50 * 1024 ** 3, proforever: null },
  auditRetentionMonths: 24,
  wrongPasswordLimit: 4,
  canCancelProForever: false,
  prices: { proWeeklyUsd: 6.5, proForeverUsd: 130 },
};

const testimonials = [{ text: 'It simply arrived.', who: 'Grace Hopper' }, { text: 1 }, null];

const startConfigured = (record: object = freeRecord) => {
  const api = startApi();
  api.answer({
    'GET /api/config': { body: { firebase: { apiKey: 'key' }, policy, testimonials } },
    'GET /api/user': { body: record },
  });
  return api;
};

const pageText = (): string => document.body.textContent;
const expectText = (text: string): Promise<void> =>
  waitFor(() => expect(pageText()).toContain(text));

describe('the configured policy', () => {
  it.each([
    ['/landing', '20 shares a month'],
    ['/landing', 'Links last 3 days'],
    ['/landing', 'Links last 2 to 60 days'],
    ['/landing', 'Links last 2 to 700 days'],
    ['/landing', 'Up to 3 GB per transfer'],
    ['/landing', 'Up to 50 GB per transfer'],
    ['/landing', '$6.50'],
    ['/landing', '$130'],
    ['/landing', 'about 20 weeks of Pro'],
    ['/landing', 'It simply arrived.'],
    ['/terms', 'Free includes 20 shares per calendar month. Pro costs $6.50 per week'],
    ['/terms', '3 days on the Free plan, up to 60 days on Pro, up to 700 days on ProForever'],
    ['/login?tab=signup', '20 shares per month are free.'],
    ['/wetransfer-alternative', 'On the free plan 3 days. On Pro you choose 2 to 60 days'],
    ['/send-large-files', '3 GB'],
  ])('reaches %s: %s', async (path, text) => {
    startConfigured();
    renderApp(path, null);
    await expectText(text);
  });

  it.each([
    ['Links valid for 2 to 60 days'],
    ['Links valid for 2 to 700 days'],
    ['links valid for up to 700 days'],
    ['$6.50/week'],
    ['$130lifetime'],
    ['about 20 weeks'],
  ])('reaches /subscribe: %s', async (text) => {
    startConfigured();
    renderApp('/subscribe');
    await expectText(text);
  });

  it('reaches the dashboard of a free account, with the banner from 16 of 20 shares', async () => {
    const record = { ...freeRecord, monthlyLimit: 20 };
    startConfigured({ ...record, sharesUsedThisMonth: 12 });
    renderApp('/');
    expect(await screen.findByText('12 / 20')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Upgrade Now' })).toBeNull();
    tidyUp();
    startConfigured({ ...record, sharesUsedThisMonth: 16 });
    renderApp('/');
    expect(await screen.findByText('16 / 20')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Upgrade Now' })).toBeDefined();
  });

  it('reaches the choice of an expiry', async () => {
    startConfigured(proRecord);
    renderApp('/');
    const input = await screen.findByLabelText('Select File', { selector: 'input' });
    await userEvent.upload(input, new File(['hello'], 'hello.txt'));
    const field = await screen.findByLabelText('Link valid for');
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('14'));
    expect([field.getAttribute('aria-valuemin'), field.getAttribute('aria-valuemax')]).toEqual([
      '2',
      '60',
    ]);
  });

  it.each([
    [freeRecord, '20 shares per month, links valid for 3 days.'],
    [proRecord, 'links valid for up to 60 days'],
    [{ ...proRecord, subscriptionStatus: 'proforever' }, 'links valid for up to 700 days'],
  ])('reaches the settings of %j: %s', async (record, text) => {
    startConfigured(record);
    renderApp('/settings');
    await expectText(text);
  });

  it('reaches the help', async () => {
    startConfigured(proRecord);
    renderApp('/help');
    const answerTo = async (question: string): Promise<string> => {
      const button = await screen.findByRole('button', { name: question });
      await userEvent.click(button);
      return within(await screen.findByRole('region', { name: question })).getByText(/./)
        .textContent;
    };
    expect(await answerTo('How large can a file be?')).toContain(
      'Up to 3 GB on the Free plan, up to 50 GB on Pro and no limit on ProForever.',
    );
    expect(await answerTo('How long does a link work?')).toContain(
      '3 days on the Free plan. With Pro you choose 2 to 60 days, with ProForever 2 to 700 days',
    );
    expect(await answerTo('How do I cancel my plan?')).toContain('cannot be cancelled');
  });
});

describe('an incomplete policy', () => {
  it.each([
    [{}],
    [{ expiryDays: 'soon', maxFileBytes: [], prices: null, freeSharesPerMonth: 'many' }],
    [{ expiryDays: { free: { min: 'x' } }, maxFileBytes: { free: '1' } }],
  ])('is completed by the standard one: %j', (source) => {
    expect(readPolicy(source)).toEqual(standardPolicy);
  });
});
