import type { Appearance, PaymentIntent, Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { ColorScheme } from '../../../lib/browser/theme-mode.js';
import { darkPalette, lightPalette } from '../../../theme/palette.js';

/** Our palette as Stripe's appearance: its frames do not inherit the page's styles. */
const appearanceOf = (scheme: ColorScheme): Appearance => {
  const palette = scheme === 'dark' ? darkPalette : lightPalette;
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: palette.accent,
      colorBackground: palette.surface,
      colorText: palette.text,
      colorTextSecondary: palette.textMuted,
      colorDanger: palette.danger,
      borderRadius: '10px',
    },
  };
};

export type Confirmation =
  | { outcome: 'paid' | 'pending' }
  /** `message` is the provider's, '' without one. */
  | { outcome: 'failed'; message: string };

export interface PaymentElement {
  /** Applies a colour scheme; keeps the input. */
  restyle: (scheme: ColorScheme) => void;
  confirm: (returnUrl: string) => Promise<Confirmation>;
  destroy: () => void;
}

interface MountOptions {
  publishableKey: string;
  clientSecret: string;
  scheme: ColorScheme;
  /** The form is ready for input. */
  onReady: () => void;
  /** The provider could not load the form. */
  onLoadError: (message: string) => void;
}

/** `requires_action`: a bank account awaits the deposits with which its owner verifies it. */
const pendingStatuses: readonly PaymentIntent.Status[] = ['processing', 'requires_action'];

const confirmationOf = ({ status }: PaymentIntent): Confirmation => {
  if (status === 'succeeded') return { outcome: 'paid' };
  if (pendingStatuses.includes(status)) return { outcome: 'pending' };
  return { outcome: 'failed', message: '' };
};

/** With `if_required` a card's second step is a dialog on our page; only some banks redirect to their own. */
const confirm =
  (stripe: Stripe, elements: StripeElements) =>
  async (returnUrl: string): Promise<Confirmation> => {
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      if (error !== undefined) return { outcome: 'failed', message: error.message ?? '' };
      return confirmationOf(paymentIntent);
    } catch {
      // An integration or network error: no message for users.
      return { outcome: 'failed', message: '' };
    }
  };

/**
 * Stripe's Payment Element inside `target`. Loads Stripe's script on first use.
 * @throws when the script cannot be loaded
 */
export const mountPaymentElement = async (
  target: HTMLElement,
  options: MountOptions,
): Promise<PaymentElement> => {
  const stripe = await loadStripe(options.publishableKey);
  // Null only without a window.
  if (stripe === null) throw new Error('Stripe needs a browser.');
  const { clientSecret, scheme } = options;
  const elements = stripe.elements({ clientSecret, appearance: appearanceOf(scheme) });
  const element = elements.create('payment');
  element.on('ready', options.onReady);
  element.on('loaderror', ({ error }) => options.onLoadError(error.message ?? ''));
  element.mount(target);
  return {
    restyle: (next) => void elements.update({ appearance: appearanceOf(next) }),
    confirm: confirm(stripe, elements),
    destroy: () => element.destroy(),
  };
};
