import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../src/config.js';
import { localPaymentRoutes } from '../src/routes/local-payments.js';

describe('the endpoint of the local payment stand-in', () => {
  it.each([
    [{ PAYMENTS_PROVIDER: 'stripe', STRIPE_API_BASE: 'http://127.0.0.1:1' }],
    [{ PAYMENTS_PROVIDER: 'local' }],
  ])('does not exist with %j', (environment) => {
    expect(localPaymentRoutes({ config: readConfig(environment) })).toEqual([]);
  });
});

interface Seen {
  url: string;
  body: string;
}

/** Responds like the stand-in, by path, and records the requests. */
const serveStandIn = async (answers: Record<string, { status: number; body: unknown }>) => {
  const seen: Seen[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', body: Buffer.concat(chunks).toString() });
      const path = (request.url ?? '').split('?')[0] ?? '';
      const { status, body } = answers[path] ?? {
        status: 404,
        body: { error: { message: 'No.' } },
      };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${String(port)}`, seen, server };
};

describe('confirming a local payment', () => {
  const clientSecret = 'pi_abc_secret_def';
  const confirmPath = '/v1/payment_intents/pi_abc/confirm';
  const ownPath = '/v1/payment_intents/pi_abc';
  const controlPath = '/_control/payment_intents/pi_abc/authenticate';

  const ask = async (
    answers: Record<string, { status: number; body: unknown }>,
    body: Record<string, string>,
  ) => {
    const standIn = await serveStandIn(answers);
    const config = readConfig({ PAYMENTS_PROVIDER: 'local', STRIPE_API_BASE: standIn.base });
    const [route] = localPaymentRoutes({ config });
    if (!route) throw new Error('no route');
    try {
      const handle = route as unknown as {
        handle: (input: { body: Record<string, string> }) => Promise<unknown>;
      };
      const answer = await handle.handle({ body: { clientSecret, ...body } });
      return { answer, seen: standIn.seen };
    } finally {
      standIn.server.closeAllConnections();
      standIn.server.close();
    }
  };

  it.each([
    [{ status: 200, body: { status: 'succeeded' } }, { status: 'succeeded' }],
    [{ status: 200, body: { status: 'requires_action' } }, { status: 'requires_action' }],
    [
      { status: 402, body: { error: { message: 'Your card was declined.' } } },
      { status: 'failed', message: 'Your card was declined.' },
    ],
  ])('maps %j to %j', async (standInAnswer, expected) => {
    const { answer, seen } = await ask(
      { [confirmPath]: standInAnswer },
      { cardNumber: '4242424242424242' },
    );
    expect(answer).toEqual(expected);
    expect(new URLSearchParams(seen[0]?.body).get('client_secret')).toBe(clientSecret);
  });

  it('verifies the client secret before it completes the authentication', async () => {
    const { answer, seen } = await ask(
      { [ownPath]: { status: 401, body: { error: { message: 'Wrong secret.' } } } },
      { cardNumber: '4000002500003155', authentication: 'succeeded' },
    );
    expect(answer).toEqual({ status: 'failed', message: 'Wrong secret.' });
    expect(seen.map(({ url }) => url.split('?')[0])).toEqual([ownPath]);
  });

  it.each([
    ['succeeded', 'succeeded', { status: 'succeeded' }],
    [
      'failed',
      'requires_payment_method',
      { status: 'failed', message: 'We are unable to authenticate your payment method.' },
    ],
  ])('completes an authentication that %s', async (authentication, status, expected) => {
    const { answer } = await ask(
      {
        [ownPath]: { status: 200, body: { status: 'requires_action' } },
        [controlPath]: { status: 200, body: { status } },
      },
      { cardNumber: '4000002500003155', authentication },
    );
    expect(answer).toEqual(expected);
  });
});
