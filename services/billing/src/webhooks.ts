import type Stripe from 'stripe';
import { ServiceError, type Logger } from '@tandem/kit';
import { newEvent, type NewEvent } from '@tandem/kit/mongo';
import { events } from '@tandem/proto/events';
import type { CustomerStore } from './customer.store.js';
import type { Plans } from './plans.js';
import { askProvider } from './stripe-payments.js';
import type { WebhookStore } from './webhook.store.js';

/**
 * Webhooks only say "look again". An event is verified, its customer is found, the plan is brought into line
 * with what the provider says NOW, and then the event's id is remembered:
 *
 *   signature ─▶ seen before? ─▶ whose? ─▶ plans.refresh ─▶ remember the id ─▶ 200
 *
 * A crash on the way leaves the id unknown, the provider sends again, and a second refresh changes nothing.
 */
export interface Webhooks {
  /** Rejects with `invalid-argument` / `invalid-signature` for anything the provider did not sign. */
  handle(request: { body: Uint8Array; signature: string }): Promise<void>;
}

const notConfigured = () =>
  new ServiceError('unavailable', 'payments-not-configured', 'Payments are not available here.');

/** For an environment without a payment provider. */
export const noWebhooks: Webhooks = { handle: () => Promise.reject(notConfigured()) };

export interface WebhooksOptions {
  stripe: Stripe;
  secrets: readonly string[];
  customers: CustomerStore;
  plans: Plans;
  seen: WebhookStore;
  logger: Logger;
  now?: () => Date;
}

/** Everything else the provider may send is none of our business. */
const relevant =
  /^(customer\.(subscription\.|deleted$)|invoice\.|payment_intent\.|charge\.|refund\.)/;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The content is taken for a hint only: which customer to look at. */
interface Hint {
  id?: unknown;
  object?: unknown;
  customer?: unknown;
  charge?: unknown;
}

const invalidSignature = () =>
  new ServiceError('invalid-argument', 'invalid-signature', 'Invalid signature.');

export const createWebhooks = (options: WebhooksOptions): Webhooks => {
  const { stripe, secrets, customers, plans, seen, logger, now = () => new Date() } = options;

  const verify = (body: Uint8Array, signature: string): Stripe.Event => {
    for (const secret of secrets) {
      try {
        return stripe.webhooks.constructEvent(Buffer.from(body), signature, secret);
      } catch {
        // Signed with another secret, perhaps; what none of them verifies is refused below.
      }
    }
    throw invalidSignature();
  };

  /** Refunds and disputes name their charge only. */
  const customerIdOf = async (hint: Hint): Promise<string | undefined> => {
    if (hint.object === 'customer') return text(hint.id);
    const direct = text(hint.customer);
    const charge = text(hint.charge);
    if (direct || !charge) return direct;
    const { customer } = await askProvider(() => stripe.charges.retrieve(charge));
    return typeof customer === 'string' ? customer : customer?.id;
  };

  /** Under an id made from the provider's: told once, however often the webhook comes. */
  const failureEvent = (event: Stripe.Event, uid: string): NewEvent[] => {
    if (event.type !== 'payment_intent.payment_failed') return [];
    const failed = newEvent(events.paymentFailed, { uid, at: now() });
    return [{ ...failed, id: `payment-failed-${event.id}` }];
  };

  const apply = async (event: Stripe.Event): Promise<void> => {
    if (!relevant.test(event.type)) return;
    const providerId = await customerIdOf(event.data.object);
    const customer = providerId && (await customers.findByProviderId(providerId));
    // Somebody else's, on the same account of the provider, or closed already.
    if (!customer) return;
    if (event.type === 'customer.deleted') await plans.detach(customer.uid);
    else await plans.refresh(customer.uid, failureEvent(event, customer.uid));
  };

  return {
    handle: async ({ body, signature }) => {
      const event = verify(body, signature);
      if (await seen.has(event.id)) return;
      await apply(event);
      await seen.add(event.id, event.type, now());
      logger.info({ type: event.type, eventId: event.id }, 'webhook applied');
    },
  };
};
