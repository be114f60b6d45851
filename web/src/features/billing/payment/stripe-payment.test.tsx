import { jest } from '@jest/globals';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

// Ends hanging tests only.
configure({ asyncUtilTimeout: 60_000 });

interface Confirmation {
  confirmParams: { return_url: string };
}
type Answer = { error: { message?: string } } | { paymentIntent: { status: string } };
const confirmPayment = jest.fn<(options: Confirmation) => Promise<Answer>>();
const succeeded = { paymentIntent: { status: 'succeeded' } };

type Handler = (event: { error: { message?: string } }) => void;
const handlers = new Map<string, Handler>();
const element = {
  mount: jest.fn(() => handlers.get('ready')?.({ error: {} })),
  destroy: jest.fn(),
  on: (event: string, handler: Handler) => void handlers.set(event, handler),
};
interface ElementsOptions {
  clientSecret: string;
  appearance: { theme: string; variables: Record<string, string> };
}
const update = jest.fn((_options: Omit<ElementsOptions, 'clientSecret'>) => Promise.resolve());
const elements = jest.fn((_options: ElementsOptions) => ({ create: () => element, update }));
const loadStripe = jest.fn((_key: string) => Promise.resolve({ elements, confirmPayment }));
jest.unstable_mockModule('@stripe/stripe-js/pure', () => ({ loadStripe }));
const { default: StripePayment } = await import('./stripe-payment.js');
const { setThemeMode } = await import('../../../lib/browser/theme-mode.js');
const { darkPalette, lightPalette } = await import('../../../theme/palette.js');

const show = () => {
  const onPaid = jest.fn();
  const onBusy = jest.fn<(isBusy: boolean) => void>();
  const onPending = jest.fn();
  const onFailed = jest.fn<(message: string) => void>();
  const view = render(
    <StripePayment
      clientSecret="pi_1_secret_2"
      publishableKey="pk_test_1"
      payLabel="Pay $5 a week"
      onAttempt={() => undefined}
      onBusy={onBusy}
      onPaid={onPaid}
      onPending={onPending}
      onFailed={onFailed}
    />,
  );
  return { onBusy, onPaid, onPending, onFailed, view };
};

const pay = async (): Promise<void> => {
  const button = screen.getByRole('button');
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
};

beforeEach(() => {
  handlers.clear();
  for (const mock of [confirmPayment, update, element.destroy]) mock.mockReset();
  for (const mock of [loadStripe, elements, element.mount]) mock.mockClear();
});
afterEach(cleanup);

describe('the card payment provider', () => {
  it('is loaded with the publishable key and mounts its form for the secret [7.41, 9.62]', async () => {
    const { view } = show();
    await waitFor(() => expect(element.mount).toHaveBeenCalled());
    expect(loadStripe).toHaveBeenCalledWith('pk_test_1');
    expect(elements.mock.calls[0]?.[0].clientSecret).toBe('pi_1_secret_2');
    view.unmount();
    expect(element.destroy).toHaveBeenCalled();
  });

  it('confirms with the origin of the site as return URL [1.18, 7.42]', async () => {
    confirmPayment.mockResolvedValue(succeeded);
    const { onPaid } = show();
    await pay();
    await waitFor(() => expect(onPaid).toHaveBeenCalledTimes(1));
    expect(confirmPayment.mock.calls[0]?.[0].confirmParams).toEqual({
      return_url: 'http://localhost',
    });
  });

  it('reports its message when the payment fails', async () => {
    confirmPayment.mockResolvedValue({ error: { message: 'Your card was declined.' } });
    const { onFailed, onPaid } = show();
    await pay();
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith('Your card was declined.'));
    expect(onPaid).not.toHaveBeenCalled();
  });

  it.each(['processing', 'requires_action'])(
    'does not report a bank debit that is %s as paid',
    async (status) => {
      confirmPayment.mockResolvedValue({ paymentIntent: { status } });
      const { onPaid, onPending, onFailed } = show();
      await pay();
      await waitFor(() => expect(onPending).toHaveBeenCalledTimes(1));
      expect(onPaid).not.toHaveBeenCalled();
      expect(onFailed).not.toHaveBeenCalled();
    },
  );

  it('fails a payment whose method was refused without an error', async () => {
    confirmPayment.mockResolvedValue({ paymentIntent: { status: 'requires_payment_method' } });
    const { onPaid, onFailed } = show();
    await pay();
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith(''));
    expect(onPaid).not.toHaveBeenCalled();
  });

  it('fails the payment when it cannot be loaded', async () => {
    loadStripe.mockRejectedValueOnce(new Error('Failed to load Stripe.js'));
    const { onFailed } = show();
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith('Failed to load Stripe.js'));
  });

  it('reports its message when the form cannot be shown', async () => {
    const { onFailed } = show();
    await waitFor(() => expect(element.mount).toHaveBeenCalled());
    act(() => handlers.get('loaderror')?.({ error: { message: 'No such payment_intent' } }));
    expect(onFailed).toHaveBeenCalledWith('No such payment_intent');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('accepts another attempt after a failed call', async () => {
    confirmPayment.mockRejectedValueOnce(new Error('IntegrationError'));
    const { onBusy, onFailed } = show();
    await pay();
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith(''));
    expect(onBusy.mock.calls).toEqual([[true], [false]]);
    expect(screen.getByRole('button')).toHaveProperty('disabled', false);
  });

  it('redirects for a second step (3-D Secure) only if required', async () => {
    confirmPayment.mockResolvedValue(succeeded);
    show();
    await pay();
    await waitFor(() =>
      expect(confirmPayment.mock.calls[0]?.[0]).toMatchObject({ redirect: 'if_required' }),
    );
  });

  it('changes the theme without losing the input', async () => {
    setThemeMode('light');
    show();
    await waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', false));
    const colourOf = (options: { appearance: ElementsOptions['appearance'] } | undefined) =>
      options?.appearance.variables['colorBackground'];
    expect(colourOf(elements.mock.calls[0]?.[0])).toBe(lightPalette.surface);
    act(() => setThemeMode('dark'));
    expect(colourOf(update.mock.lastCall?.[0])).toBe(darkPalette.surface);
    expect(element.mount).toHaveBeenCalledTimes(1);
    expect(element.destroy).not.toHaveBeenCalled();
    act(() => setThemeMode('system'));
  });
});
