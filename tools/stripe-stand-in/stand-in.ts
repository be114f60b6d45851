import { endpoints } from './api/endpoints.js';
import { expansionTree, present } from './api/expand.js';
import { invalid, StripeFault, unauthorized, unknownUrl } from './api/faults.js';
import { parseForm } from './api/form.js';
import { cardByNumber } from './cards.js';
import { answerChallenge, settleDebit } from './payments.js';
import type {
  Dispute,
  DisputeCase,
  HttpRequest,
  HttpResponse,
  PaymentIntent,
  Refund,
} from './resources.js';
import { closeDispute, failRefund, openDispute } from './reversals.js';
import { createState, randomId, type Dunning } from './state.js';
import { advanceClock, consequences } from './subscriptions.js';
import { createWebhooks, type WebhookMessage } from './webhooks.js';

/*
 * The part of Stripe's API that the product uses, in memory, for the unmodified SDK. Rejects unknown
 * endpoints and parameters.
 *
 *   SDK ──form-encoded──▶ handle() ─▶ endpoint ─▶ state ─▶ events ─▶ signed webhooks ─▶ product
 *   tests, developers ──▶ control   (clock, webhook faults, 3-D Secure, disputes)
 */

const defaultLimit = 10;

interface PageParams {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

const pageOf = (rows: readonly { id: string }[], params: PageParams, path: string) => {
  const { limit = defaultLimit, starting_after: after, ending_before: before } = params;
  const start = after ? rows.findIndex(({ id }) => id === after) + 1 : 0;
  const end = before ? rows.findIndex(({ id }) => id === before) : rows.length;
  if ((after && start === 0) || end < 0) {
    throw invalid('No such object to page from.', 'starting_after');
  }
  const page = rows.slice(start, Math.min(end, start + limit));
  return { object: 'list', data: page, has_more: start + page.length < end, url: path };
};

const keyKind = ({ headers }: HttpRequest): 'secret' | 'publishable' => {
  const key = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  if (/^sk_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'publishable';
  throw unauthorized('Invalid API Key provided.');
};

/** Keys are forgotten when they are a day old. */
const keySeconds = 86_400;

/** Replays the first response to a repeated write: https://docs.stripe.com/api/idempotent_requests */
const createIdempotency = (now: () => number) => {
  const responses = new Map<
    string,
    { fingerprint: string; response: HttpResponse; expiresAt: number }
  >();
  const find = (key: string) => {
    const found = responses.get(key);
    return found && found.expiresAt > now() ? found : undefined;
  };
  return {
    once: (key: string | undefined, fingerprint: string, run: () => HttpResponse): HttpResponse => {
      const known = key === undefined ? undefined : find(key);
      if (known && known.fingerprint !== fingerprint) {
        throw new StripeFault(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        });
      }
      if (known) {
        const headers = { ...known.response.headers, 'idempotent-replayed': 'true' };
        return { ...known.response, headers };
      }
      const response = run();
      // A request that fails validation may be corrected and sent again under its key.
      const { status } = response;
      const isProcessed = status < 400 || status === 402 || status >= 500;
      if (key !== undefined && isProcessed) {
        responses.set(key, { fingerprint, response, expiresAt: now() + keySeconds });
      }
      return response;
    },
  };
};

/** A write that the provider fails with status 500, before or after its effect, or refuses with a code. */
interface InjectedFailure {
  path: string;
  hasEffect: boolean;
  code?: string;
}

const serverError = { type: 'api_error', message: 'An error occurred. Contact support.' };

const respond = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'request-id': randomId('req') },
  body: JSON.stringify(body),
});

export interface StandInOptions {
  webhookSecret: string;
  deliver: (message: WebhookMessage) => Promise<boolean>;
  random?: () => number;
  nowMs?: () => number;
  /** Called with each rejected request. */
  onRejected?: (description: string) => void;
}

