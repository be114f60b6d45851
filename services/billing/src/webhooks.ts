import { parseRequest, ServiceError, type Logger } from '@tandem/kit';
import { newEvent, type NewEvent } from '@tandem/kit/mongo';
import { events } from '@tandem/proto/events';
import Stripe from 'stripe';
import { z } from 'zod';
import type { CustomerStore } from './customer.store.js';
import type { RefundFailures } from './payments.js';
import type { Plans } from './plans.js';
import { PaymentsNotConfigured } from './refusals.js';
import { askProvider } from './stripe/connection.js';
import { isOwnRefund } from './stripe/endings.js';
import { isOwnInvoice, isOwnPayment } from './stripe/purchases.js';
import type { WebhookStore } from './webhook.store.js';

/**
 * A webhook only triggers a refresh: verify the event, find its customer, reconcile the plan with the
 * provider's current state, then store the event id:
 *
 *   signature ─▶ seen before? ─▶ customer ─▶ plans.refresh ─▶ store the id ─▶ 200
 *
 * After a crash the id is not stored, the provider retries, and a second refresh changes nothing.
 */
export interface Webhooks {
  /**
   * Rejects with `invalid-argument`: `invalid-signature` if the provider did not sign it; otherwise `invalid-request`, or
   * the faulty field.
   */
  handle(request: { body: Uint8Array; signature: string }): Promise<void>;
}

/** For an environment without a key of the payment provider. */
export const noWebhooks: Webhooks = { handle: () => Promise.reject(new PaymentsNotConfigured()) };

export interface WebhooksOptions {
  stripe: Stripe;
  secrets: readonly string[];
  customers: CustomerStore;
  plans: Plans;
  seen: WebhookStore;
  refundFailures: RefundFailures;
  logger: Logger;
  now?: () => Date;
}

/** Other event types are ignored. */
const relevant =
  /^(customer\.(subscription\.|deleted$)|invoice\.|payment_intent\.|charge\.|refund\.)/;

/** What is read of an event. */
const eventShape = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** The content only identifies the customer to refresh. */
interface Hint {
  id?: unknown;
  object?: unknown;
  customer?: unknown;
  charge?: unknown;
}

const invalidSignature = () =>
  new ServiceError('invalid-argument', 'invalid-signature', 'Invalid signature.');

/** Signed, but no JSON, or a notification without `data`, which event destinations of Stripe can also send. */
const refuseOther = (): never => parseRequest(z.never(), null);

export const createWebhooks = (options: WebhooksOptions): Webhooks => {
  const {
    stripe,
    secrets,
    customers,
    plans,
    seen,
    refundFailures,
    logger,
    now = () => new Date(),
  } = options;

  const verify = (body: Uint8Array, signature: string): Stripe.Event => {
    for (const secret of secrets) {
      try {
        return stripe.webhooks.constructEvent(Buffer.from(body), signature, secret);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) refuseOther();
        // May be signed with another secret; refused below if none verifies it.
      }
    }
    throw invalidSignature();
  };

  /** Refunds and disputes reference only their charge. */
  const customerIdOf = async (hint: Hint): Promise<string | undefined> => {
    if (hint.object === 'customer') return text(hint.id);
    const direct = text(hint.customer);
    const charge = text(hint.charge);
    if (direct || !charge) return direct;
    const { customer } = await askProvider(() => stripe.charges.retrieve(charge));
    return typeof customer === 'string' ? customer : customer?.id;
  };

  /** The event id derives from the provider's, so that a repeated webhook publishes it once. */
  const failureEvent = (event: Stripe.Event, uid: string): NewEvent[] => {
    if (event.type !== 'payment_intent.payment_failed') return [];
    const failed = newEvent(events.paymentFailed, { uid, at: now() });
    return [{ ...failed, id: `payment-failed-${event.id}` }];
  };

  /** The customer is of another product on the same provider account, or is already closed. */
  const warnIfPaid = ({ type, data }: Stripe.Event): void => {
    const isOwn =
      (type === 'payment_intent.succeeded' && isOwnPayment(data.object)) ||
      (type === 'invoice.paid' && isOwnInvoice(data.object));
    if (!isOwn) return;
    logger.warn(
      { payment: data.object.id },
      'payment without an account: check whether to refund it',
    );
  };

  /** @param isKnown whether the account exists; of a deleted one only refunds by this service are reported. */
  const reportFailedRefund = ({ type, data }: Stripe.Event, isKnown: boolean): void => {
    if (type !== 'refund.failed' || !(isKnown || isOwnRefund(data.object))) return;
    refundFailures.inc({ refused_by: 'bank' });
    logger.error(
      { refund: data.object.id },
      'refund failed at the bank: pay the customer in another way',
    );
  };

  const apply = async (event: Stripe.Event): Promise<void> => {
    if (!relevant.test(event.type)) return;
    const providerId = await customerIdOf(event.data.object);
    if (!providerId) return;
    const customer = await customers.findByProviderId(providerId);
    if (!customer || customer.isClosing) warnIfPaid(event);
    if (customer && event.type === 'customer.deleted') {
      await plans.detach(customer.uid, providerId);
    } else if (customer) {
      await plans.refresh(customer.uid, failureEvent(event, customer.uid));
    }
    // Last, because an event that fails is delivered again.
    reportFailedRefund(event, customer !== undefined);
  };

  return {
    handle: async ({ body, signature }) => {
      const event = verify(body, signature);
      parseRequest(eventShape, event);
      if (await seen.has(event.id)) return;
      await apply(event);
      await seen.add(event.id, event.type, now());
      logger.info({ type: event.type, eventId: event.id }, 'webhook applied');
    },
  };
};
