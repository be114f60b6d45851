import Stripe from 'stripe';
import { RefusedRefund } from '../payments.js';
import { date, idOf, maxListed, translate } from './connection.js';
import { isOwnPayment, isPayable, isWithheld } from './purchases.js';

/** A deleted customer's intents can still be paid. */
export const cancelBegun = async (stripe: Stripe, customer: string): Promise<void> => {
  const intents = await stripe.paymentIntents.list({ customer, limit: 100 }).autoPagingToArray({
    limit: maxListed,
  });
  for (const { id, status } of intents.filter(isOwnPayment)) {
    if (status === 'succeeded' || status === 'canceled') continue;
    try {
      await stripe.paymentIntents.cancel(id);
    } catch (error) {
      // The bank is processing it; the webhook of its success is logged.
      const isSubmitted =
        error instanceof Stripe.errors.StripeInvalidRequestError &&
        error.code === 'payment_intent_unexpected_state';
      if (!isSubmitted) throw error;
    }
  }
};

/** Stripe voids no drafts. */
const closeInvoice = async (stripe: Stripe, { id, status }: Stripe.Invoice): Promise<void> => {
  await (status === 'draft'
    ? stripe.invoices.update(id, { auto_advance: false })
    : stripe.invoices.voidInvoice(id));
};

/**
 * After the end of a subscription or its customer, Stripe no longer collects open invoices, but their pages still take a
 * payment, and it promises nothing about drafts: https://docs.stripe.com/api/subscriptions/cancel
 */
export const closeInvoices = async (
  stripe: Stripe,
  owner: { subscription: string } | { customer: string },
): Promise<void> => {
  const invoices = await stripe.invoices
    .list({ ...owner, limit: 100 })
    .autoPagingToArray({ limit: maxListed });
  for (const invoice of invoices.filter(isPayable)) {
    try {
      await closeInvoice(stripe, invoice);
    } catch (error) {
      // It is paid by now, or the bank is processing its payment.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  }
};

/** The intents of a subscription's invoices that were paid after `since`, or the one-time payment itself. */
const findPaidIntents = async (stripe: Stripe, id: string, since: Date): Promise<string[]> => {
  if (id.startsWith('pi_')) return [id];
  const invoices = await stripe.invoices
    .list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
    .autoPagingToArray({ limit: maxListed });
  return invoices
    .filter(({ status_transitions: { paid_at: at } }) => at === null || date(at) > since)
    .flatMap(({ payments }) => payments?.data ?? [])
    .map(({ payment }) => idOf(payment.payment_intent))
    .filter((intent) => intent !== undefined);
};

/** Metadata of a refund: the id of the purchase. */
const ownRefund = 'refunded_purchase';

/** Whether a refund was made by this service, and not by the operator or for another product. */
export const isOwnRefund = ({ metadata }: Stripe.Refund): boolean =>
  metadata?.[ownRefund] !== undefined;

/** Without an amount the provider refunds what is left of a charge, and refuses a second refund. */
const refundCharge = async (stripe: Stripe, charge: string, purchase: string): Promise<void> => {
  try {
    await stripe.refunds.create({
      charge,
      reason: 'duplicate',
      metadata: { [ownRefund]: purchase },
    });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const isSettled = error.code === 'charge_already_refunded' || error.code === 'charge_disputed';
    if (!isSettled) throw new RefusedRefund(translate(error));
  }
};

export const refundPayments = async (stripe: Stripe, id: string, since: Date): Promise<number> => {
  let count = 0;
  for (const intent of await findPaidIntents(stripe, id, since)) {
    const { data } = await stripe.charges.list({ payment_intent: intent, limit: 100 });
    const kept = data.filter(
      ({ paid, refunded, created }) => paid && !refunded && date(created) > since,
    );
    for (const charge of kept) {
      // The bank decides about it.
      if (await isWithheld(stripe, charge)) continue;
      await refundCharge(stripe, charge.id, id);
      count += 1;
    }
  }
  return count;
};
