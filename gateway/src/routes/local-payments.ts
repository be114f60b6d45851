import { ServiceError } from '@tandem/kit';
import {
  confirmPaymentAnswer,
  confirmPaymentRequest,
  type ConfirmPaymentAnswer,
} from '@tandem/proto/browser/http/billing';
import { z } from 'zod';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

const deadlineMs = 5_000;
const fallback = 'Your card was declined.';
const notAuthenticated = 'We are unable to authenticate your payment method.';

const intentReply = z.object({
  status: z.string().optional(),
  error: z.object({ message: z.string().optional() }).optional(),
});

const readIntent = async (url: URL, init: RequestInit): Promise<z.infer<typeof intentReply>> => {
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(deadlineMs) });
  } catch (cause) {
    throw new ServiceError('unavailable', 'payments-unavailable', 'Payments are not available.', {
      cause,
    });
  }
  return intentReply.parse(await response.json());
};

const present = ({ status, error }: z.infer<typeof intentReply>): ConfirmPaymentAnswer => {
  if (error !== undefined) return { status: 'failed', message: error.message ?? fallback };
  if (status === 'succeeded' || status === 'requires_action') return { status };
  return { status: 'failed', message: fallback };
};

/**
 * The browser's side of a payment where the local stand-in replaces Stripe. With Stripe the card
 * details go from the browser to Stripe and never pass the gateway.
 */
export const localPaymentRoutes = ({ config }: Pick<RouteDeps, 'config'>): Route[] => {
  const base = config.STRIPE_API_BASE;
  if (config.PAYMENTS_PROVIDER !== 'local' || base === undefined) return [];
  const headers = { authorization: `Bearer ${config.STRIPE_PUBLISHABLE_KEY}` };

  const confirm = (intentId: string, clientSecret: string, cardNumber: string) =>
    readIntent(new URL(`/v1/payment_intents/${intentId}/confirm`, base), {
      method: 'POST',
      headers,
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': cardNumber,
      }),
    });

  /** The stand-in's control endpoint is not authenticated, so the client secret is verified first. */
  const authenticate = async (intentId: string, clientSecret: string, outcome: string) => {
    const own = new URL(`/v1/payment_intents/${intentId}`, base);
    own.searchParams.set('client_secret', clientSecret);
    const intent = await readIntent(own, { headers });
    if (intent.error !== undefined) return intent;
    const result = await readIntent(
      new URL(`/_control/payment_intents/${intentId}/authenticate`, base),
      { method: 'POST', body: JSON.stringify({ outcome }) },
    );
    return result.status === 'succeeded' ? result : { error: { message: notAuthenticated } };
  };

  return [
    route({
      method: 'post',
      path: '/api/local-payments/confirm',
      summary: 'Confirm a payment with a test card; only with the local payment stand-in.',
      access: 'user',
      limit: 'pay',
      body: confirmPaymentRequest,
      response: { status: 200, schema: confirmPaymentAnswer },
      handle: async ({ body: { clientSecret, cardNumber, authentication } }) => {
        const intentId = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
        return present(
          authentication === undefined
            ? await confirm(intentId, clientSecret, cardNumber)
            : await authenticate(intentId, clientSecret, authentication),
        );
      },
    }),
  ];
};
