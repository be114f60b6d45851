import { jest } from '@jest/globals';
import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { translatableTexts } from '../../../test/dom/translatable.js';
import type { ApiAnswer } from '../../../test/fake-api.js';
import { fakeIdentity } from '../../../test/fake-identity.js';
import { freeRecord, proRecord, renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import { createStore } from '../../app/store.js';
import { setIdentityLoader, setSession } from '../../lib/account/session.js';
import { useCancelSubscription } from './use-cancel-subscription.js';

afterEach(tidyUp);

describe('/settings', () => {
  /** The page's main part, once the plan is loaded. */
  const openWith = async (record: object) => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, ...record } } });
    renderApp('/settings');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    const main = within(screen.getByRole('main'));
    await main.findByText(/links valid for/);
    return main;
  };

  it.each(['ada@example.com', 'Ada Lovelace'])('keeps %s from the translator', async (text) => {
    const main = await openWith({});
    expect(main.getByText(text)).toBeDefined();
    // The header has the name as well.
    expect(translatableTexts(text)).toEqual([]);
  });

  it.each([
    ['free', 'Free Plan', '[2.192, 4.24]'],
    ['active', 'Pro Plan', '[2.193, 4.24]'],
    ['proforever', 'ProForever', '[2.194, 4.24]'],
  ])('%s has the badge %s %s', async (subscriptionStatus, label) => {
    const main = await openWith({ subscriptionStatus });
    expect(main.getByText(label).dataset['badge']).toBe('plan');
  });

  it.each([
    ['free', { monthlyLimit: 10, sharesUsedThisMonth: 4 }, '4 / 10'],
    ['free', { monthlyLimit: null, sharesUsedThisMonth: 9 }, '9 / 10'],
    ['active', { monthlyLimit: null }, '∞'],
    ['proforever', { monthlyLimit: null }, '∞'],
  ])('%s with %j has used %s of the shares of this month [2.199]', async (status, part, text) => {
    const main = await openWith({ subscriptionStatus: status, ...part });
    expect(main.getByText('Shares this month').nextElementSibling?.textContent).toBe(text);
  });

  it.each(['active', 'proforever'])('%s has no link to upgrade [2.198]', async (status) => {
    const main = await openWith({ subscriptionStatus: status });
    expect(main.queryByRole('link', { name: 'Upgrade Now' })).toBeNull();
  });

  it.each([
    ['active', '/subscribe'],
    ['proforever', null],
  ])('leads %s to ProForever: %s', async (status, address) => {
    const main = await openWith({ subscriptionStatus: status });
    const link = main.queryByRole('link', { name: 'Upgrade to ProForever' });
    expect(link?.getAttribute('href') ?? null).toBe(address);
  });

  it('shows the monthly limit of the record', async () => {
    startApi().answer({ 'GET /api/user': { body: { ...freeRecord, monthlyLimit: 25 } } });
    renderApp('/settings');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    expect(await within(screen.getByRole('main')).findByText('3 / 25')).toBeDefined();
  });

  it('ProForever can be cancelled; Keep Subscription changes nothing [2.196, 4.27]', async () => {
    const api = startApi();
    api.answer({ 'GET /api/user': { body: { ...freeRecord, subscriptionStatus: 'proforever' } } });
    renderApp('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Your one-time payment is not refunded/)).toBeDefined();
    expect(dialog.queryByText(/current period/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep Subscription' }));
    const wrap = document.querySelector<HTMLElement>('.ant-modal-wrap');
    await waitFor(() => expect(wrap?.style.display).toBe('none'));
    expect(api.to('POST /api/cancel-subscription')).toHaveLength(0);
  });
});

it('ProForever is not cancelled where a setting forbids it [4.27]', async () => {
  const api = startApi();
  api.answer({
    'GET /api/config': {
      body: { firebase: { apiKey: 'key' }, policy: { canCancelProForever: false } },
    },
    'GET /api/user': { body: { ...freeRecord, subscriptionStatus: 'proforever' } },
  });
  renderApp('/settings');
  const main = within(await screen.findByRole('main'));
  expect(await main.findByText('ProForever')).toBeDefined();
  await waitFor(() =>
    expect(main.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull(),
  );
});

describe('cancelling a subscription', () => {
  const failureOfCancelling = async (): Promise<unknown> => {
    const store = createStore('u');
    const wrapper = ({ children }: { children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    );
    const { result } = renderHook(useCancelSubscription, { wrapper });
    await act(() => result.current.cancel('active'));
    return result.current.failure;
  };
  afterEach(cleanup);

  it('requires a signed-in user [5.9]', async () => {
    const api = startApi();
    setSession({ status: 'visitor' });
    expect(await failureOfCancelling()).toEqual({
      title: 'Cancellation Failed',
      description: 'You must be signed in to cancel subscription',
    });
    expect(api.requests).toHaveLength(0);
  });

  it('shows a default message for a failure without one [8.53]', async () => {
    startApi();
    const failing = jest.fn(() => Promise.reject(new Error('')));
    setIdentityLoader(() => Promise.resolve(fakeIdentity({ currentIdToken: failing })));
    const user = { uid: 'u', email: null, displayName: null, photoURL: null };
    setSession({ status: 'user', user });
    expect(await failureOfCancelling()).toEqual({
      title: 'Cancellation Failed',
      description: 'Failed to cancel subscription. Please try again.',
    });
  });
});

describe('a dialog whose request is under way', () => {
  const neverAnswered = () => new Promise<ApiAnswer>(() => undefined);
  const expectToStay = async (keep: string): Promise<void> => {
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: keep })).toHaveProperty('disabled', true);
    expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(document.querySelector('.ant-zoom-leave')).toBeNull();
  };

  it('does not offer to keep the plan that is being cancelled', async () => {
    startApi().answer({
      'GET /api/user': { body: proRecord },
      'POST /api/cancel-subscription': neverAnswered,
    });
    renderApp('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, Cancel Subscription' }));
    await expectToStay('Keep Subscription');
  });

  it('does not offer to keep the account that is being deleted, and states why it was not', async () => {
    let answerHeld = (_answer: ApiAnswer): void => undefined;
    const held = new Promise<ApiAnswer>((resolve) => (answerHeld = resolve));
    startApi().answer({ 'DELETE /api/user': () => held });
    renderApp('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText(/^Type /), 'ada@example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Everything' }));
    await expectToStay('Keep Account');
    expect(dialog.getByRole('textbox')).toHaveProperty('readOnly', true);
    answerHeld({ status: 503, body: { message: 'Restarting.' } });
    const failure = await dialog.findByRole('alert');
    expect(failure.textContent).toBe('Deletion Failed503: Restarting.');
    expect(document.activeElement).toBe(failure);
    expect(dialog.getByRole('button', { name: 'Keep Account' })).toHaveProperty('disabled', false);
  });
});
