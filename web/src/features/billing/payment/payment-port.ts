import type { ComponentType } from 'react';
import { lazyPart } from '../../../components/parts/lazy-part.js';
import type { RuntimeConfig } from '../../../lib/http/config.js';
import type { PaymentFormProps } from './payment-form.js';

/**
 * The payment form of each provider. It is loaded once a client secret has arrived, so that no other page loads a
 * payment provider's code.
 */
const StripePayment = lazyPart(() => import('./stripe-payment.js'));
const LocalPayment = lazyPart(() => import('./local-payment.js'));

export const paymentForms: Record<
  Exclude<RuntimeConfig['payments']['provider'], 'none'>,
  ComponentType<PaymentFormProps>
> = { stripe: StripePayment, local: LocalPayment };
