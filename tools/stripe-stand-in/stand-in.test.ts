import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@tandem/kit/testing';
import Stripe from 'stripe';
import { runTypeScript } from '../dev-stack/processes/run-typescript.js';
import { createStandIn } from './stand-in.js';

const webhookSecret = 'whsec_stand_in';
const secretKey = { authorization: 'Bearer sk_test_local' };
const publishableKey = { authorization: 'Bearer pk_test_local' };

const open = (deliver: Parameters<typeof createStandIn>[0]['deliver'] = async () => true) => {
  const standIn = createStandIn({ webhookSecret, deliver });
  const call = (
    method: string,
    url: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = secretKey,
  ) => {
    const body = method === 'GET' ? '' : new URLSearchParams(fields).toString();
    const { status, headers: sent, body: text } = standIn.handle({ method, url, headers, body });
    const json = JSON.parse(text) as { id: string; error?: Record<string, unknown> } & Record<
      string,
      unknown
    >;
    return { status, sent, json };
  };
  const newIntent = (fields: Record<string, string> = {}) =>
    call('POST', '/v1/payment_intents', { amount: '1000', currency: 'usd', ...fields }).json;
  const pay = (intent: Record<string, unknown>, number: string) =>
    call(
      'POST',
      `/v1/payment_intents/${String(intent['id'])}/confirm`,
      {
        client_secret: String(intent['client_secret']),
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
      },
      publishableKey,
    );
  return { ...standIn, call, newIntent, pay };
};

describe('the stand-in rejects', () => {
  const { call, newIntent } = open();
  const noFields = {};
  it.each<
    [string, string, string, Record<string, string>, number, string | undefined, string | undefined]
  >([
    ['an endpoint', 'GET', '/v1/coupons', noFields, 404, undefined, undefined],
    ['a method', 'PATCH', '/v1/customers', noFields, 404, undefined, undefined],
    [
      'a parameter',
      'POST',
      '/v1/customers',
      { nickname: 'x' },
      400,
      'parameter_unknown',
      'nickname',
    ],
    [
      'a nested parameter',
      'POST',
      '/v1/prices',
      { currency: 'usd', unit_amount: '1', 'recurring[interval]': 'week', 'recurring[when]': 'x' },
      400,
      'parameter_unknown',
      'recurring[when]',
    ],
    [
      'a query parameter',
      'GET',
      '/v1/charges?colour=red',
      noFields,
      400,
      'parameter_unknown',
      'colour',
    ],
    [
      'a missing parameter',
      'POST',
      '/v1/payment_intents',
      { currency: 'usd' },
      400,
      'parameter_missing',
      'amount',
    ],
    [
      'a malformed amount',
      'POST',
      '/v1/payment_intents',
      { currency: 'usd', amount: '1.5' },
      400,
      'parameter_invalid_integer',
      'amount',
    ],
    [
      'a prototype key',
      'POST',
      '/v1/customers',
      { 'metadata[__proto__]': 'x' },
      400,
      undefined,
      'metadata[__proto__]',
    ],
    ['an unknown id', 'GET', '/v1/customers/cus_none', noFields, 404, 'resource_missing', 'id'],
  ])('%s', (_what, method, url, fields, status, code, param) => {
    const answer = call(method, url, fields);
    expect(answer.status).toBe(status);
    expect(answer.json.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.any(String) as string,
    });
    expect([answer.json.error?.['code'], answer.json.error?.['param']]).toEqual([code, param]);
  });

  it('properties that cannot be expanded and depths above four', () => {
    const { id } = newIntent();
    for (const path of ['amount', 'nothing', 'a.b.c.d.e']) {
      expect(call('GET', `/v1/payment_intents/${id}?expand[]=${path}`).status).toBe(400);
    }
  });

  it('calls without a key, with a live key, and secret calls with a publishable key', () => {
    const { id } = newIntent();
    expect(call('GET', '/v1/charges', {}, {}).status).toBe(401);
    expect(call('GET', '/v1/charges', {}, { authorization: 'Bearer sk_live_x' }).status).toBe(401);
    expect(call('GET', '/v1/charges', {}, publishableKey).status).toBe(401);
    expect(call('GET', `/v1/payment_intents/${id}`, {}, publishableKey).status).toBe(401);
    const forged = `/v1/payment_intents/${id}?client_secret=${id}_secret_x`;
    expect(call('GET', forged, {}, publishableKey).status).toBe(401);
  });
});

