import Stripe from 'stripe';
import { createStandIn } from '../../../tools/stripe-stand-in/stand-in.js';
import { connectStripe } from '../src/stripe/connection.js';

export const webhookSecret = 'whsec_test';

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenge: '4000002500003155',
};

/** The stand-in in this process, called by the unmodified SDK. */
export const startProvider = (
  options: {
    deliver?: Parameters<typeof createStandIn>[0]['deliver'];
    /**
     * Runs before each request reaches the provider and again before its answer comes back; may throw, as a broken
     * network does.
     */
    onNetwork?: () => void;
  } = {},
) => {
  const standIn = createStandIn({
    webhookSecret,
    deliver: options.deliver ?? (() => Promise.resolve(true)),
  });
  const requests: string[] = [];
  const answer = async (input: string | URL | Request, init: RequestInit = {}) => {
    options.onNetwork?.();
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init.method ?? 'GET';
    requests.push(`${method} ${url.pathname}`);
    const response = standIn.handle({
      method,
      url: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(
        [...new Headers(init.headers)].map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: typeof init.body === 'string' ? init.body : '',
    });
    options.onNetwork?.();
    return Promise.resolve(
      new Response(response.body, { status: response.status, headers: response.headers }),
    );
  };
  const stripe = connectStripe({
    secretKey: 'sk_test_local',
    httpClient: Stripe.createFetchHttpClient(answer),
    maxNetworkRetries: 0,
  });

  /** Confirms a payment as the browser does, with a client secret and a card. */
  const pay = (clientSecret: string, number: string) =>
    standIn.handle({
      method: 'POST',
      url: `/v1/payment_intents/${clientSecret.split('_secret_')[0] ?? ''}/confirm`,
      headers: { authorization: 'Bearer pk_test_local' },
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
      }).toString(),
    });

  return { ...standIn, stripe, requests, pay };
};

export type TestProvider = ReturnType<typeof startProvider>;
