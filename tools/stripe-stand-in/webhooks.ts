import { createHmac } from 'node:crypto';
import type { StripeEvent } from './resources.js';

/** Faults injected into the delivery of webhooks. */
export interface WebhookFaults {
  /** 0 to 1 */
  dropRate?: number;
  /** 0 to 1 */
  duplicateRate?: number;
  /** Delays each delivery randomly up to this, which also reorders them. */
  delayMs?: number;
  /** Holds all deliveries until `release`. */
  isHeld?: boolean;
}

export interface WebhookMessage {
  body: string;
  signature: string;
}

interface WebhookOptions {
  secret: string;
  /** Resolves with whether the receiver accepted the message; must not reject. */
  deliver: (message: WebhookMessage) => Promise<boolean>;
  random?: () => number;
}

const maxAttempts = 8;
const retryBaseMs = 500;

/**
 * The `Stripe-Signature` header of a body: https://docs.stripe.com/webhooks#verify-manually
 * @param at seconds since the epoch
 */
const signWebhook = (body: string, secret: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;

/** Delivers signed events and retries with exponential backoff until the receiver accepts them. */
export const createWebhooks = ({ secret, deliver, random = Math.random }: WebhookOptions) => {
  let faults: WebhookFaults = {};
  let held: StripeEvent[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let running = 0;
  const waiting: (() => void)[] = [];

  const resolveIfIdle = () => {
    if (running > 0 || timers.size > 0) return;
    for (const resolve of waiting.splice(0)) resolve();
  };

  const schedule = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };

  const messageOf = (event: StripeEvent): WebhookMessage => {
    const body = JSON.stringify(event);
    return { body, signature: signWebhook(body, secret, Math.floor(Date.now() / 1000)) };
  };

  const attemptDelivery = async (event: StripeEvent, attempt: number): Promise<void> => {
    running += 1;
    const isAccepted = await deliver(messageOf(event));
    running -= 1;
    if (!isAccepted && attempt < maxAttempts) {
      schedule(retryBaseMs * 2 ** attempt, () => void attemptDelivery(event, attempt + 1));
    }
    resolveIfIdle();
  };

  const send = (event: StripeEvent) => {
    schedule(random() * (faults.delayMs ?? 0), () => void attemptDelivery(event, 0));
  };

  return {
    push: (event: StripeEvent): void => {
      if (random() < (faults.dropRate ?? 0)) return;
      const copies = random() < (faults.duplicateRate ?? 0) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        if (faults.isHeld) held.push(event);
        else send(event);
      }
    },
    setFaults: (next: WebhookFaults): void => {
      faults = next;
    },
    /** Removes the held events, for a caller that delivers them in an order of its choice. */
    takeHeld: (): { event: StripeEvent; message: WebhookMessage }[] => {
      const taken = held;
      held = [];
      return taken.map((event) => ({ event, message: messageOf(event) }));
    },
    release: (): void => {
      for (const event of held.splice(0)) send(event);
    },
    /** Resolves when no delivery is pending. */
    idle: (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        resolveIfIdle();
      }),
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
};
