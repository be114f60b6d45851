import { jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

interface Confirmation {
  confirmParams: { return_url: string };
}
const confirmPayment =
  jest.fn<(options: Confirmation) => Promise<{ error?: { message?: string } }>>();
const element = { mount: jest.fn(), destroy: jest.fn() };
const elements = jest.fn((_options: { clientSecret: string }) => ({ create: () => element }));
const loadStripe = jest.fn((_key: string) => Promise.resolve({ elements, confirmPayment }));
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe }));
const { default: StripePayment } = await import('./stripe-payment.js');

const show = () => {
  const onPaid = jest.fn();
  const onFailed = jest.fn<(message: string) => void>();
  const view = render(
    <StripePayment
      clientSecret="pi_1_secret_2"
      publishableKey="pk_test_1"
      payLabel="Pay $5 a week"
      onPaid={onPaid}
      onFailed={onFailed}
    />,
  );
  return { onPaid, onFailed, view };
};

const pay = async (): Promise<void> => {
  const button = screen.getByRole('button');
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
};

beforeEach(() => {
  confirmPayment.mockReset();
  loadStripe.mockClear();
});
afterEach(cleanup);

describe('the card payment provider (specification, sections 1, 4, 7 and 9)', () => {
  it('is loaded with the publishable key and shows its form for the secret', async () => {
    const { view } = show();
    await waitFor(() => expect(element.mount).toHaveBeenCalled());
    expect(loadStripe).toHaveBeenCalledWith('pk_test_1');
    expect(elements.mock.calls[0]?.[0].clientSecret).toBe('pi_1_secret_2');
    view.unmount();
    expect(element.destroy).toHaveBeenCalled();
  });

  it('confirms with the origin of the site as return address', async () => {
    confirmPayment.mockResolvedValue({});
    const { onPaid } = show();
    await pay();
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1));
    expect(confirmPayment.mock.calls[0]?.[0].confirmParams).toEqual({
      return_url: 'http://localhost',
    });
  });

  it('passes on its message when the payment fails', async () => {
    confirmPayment.mockResolvedValue({ error: { message: 'Your card was declined.' } });
    const { onFailed, onPaid } = show();
    await pay();
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith('Your card was declined.'));
    expect(onPaid).not.toHaveBeenCalled();
  });

  it('that cannot be loaded is a failed payment', async () => {
    loadStripe.mockRejectedValueOnce(new Error('Failed to load Stripe.js'));
    const { onFailed } = show();
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith('Failed to load Stripe.js'));
  });
});
