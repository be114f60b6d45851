import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

type Handler = () => void;
const handlers = new Map<string, Handler>();
const element = {
  mount: () => handlers.get('ready')?.(),
  destroy: () => undefined,
  on: (event: string, handler: Handler) => void handlers.set(event, handler),
};
const stripe = {
  elements: () => ({ create: () => element, update: () => undefined }),
  confirmPayment: () => Promise.resolve({ paymentIntent: { status: 'processing' } }),
};
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({
  loadStripe: () => Promise.resolve(stripe),
}));
const { config, renderApp, startApi, tidyUp } = await import('../../../../test/render-app.js');

afterEach(tidyUp);

it('shows a bank debit of an earlier visit as pending, not as failed', async () => {
  startApi().answer({
    'POST /api/create-subscription': {
      status: 409,
      body: { reason: 'payment-processing', message: 'Your bank is still processing it.' },
    },
  });
  renderApp('/subscribe');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose ProForever' }));
  expect(await screen.findByText('Payment Pending')).toBeDefined();
  expect(screen.queryByText('Error')).toBeNull();
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/'));
});

it('shows a bank debit that is still processing as pending and goes home', async () => {
  startApi().answer({
    'GET /api/config': {
      body: { ...config, payments: { provider: 'stripe', publishableKey: 'pk_test_1' } },
    },
    'POST /api/create-subscription': { body: { clientSecret: 'pi_1_secret_2' } },
  });
  renderApp('/subscribe');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Pro' }));
  const button = await screen.findByRole('button', { name: 'Pay $5 a week' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  expect(await screen.findByText('Payment Pending')).toBeDefined();
  expect(screen.queryByText('Payment Successful')).toBeNull();
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/'));
});
