import { randomId, createState } from './state.mjs';
import { endpoints } from './api/endpoints.mjs';
import { expansionTree, present } from './api/expand.mjs';
import { invalid, StripeFault, unauthorized, unknownUrl } from './api/faults.mjs';
import { parseForm } from './api/form.mjs';
import { checkParams } from './api/params.mjs';
import { answerChallenge } from './payments.mjs';
import { closeDispute, openDispute } from './reversals.mjs';
import { advanceClock, consequences } from './subscriptions.mjs';
import { cardByNumber } from './cards.mjs';
import { createWebhooks } from './webhooks.mjs';

/**
 * A payment provider for machines without one: the part of Stripe's API that the product uses, spoken to
 * by the unmodified SDK. Everything is in memory; what it does not know it refuses loudly.
 *
 *   SDK ──form-encoded──▶ handle() ─▶ endpoint ─▶ state ─▶ events ─▶ webhooks, signed, to the product
 *   tests, developers ──▶ control   (clock, faults of the webhooks, the bank's second step, disputes)
 */

/** @typedef {import('./resources.js').HttpRequest} HttpRequest */
/** @typedef {import('./resources.js').HttpResponse} HttpResponse */

const DEFAULT_LIMIT = 10;

/** @param {readonly {id: string}[]} rows @param {import('./resources.js').Params} params @param {string} path */
const pageOf = (
  rows,
  { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before },
  path,
) => {
  const start = after ? rows.findIndex(({ id }) => id === after) + 1 : 0;
  const end = before ? rows.findIndex(({ id }) => id === before) : rows.length;
  if ((after && start === 0) || end < 0)
    throw invalid('No such object to page from.', 'starting_after');
  const page = rows.slice(start, Math.min(end, start + limit));
  return { object: 'list', data: page, has_more: start + page.length < end, url: path };
};

/** @param {HttpRequest} request @returns {'secret' | 'publishable'} */
const keyKind = ({ headers }) => {
  const key = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  if (/^sk_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'publishable';
  throw unauthorized('Invalid API Key provided.');
};

/** Repeats of a write under the same key answer what the first one answered. */
const createIdempotency = () => {
  /** @type {Map<string, {fingerprint: string, response: HttpResponse}>} */
  const answers = new Map();
  return {
    /** @param {string | undefined} key @param {string} fingerprint @param {() => HttpResponse} run */
    once: (key, fingerprint, run) => {
      const known = key === undefined ? undefined : answers.get(key);
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
      // Requests refused before they began may be corrected and sent again under the same key.
      const hasBegun = response.status < 400 || response.status === 402;
      if (key !== undefined && hasBegun) answers.set(key, { fingerprint, response });
      return response;
    },
  };
};

/** @param {number} status @param {unknown} body @returns {HttpResponse} */
const answer = (status, body) => ({
  status,
  headers: { 'content-type': 'application/json', 'request-id': randomId('req') },
  body: JSON.stringify(body),
});

/**
 * @param {object} options
 * @param {string} options.webhookSecret
 * @param {Parameters<typeof createWebhooks>[0]['deliver']} options.deliver
 * @param {() => number} [options.random]
 * @param {() => number} [options.nowMs]
 * @param {(complaint: string) => void} [options.complain] told of everything that is not known here
 */
export const createStandIn = ({ webhookSecret, deliver, random, nowMs, complain = () => {} }) => {
  const webhooks = createWebhooks({
    secret: webhookSecret,
    deliver,
    ...(random ? { random } : {}),
  });
  const state = createState({ onEvent: webhooks.push, ...(nowMs ? { nowMs } : {}) });
  const idempotency = createIdempotency();

  /** @param {HttpRequest} request @returns {HttpResponse} */
  const serve = (request) => {
    const { pathname, search } = new URL(request.url, 'http://stripe.invalid');
    const key = keyKind(request);
    const endpoint = endpoints.find(
      ({ method, path }) => method === request.method && path.test(pathname),
    );
    if (!endpoint) throw unknownUrl(request.method, pathname);
    if (key === 'publishable' && !endpoint.isPublic) {
      throw unauthorized('This API call cannot be made with a publishable API key.');
    }
    const values = { ...parseForm(search.slice(1)), ...parseForm(request.body) };
    const run = () => {
      const params = checkParams(endpoint.shape, values);
      const tree = expansionTree(params['expand'] ?? []);
      const id = endpoint.path.exec(pathname)?.[1] ?? '';
      // The secret is what entitles a browser; without the field it has none.
      if (key === 'publishable') params['key'] = key;
      const result = endpoint.run({ state, params, id });
      const body = Array.isArray(result) ? pageOf(result, params, pathname) : result;
      return answer(200, present(state, body, tree));
    };
    if (request.method !== 'POST') return run();
    const fingerprint = `${pathname} ${JSON.stringify(values)}`;
    return idempotency.once(request.headers['idempotency-key'], fingerprint, () => {
      try {
        return run();
      } catch (error) {
        if (error instanceof StripeFault) return answer(error.status, { error: error.error });
        throw error;
      }
    });
  };

  return {
    state,
    webhooks,
    /** @param {HttpRequest} request @returns {HttpResponse} */
    handle: (request) => {
      try {
        const response = serve(request);
        if (response.status === 400 || response.status === 404) {
          complain(`${request.method} ${request.url.split('?')[0]}: ${response.body}`);
        }
        return response;
      } catch (error) {
        if (!(error instanceof StripeFault)) throw error;
        if (error.status !== 402)
          complain(`${request.method} ${request.url.split('?')[0]}: ${error.message}`);
        return answer(error.status, { error: error.error });
      }
    },
    control: {
      /** @param {number} seconds */
      advance: (seconds) => advanceClock(state, seconds),
      /** @param {string} intentId @param {boolean} isApproved */
      authenticate: (intentId, isApproved) => {
        const intent = state.get('payment_intents', intentId);
        answerChallenge(state, intent, isApproved, consequences(state));
        return intent;
      },
      /** @param {string} chargeId */
      dispute: (chargeId) => openDispute(state, chargeId),
      /** @param {string} disputeId @param {'won' | 'lost'} outcome */
      closeDispute: (disputeId, outcome) => closeDispute(state, disputeId, outcome),
      /** The card that renewals are charged to from now on. @param {string} customerId @param {string} number */
      saveCard: (customerId, number) => {
        const card = cardByNumber(number);
        if (!card) throw invalid('Not a test card.', 'number');
        state.savedCards.set(customerId, card);
      },
    },
  };
};

/** @typedef {ReturnType<typeof createStandIn>} StandIn */