describe('customers', () => {
  it('are retrieved after their deletion, with their history; unknown ones are missing', () => {
    const { call, newIntent } = open();
    const { id } = call('POST', '/v1/customers').json;
    const intent = newIntent({ customer: id });
    const deleted = { id, object: 'customer', deleted: true };
    expect(call('DELETE', `/v1/customers/${id}`).json).toEqual(deleted);
    expect(call('GET', `/v1/customers/${id}`)).toMatchObject({ status: 200, json: deleted });
    const listOf = (name: string, customer: string) =>
      call('GET', `/v1/${name}?customer=${customer}`);
    expect(listOf('payment_intents', id).json).toMatchObject({ data: [{ id: intent.id }] });
    for (const name of ['payment_intents', 'subscriptions', 'charges']) {
      expect(listOf(name, 'cus_none').json.error?.['code']).toBe('resource_missing');
    }
    expect(call('DELETE', `/v1/customers/${id}`).json.error?.['code']).toBe('resource_missing');
    expect(call('GET', '/v1/customers/cus_none').json.error?.['code']).toBe('resource_missing');
  });
});

describe('idempotency keys', () => {
  it('replay the first response and reject other parameters', () => {
    const { call } = open();
    const headers = { ...secretKey, 'idempotency-key': 'k1' };
    const first = call('POST', '/v1/customers', { email: 'a@example.test' }, headers);
    const again = call('POST', '/v1/customers', { email: 'a@example.test' }, headers);
    expect(again.json).toEqual(first.json);
    expect(again.sent['idempotent-replayed']).toBe('true');
    const other = call('POST', '/v1/customers', { email: 'b@example.test' }, headers);
    expect([other.status, other.json.error?.['type']]).toEqual([400, 'idempotency_error']);
  });

  it('are forgotten when they are a day old', () => {
    const { call, control } = open();
    const headers = { ...secretKey, 'idempotency-key': 'k1' };
    const first = call('POST', '/v1/customers', {}, headers).json;
    control.advance(86_399);
    expect(call('POST', '/v1/customers', {}, headers).json.id).toBe(first.id);
    control.advance(1);
    expect(call('POST', '/v1/customers', {}, headers).json.id).not.toBe(first.id);
  });

  it('replay a saved failure, whether or not it had an effect', () => {
    const { call, control, state } = open();
    for (const [key, hasEffect] of [
      ['k1', false],
      ['k2', true],
    ] as const) {
      const headers = { ...secretKey, 'idempotency-key': key };
      control.failNext('/v1/customers', hasEffect);
      expect(call('POST', '/v1/customers', {}, headers).status).toBe(500);
      const again = call('POST', '/v1/customers', {}, headers);
      expect([again.status, again.sent['idempotent-replayed']]).toEqual([500, 'true']);
      expect(state.all('customers')).toHaveLength(hasEffect ? 1 : 0);
    }
    expect(call('POST', '/v1/customers').status).toBe(200);
  });
});

describe('test cards', () => {
  it('4242 succeeds once', () => {
    const { newIntent, pay } = open();
    const intent = newIntent();
    expect(pay(intent, '4242424242424242').json['status']).toBe('succeeded');
    expect(pay(intent, '4242424242424242').json.error?.['code']).toBe(
      'payment_intent_unexpected_state',
    );
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4242424242424241', 'incorrect_number', 'incorrect_number'],
    ['5555555555554444', 'card_declined', 'test_mode_live_card'],
  ])('%s is declined with %s', (number, code, decline) => {
    const { newIntent, pay } = open();
    const { status, json } = pay(newIntent(), number);
    expect(status).toBe(402);
    expect(json.error).toMatchObject({ type: 'card_error', code, decline_code: decline });
    expect(json.error?.['payment_intent']).toMatchObject({ status: 'requires_payment_method' });
  });

  it.each([
    [true, 'succeeded'],
    [false, 'requires_payment_method'],
  ])('3155 requires a challenge; approval %s leads to %s', (isApproved, status) => {
    const { newIntent, pay, control } = open();
    const intent = newIntent();
    expect(pay(intent, '4000002500003155').json).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    expect(control.authenticate(intent.id, isApproved).status).toBe(status);
  });
});

