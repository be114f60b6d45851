import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiAnswer } from '../../../test/fake-api.js';
import { freeRecord, proRecord, renderApp, startApi, tidyUp } from '../../../test/render-app.js';
import { getToasts } from '../../components/toast/index.js';

afterEach(tidyUp);

const route = 'POST /api/create-subscription';

/** An answer that the test gives. */
const hold = () => {
  let resolve = (_answer: ApiAnswer): void => undefined;
  const promise = new Promise<ApiAnswer>((settle) => {
    resolve = settle;
  });
  /** Resolves when the page has had the answer. */
  const give = (answer: ApiAnswer): Promise<void> =>
    act(async () => {
      resolve(answer);
      await new Promise((done) => setTimeout(done));
    });
  return { promise, give };
};

const choose = async (name: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `Choose ${name}` }));
};

describe('an answer about a plan that the user has left', () => {
  /** @returns the answer about Pro, still to be given, and the card's field in the payment of ProForever. */
  const leaveProForProForever = async () => {
    const ofPro = hold();
    startApi().answer({
      [route]: ({ body }) =>
        (body as { planType: string }).planType === 'pro'
          ? ofPro.promise
          : { body: { clientSecret: 'pi_2_secret_2' } },
    });
    renderApp('/subscribe');
    await choose('Pro');
    await userEvent.click(screen.getByRole('button', { name: 'Change Plan' }));
    await choose('ProForever');
    return { ofPro, number: await screen.findByLabelText('Card number') };
  };

  const late: [string, ApiAnswer][] = [
    ['fails', { status: 503, body: 'away' }],
    ['says that the plan is held', { body: { status: 'active' } }],
    ['says that a payment is processing', { status: 409, body: { reason: 'payment-processing' } }],
  ];

  it.each(late)(
    'changes nothing about the payment of another plan when it %s',
    async (_, answer) => {
      const { ofPro, number } = await leaveProForProForever();
      await userEvent.type(number, '4242');
      await ofPro.give(answer);
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.getByTestId('where').textContent).toBe('/subscribe');
      expect(number).toHaveProperty('isConnected', true);
    },
  );

  it('does not name that plan after the payment of another at a bank', async () => {
    const { ofPro } = await leaveProForProForever();
    await ofPro.give({ body: { clientSecret: 'pi_1_secret_1' } });
    expect(sessionStorage.getItem('paying-for')).toBe('proforever');
  });
});

it('an answer after the user has left the page says nothing', async () => {
  const answer = hold();
  startApi().answer({ [route]: () => answer.promise });
  renderApp('/subscribe');
  await choose('Pro');
  await userEvent.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
  await screen.findByText('Share File via WebRTC');
  await answer.give({ body: { status: 'active' } });
  expect(getToasts()).toEqual([]);
});

it('says while a bank processes a payment that it is pending, and sells nothing', async () => {
  const api = startApi();
  api.answer({ 'GET /api/user': { body: { ...freeRecord, isPaymentProcessing: true } } });
  renderApp('/subscribe');
  const main = within(await screen.findByRole('main'));
  expect(await main.findByText('Payment Pending')).toBeDefined();
  expect(main.queryByRole('button', { name: /^Choose/ })).toBeNull();
});

describe('before the plan of the user is known', () => {
  it('offers no plan, which the user may have', async () => {
    const record = hold();
    startApi().answer({ 'GET /api/user': () => record.promise });
    renderApp('/subscribe');
    await screen.findByRole('article', { name: 'Pro' });
    const main = within(screen.getByRole('main'));
    expect(main.queryByRole('button')).toBeNull();
    await record.give({ body: proRecord });
    expect(await main.findByRole('button', { name: 'Your plan' })).toBeDefined();
    expect(main.getByRole('button', { name: 'Choose ProForever' })).toBeDefined();
  });

  it('says that it could not be loaded, and tries again', async () => {
    const api = startApi();
    api.answer({ 'GET /api/user': { status: 503, body: 'away' } });
    renderApp('/subscribe');
    await screen.findByRole('article', { name: 'Pro' });
    const main = within(screen.getByRole('main'));
    expect(await main.findByText('Your plan could not be loaded.')).toBeDefined();
    expect(main.queryByRole('button', { name: 'Choose Pro' })).toBeNull();
    api.answer({ 'GET /api/user': { body: proRecord } });
    await userEvent.click(main.getByRole('button', { name: 'Try Again' }));
    expect(await main.findByRole('button', { name: 'Your plan' })).toBeDefined();
    await waitFor(() => expect(main.queryByText('Your plan could not be loaded.')).toBeNull());
  });
});

describe('a payment page that the browser restores on the way back from a bank', () => {
  const comeBack = (persisted: boolean): void => {
    const event = Object.assign(new Event('pageshow'), { persisted });
    act(() => void window.dispatchEvent(event));
  };

  const pay = async () => {
    const api = startApi();
    api.answer({
      [route]: { body: { clientSecret: 'pi_1_secret_2' } },
      'POST /api/local-payments/confirm': () => new Promise<ApiAnswer>(() => undefined),
    });
    renderApp('/subscribe');
    await choose('Pro');
    await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
    await userEvent.type(screen.getByLabelText('Expiry (MM/YY)'), '1234');
    await userEvent.type(screen.getByLabelText('Security code'), '123');
    await userEvent.click(screen.getByRole('button', { name: /^Pay / }));
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDefined();
    return api;
  };

  it('offers the plans again, once it has asked for the plan', async () => {
    const api = await pay();
    const asked = api.to('GET /api/user').length;
    comeBack(true);
    expect(await screen.findByRole('button', { name: 'Choose Pro' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Processing...' })).toBeNull();
    await waitFor(() => expect(api.to('GET /api/user').length).toBeGreaterThan(asked));
  });

  it('continues when it has only been loaded', async () => {
    await pay();
    comeBack(false);
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDefined();
  });
});
