import { createHmac } from 'node:crypto';

/** @typedef {import('./resources.js').StripeEvent} StripeEvent */

/**
 * What may go wrong between the provider and us, on purpose.
 * @typedef {object} WebhookFaults
 * @property {number} [dropRate] 0 to 1
 * @property {number} [duplicateRate] 0 to 1
 * @property {number} [delayMs] each waits a random time up to this, which also changes their order
 * @property {boolean} [isHeld] nothing leaves until `release`
 */

const MAX_ATTEMPTS = 8;
const RETRY_BASE_MS = 500;

/**
 * `Stripe-Signature` of a body.
 * @param {string} body
 * @param {string} secret
 * @param {number} at seconds
 */
export const signWebhook = (body, secret, at) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;

/**
 * Delivers events, signed, and again with growing pauses until the other side says 2xx.
 * @param {object} options
 * @param {string} options.secret
 * @param {(message: {body: string, signature: string}) => Promise<boolean>} options.deliver resolves with
 *   whether it was accepted; must not reject
 * @param {() => number} [options.random]
 */
export const createWebhooks = ({ secret, deliver, random = Math.random }) => {
  /** @type {WebhookFaults} */
  let faults = {};
  /** @type {StripeEvent[]} */
  let held = [];
  /** @type {Set<NodeJS.Timeout>} */
  const timers = new Set();
  let running = 0;
  /** @type {(() => void)[]} */
  let waiting = [];

  const settle = () => {
    if (running > 0 || timers.size > 0) return;
    for (const resolve of waiting.splice(0)) resolve();
  };

  /** @param {number} ms @param {() => void} run */
  const later = (ms, run) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };

  /** @param {StripeEvent} event */
  const messageOf = (event) => {
    const body = JSON.stringify(event);
    return { body, signature: signWebhook(body, secret, Math.floor(Date.now() / 1000)) };
  };

  /** @param {StripeEvent} event @param {number} attempt */
  const attemptDelivery = async (event, attempt) => {
    running += 1;
    const isAccepted = await deliver(messageOf(event));
    running -= 1;
    if (!isAccepted && attempt < MAX_ATTEMPTS) {
      later(RETRY_BASE_MS * 2 ** attempt, () => void attemptDelivery(event, attempt + 1));
    }
    settle();
  };

  /** @param {StripeEvent} event */
  const send = (event) =>
    later(random() * (faults.delayMs ?? 0), () => void attemptDelivery(event, 0));

  return {
    /** @param {StripeEvent} event */
    push: (event) => {
      if (random() < (faults.dropRate ?? 0)) return;
      const copies = random() < (faults.duplicateRate ?? 0) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        if (faults.isHeld) held.push(event);
        else send(event);
      }
    },
    /** @param {WebhookFaults} next */
    setFaults: (next) => {
      faults = next;
    },
    /** Events held back, to be sent by the caller's own hand and in the caller's own order. */
    takeHeld: () => {
      const taken = held;
      held = [];
      return taken.map((event) => ({ event, message: messageOf(event) }));
    },
    release: () => {
      for (const event of held.splice(0)) send(event);
    },
    /** Resolves when nothing is under way any more. @returns {Promise<void>} */
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        settle();
      }),
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      waiting.splice(0).forEach((resolve) => resolve());
    },
  };
};
