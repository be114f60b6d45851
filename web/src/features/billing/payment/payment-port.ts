import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { RuntimeConfig } from '../../../lib/http/config.js';

/**
 * The payment port: a form that takes card details and confirms one payment. Adapters are loaded
 * when a client secret has arrived, so no other page carries a payment provider's code.
 */
export interface PaymentFormProps {
  clientSecret: string;
  publishableKey: string;
  /** The button's text, with the amount. */
  payLabel: string;
  onPaid: () => void;
  /** With the provider's sentence; empty when it gave none. The form can be sent again. */
  onFailed: (message: string) => void;
}

const StripePayment = lazy(() => import('./stripe-payment.js'));
const LocalPayment = lazy(() => import('./local-payment.js'));

export const paymentForms: Record<
  RuntimeConfig['payments']['provider'],
  ComponentType<PaymentFormProps>
> = { stripe: StripePayment, local: LocalPayment };