export const createStandIn = ({
  webhookSecret,
  deliver,
  random,
  nowMs,
  onRejected = () => undefined,
}: StandInOptions) => {
  const webhooks = createWebhooks({
    secret: webhookSecret,
    deliver,
    ...(random ? { random } : {}),
  });
  const state = createState({ onEvent: webhooks.push, ...(nowMs ? { nowMs } : {}) });
  const idempotency = createIdempotency(state.now);
  const failures: InjectedFailure[] = [];

  const takeFailure = (path: string): InjectedFailure | undefined => {
    const index = failures.findIndex((one) => one.path === path);
    return index < 0 ? undefined : failures.splice(index, 1)[0];
  };

  const serve = (request: HttpRequest): HttpResponse => {
    const { pathname, search } = new URL(request.url, 'http://stripe.invalid');
    const isPublic = keyKind(request) === 'publishable';
    const endpoint = endpoints.find(
      ({ method, path }) => method === request.method && path.test(pathname),
    );
    if (!endpoint) throw unknownUrl(request.method, pathname);
    if (isPublic && !endpoint.isPublic) {
      throw unauthorized('This API call cannot be made with a publishable API key.');
    }
    const values = { ...parseForm(search.slice(1)), ...parseForm(request.body) };
    const run = () => {
      const id = endpoint.path.exec(pathname)?.[1] ?? '';
      const call = endpoint.call(values, { state, id, isPublic });
      const tree = expansionTree(call.params.expand ?? []);
      const result = call.run();
      const body = Array.isArray(result) ? pageOf(result, call.params, pathname) : result;
      return respond(200, present(state, body, tree));
    };
    if (request.method !== 'POST') return run();
    const fingerprint = `${pathname} ${JSON.stringify(values)}`;
    return idempotency.once(request.headers['idempotency-key'], fingerprint, () => {
      const failure = takeFailure(pathname);
      try {
        if (failure?.code) throw invalid('Refused.', undefined, failure.code);
        if (failure && !failure.hasEffect) return respond(500, { error: serverError });
        const response = run();
        return failure ? respond(500, { error: serverError }) : response;
      } catch (error) {
        if (error instanceof StripeFault) return respond(error.status, { error: error.error });
        throw error;
      }
    });
  };

  return {
    state,
    webhooks,
    handle: (request: HttpRequest): HttpResponse => {
      const call = `${request.method} ${String(request.url.split('?')[0])}`;
      try {
        const response = serve(request);
        const isRejected = response.status === 400 || response.status === 404;
        if (isRejected) onRejected(`${call}: ${response.body}`);
        return response;
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
        if (error.status !== 402) onRejected(`${call}: ${error.message}`);
        return respond(error.status, { error: error.error });
      }
    },
    control: {
      advance: (seconds: number): void => advanceClock(state, seconds),
      /** Fails the next write to a path with status 500, once per call. */
      failNext: (path: string, hasEffect: boolean): void => {
        failures.push({ path, hasEffect });
      },
      /** Refuses the next write to a path with status 400 and an error code, once per call. */
      refuseNext: (path: string, code: string): void => {
        failures.push({ path, hasEffect: false, code });
      },
      authenticate: (intentId: string, isApproved: boolean): PaymentIntent => {
        const intent = state.get('payment_intents', intentId);
        answerChallenge(state, intent, isApproved, consequences(state));
        return intent;
      },
      /** Ends the processing of a bank debit. */
      settleDebit: (intentId: string, isPaid: boolean): void =>
        settleDebit(state, state.get('payment_intents', intentId), isPaid, consequences(state)),
      failRefund: (refundId: string): Refund => failRefund(state, refundId),
      /** The settings for payments that fail; those absent stay. */
      setDunning: (settings: Partial<Dunning>): void => {
        Object.assign(state.dunning, settings);
      },
      dispute: (chargeId: string, kind: DisputeCase = 'chargeback'): Dispute =>
        openDispute(state, chargeId, kind),
      closeDispute: (disputeId: string, outcome: 'won' | 'lost'): Dispute =>
        closeDispute(state, disputeId, outcome),
      /** Sets the card charged by the next renewals. */
      saveCard: (customerId: string, number: string): void => {
        const card = cardByNumber(number);
        if (!card) throw invalid('Not a test card.', 'number');
        state.savedCards.set(customerId, card);
      },
    },
  };
};

export type StandIn = ReturnType<typeof createStandIn>;
