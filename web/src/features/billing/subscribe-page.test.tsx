import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../test/fake-api.js';
import { isPageTitle, proRecord, renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import { getToasts } from '../../components/toast/index.js';
import { setIdentityLoader } from '../../lib/account/session.js';

afterEach(tidyUp);

const secret = { body: { clientSecret: 'pi_1_secret_2' } };
const confirmRoute = 'POST /api/local-payments/confirm';

const choose = async (name: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `Choose ${name}` }));
};

const payWith = async (number: string, label: string): Promise<void> => {
  await userEvent.type(await screen.findByLabelText('Card number'), number);
  await userEvent.type(screen.getByLabelText('Expiry (MM/YY)'), '1249');
  await userEvent.type(screen.getByLabelText('Security code'), '123');
  await userEvent.click(screen.getByRole('button', { name: label }));
};

describe('/subscribe', () => {
  it.each([
    ['Pro', '$5/week', '[2.128]'],
    ['ProForever', '$110lifetime', '[2.129]'],
  ])('has a card of %s for %s %s', async (name, price) => {
    startApi();
    renderApp('/subscribe');
    await screen.findByRole('heading', { level: 1, name: isPageTitle });
    expect(screen.getAllByRole('article')).toHaveLength(2);
    const card = within(screen.getByRole('article', { name }));
    expect(card.getByText(/^\$\d+$/).parentElement?.textContent).toBe(price);
    expect(await card.findByRole('button', { name: `Choose ${name}` })).toHaveProperty(
      'disabled',
      false,
    );
  });

  it.each([
    ['free', ['Choose Pro', 'Choose ProForever'], 2],
    ['active', ['Your plan', 'Choose ProForever'], 1],
    ['proforever', ['Included in your plan', 'Your plan'], 0],
  ])('offers to %s what it does not have: %j', async (subscriptionStatus, names, offers) => {
    startApi().answer({ 'GET /api/user': { body: { ...proRecord, subscriptionStatus } } });
    renderApp('/subscribe');
    await screen.findByRole('button', { name: names[0] as string });
    const buttons = screen
      .getAllByRole('article')
      .map((card) => within(card).getByRole<HTMLButtonElement>('button'));
    expect(buttons.map(({ textContent }) => textContent)).toEqual(names);
    expect(buttons.filter(({ disabled }) => !disabled)).toHaveLength(offers);
  });

  it('leads back to / [2.132]', async () => {
    startApi();
    renderApp('/subscribe');
    await screen.findByRole('heading', { level: 1, name: isPageTitle });
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/');
  });

  it('shows a payment form for the chosen plan; Change Plan returns to the plans [2.130, 2.131]', async () => {
    startApi().answer({ 'POST /api/create-subscription': secret });
    renderApp('/subscribe');
    await choose('ProForever');
    expect(screen.queryByRole('button', { name: 'Choose ProForever' })).toBeNull();
    const form = within(screen.getByRole('region', { name: 'Pay for ProForever' }));
    expect(await form.findByLabelText('Card number')).toBeDefined();
    expect(form.getByRole('button', { name: 'Pay $110 once' })).toBeDefined();
    await userEvent.click(form.getByRole('button', { name: 'Change Plan' }));
    expect(screen.getByRole('button', { name: 'Choose Pro' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Choose ProForever' })).toBeDefined();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });

  it('requests a client secret for the chosen plan [7.19, 7.21]', async () => {
    const api = startApi();
    api.answer({ 'POST /api/create-subscription': secret });
    renderApp('/subscribe');
    await screen.findByRole('button', { name: 'Choose ProForever' });
    expect(api.to('POST /api/create-subscription')).toHaveLength(0);
    await choose('ProForever');
    expect(await screen.findByRole('button', { name: 'Pay $110 once' })).toBeDefined();
    expect(api.to('POST /api/create-subscription')[0]?.body).toEqual({
      idToken: 'id-token',
      planType: 'proforever',
    });
  });

  it.each([
    ['Pro', 650, 'Pay $6.50 a week', '$6.50 /week'],
    ['ProForever', 9_000, 'Pay $90 once', '$90 lifetime'],
  ])(
    'shows what the payment for %s charges, not an older price',
    async (plan, cents, pay, price) => {
      const body = { clientSecret: 'pi_1_secret_2', amountCents: cents };
      startApi().answer({ 'POST /api/create-subscription': { body } });
      renderApp('/subscribe');
      await choose(plan);
      const form = within(screen.getByRole('region', { name: `Pay for ${plan}` }));
      expect(await form.findByRole('button', { name: pay })).toBeDefined();
      expect(form.getByText(price)).toBeDefined();
    },
  );

  it('requests no secret without an ID token [7.21]', async () => {
    const api = startApi();
    renderApp('/subscribe');
    await screen.findByRole('button', { name: 'Choose Pro' });
    setIdentityLoader(() => Promise.reject(new Error('signed out')));
    await choose('Pro');
    expect(await screen.findByText('Error')).toBeDefined();
    expect(api.to('POST /api/create-subscription')).toHaveLength(0);
  });

  it('shows a toast after the payment, refreshes the plan and goes home [8.49]', async () => {
    const api = startApi();
    api.answer({
      'POST /api/create-subscription': secret,
      [confirmRoute]: () => {
        api.answer({ 'GET /api/user': { body: proRecord } });
        return { body: { status: 'succeeded' } };
      },
    });
    renderApp('/subscribe');
    await choose('Pro');
    await payWith('4242424242424242', 'Pay $5 a week');
    expect(await screen.findByText('Welcome to Tandem Pro!')).toBeDefined();
    expect(screen.getByText('Payment Successful')).toBeDefined();
    expect(api.to(confirmRoute)[0]?.body).toEqual({
      clientSecret: 'pi_1_secret_2',
      cardNumber: '4242424242424242',
    });
    expect(api.to(confirmRoute)[0]?.headers.get('traceparent')).toMatch(/^00-[0-9a-f-]{49}-01$/);
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/'));
    expect(await screen.findByText('Pro Plan')).toBeDefined();
  });

  it("shows the provider's message for a declined card and allows another attempt [4.66, 8.48]", async () => {
    const api = startApi();
    api.answer({
      'POST /api/create-subscription': secret,
      [confirmRoute]: { body: { status: 'failed', message: 'Your card was declined.' } },
    });
    renderApp('/subscribe');
    await choose('Pro');
    await payWith('4000000000000002', 'Pay $5 a week');
    const form = within(screen.getByRole('region', { name: 'Pay for Pro' }));
    const failure = await form.findByRole('alert');
    expect(within(failure).getByText('Payment Failed')).toBeDefined();
    expect(within(failure).getByText('Your card was declined.')).toBeDefined();
    expect(document.activeElement).toBe(failure);
    expect(getToasts()).toEqual([]);
    // Stays until the next attempt.
    let answer = (): void => undefined;
    const answered = new Promise<ApiAnswer>((resolve) => {
      answer = () => resolve({ body: { status: 'failed', message: 'Insufficient funds.' } });
    });
    api.answer({ [confirmRoute]: () => answered });
    await userEvent.click(form.getByRole('button', { name: 'Pay $5 a week' }));
    expect(form.queryByRole('alert')).toBeNull();
    // A payment that is being confirmed cannot be taken back.
    const change = form.getByRole('button', { name: 'Change Plan' });
    expect(change).toHaveProperty('disabled', true);
    answer();
    expect((await form.findByRole('alert')).textContent).toContain('Insufficient funds.');
    for (const button of [form.getByRole('button', { name: 'Pay $5 a week' }), change])
      expect(button).toHaveProperty('disabled', false);
  });

  it('completes a second step', async () => {
    const api = startApi();
    api.answer({
      'POST /api/create-subscription': secret,
      [confirmRoute]: ({ body }) => {
        const isApproved = (body as { authentication?: string }).authentication === 'succeeded';
        return { body: { status: isApproved ? 'succeeded' : 'requires_action' } };
      },
    });
    renderApp('/subscribe');
    await choose('Pro');
    await payWith('4000002500003155', 'Pay $5 a week');
    await userEvent.click(await screen.findByRole('button', { name: 'Complete authentication' }));
    expect(await screen.findByText('Payment Successful')).toBeDefined();
  });

  it('takes the keyboard to the payment, and to the second step', async () => {
    startApi().answer({
      'POST /api/create-subscription': secret,
      [confirmRoute]: { body: { status: 'requires_action' } },
    });
    renderApp('/subscribe');
    await choose('Pro');
    // Not to Change Plan, which the next Enter would press.
    const title = screen.getByRole('heading', { name: 'Pay for Pro' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    await payWith('4000002500003155', 'Pay $5 a week');
    const step = await screen.findByRole('group', { name: 'Your bank requires confirmation' });
    expect(document.activeElement).toBe(step);
  });

  it('validates the card before sending a request', async () => {
    const api = startApi();
    api.answer({ 'POST /api/create-subscription': secret });
    renderApp('/subscribe');
    await choose('Pro');
    await payWith('4242', 'Pay $5 a week');
    expect(await screen.findByText('Your card number is incomplete.')).toBeDefined();
    expect(api.to(confirmRoute)).toHaveLength(0);
  });

  it('goes home when already subscribed [7.20, 8.51]', async () => {
    startApi().answer({ 'POST /api/create-subscription': { body: { status: 'active' } } });
    renderApp('/subscribe');
    await choose('Pro');
    expect(await screen.findByText('Already Subscribed')).toBeDefined();
    expect(screen.getByText('You already have an active Pro subscription!')).toBeDefined();
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/'));
  });

  it('shows status and body of a refusal [8.46]', async () => {
    startApi().answer({ 'POST /api/create-subscription': { status: 502, body: 'no provider' } });
    renderApp('/subscribe');
    await choose('Pro');
    const failure = await within(screen.getByRole('main')).findByRole('alert');
    expect(within(failure).getByText('API error: 502 - no provider')).toBeDefined();
    expect(within(failure).getByText('Error')).toBeDefined();
    expect(document.activeElement).toBe(failure);
    expect(await screen.findByRole('button', { name: 'Choose Pro' })).toBeDefined();
  });

  it('asks visitors to log in and redirects them [2.127, 6.22]', async () => {
    startApi();
    renderApp('/subscribe', null);
    expect(await screen.findByText('Login Required')).toBeDefined();
    expect(await screen.findAllByText('Please log in to subscribe to Pro.')).not.toHaveLength(0);
    // login-required.test.tsx checks the delay with faked timers.
    await waitFor(() =>
      expect(screen.getByTestId('where').textContent).toBe('/login?next=%2Fsubscribe'),
    );
  });
});