describe('webhooks', () => {
  const eventsOf = async (faults: object, random: () => number) => {
    const bodies: string[] = [];
    const deliver = async ({ body, signature }: { body: string; signature: string }) => {
      Stripe.webhooks.constructEvent(body, signature, webhookSecret);
      bodies.push(body);
      return true;
    };
    const standIn = createStandIn({ webhookSecret, deliver, random });
    standIn.webhooks.setFaults(faults);
    for (const n of [1, 2, 3]) {
      const body = `metadata[n]=${n}`;
      standIn.handle({ method: 'POST', url: '/v1/customers', headers: secretKey, body });
    }
    await standIn.webhooks.idle();
    return bodies.map((body) => {
      const { data } = JSON.parse(body) as { data: { object: { metadata: { n: string } } } };
      return data.object.metadata.n;
    });
  };

  it('are signed and delivered in order without faults', async () => {
    expect(await eventsOf({}, () => 0.5)).toEqual(['1', '2', '3']);
  });
  it('are duplicated', async () => {
    expect((await eventsOf({ duplicateRate: 1 }, () => 0.5)).sort()).toEqual([
      '1',
      '1',
      '2',
      '2',
      '3',
      '3',
    ]);
  });
  it('are dropped', async () => {
    expect(await eventsOf({ dropRate: 1 }, () => 0.5)).toEqual([]);
  });
  it('are reordered', async () => {
    let calls = 0;
    // Three calls per event: drop, duplicate, delay. Later events get shorter delays.
    const random = () => {
      calls += 1;
      return calls % 3 === 0 ? 1 - calls / 10 : 0.5;
    };
    expect(await eventsOf({ delayMs: 60 }, random)).toEqual(['3', '2', '1']);
  });
});

describe('the stand-in as a process', () => {
  const script = fileURLToPath(new URL('server.ts', import.meta.url));
  const { command, args } = runTypeScript(script);

  it('serves the unmodified SDK and retries rejected webhooks', async () => {
    const received: Stripe.Event[] = [];
    let refusals = 1;
    const receiver = createServer((request: IncomingMessage, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        const signature = String(request.headers['stripe-signature']);
        received.push(
          Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, webhookSecret),
        );
        response.statusCode = refusals > 0 ? 500 : 200;
        refusals -= 1;
        response.end();
        receiver.emit('webhook');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const port = await freePort();
    const { stop } = await startProcess(command, args, /READY/, {
      PORT: String(port),
      STRIPE_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    });
    try {
      const stripe = new Stripe('sk_test_local', {
        host: '127.0.0.1',
        port,
        protocol: 'http',
        telemetry: false,
      });
      const customer = await stripe.customers.create({
        email: 'a@example.test',
        metadata: { a: 'b' },
      });
      while (received.length < 2) await once(receiver, 'webhook');
      expect(received.map(({ type }) => type)).toEqual(['customer.created', 'customer.created']);
      expect(received[0]?.id).toBe(received[1]?.id);
      expect(received[0]?.data.object).toMatchObject({ id: customer.id });

      const clock = await fetch(`http://127.0.0.1:${port}/_control/clock`, {
        method: 'POST',
        body: JSON.stringify({ advanceSeconds: 3_600 }),
      });
      const { now } = (await clock.json()) as { now: number };
      expect(now - Date.now() / 1000).toBeGreaterThan(3_500);
      const dispute = await fetch(`http://127.0.0.1:${port}/_control/disputes`, {
        method: 'POST',
        body: JSON.stringify({ charge: 'ch_unknown', kind: 'quarrel' }),
      });
      expect(dispute.status).toBe(400);
      await expect(stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 });
    } finally {
      await stop();
      receiver.close();
    }
  });

  it('does not run in production', async () => {
    const started = startProcess(command, args, /READY/, { NODE_ENV: 'production' });
    await expect(started).rejects.toThrow('does not run in production');
  });
});
