import { dayMs, type Logger } from '@tandem/kit';
import { redeliveryWindowMs } from '@tandem/kit/bus';
import type { Closing } from './account-closure.js';
import type { Customer, CustomerStore } from './customer.store.js';
import { UnknownAtProvider, type Payments } from './payments.js';
import type { Plans } from './plans.js';
import type { WebhookStore } from './webhook.store.js';

export interface ReconciliationOptions {
  customers: CustomerStore;
  plans: Plans;
  payments: Pick<Payments, 'hasCustomer'>;
  closing: Closing;
  seen: WebhookStore;
  logger: Logger;
  now?: () => Date;
}

/** Lease of a customer by one replica. */
const leaseMs = 10 * 60_000;
const maxPerRun = 200;
/** The provider retries a webhook for at most three days. */
const rememberWebhooksMs = 30 * dayMs;

/**
 * Makes up for lost webhooks: compares every paying customer with the provider once a day and retries
 * unfinished cancellations and account closures within minutes.
 */
export const createReconciliation = (options: ReconciliationOptions) => async (): Promise<void> => {
  const { customers, plans, payments, closing, seen, logger, now = () => new Date() } = options;
  const reconcile = async ({ uid, providerId, isClosing }: Customer): Promise<void> => {
    if (isClosing) await closing.finish(uid);
    else if (providerId && !(await payments.hasCustomer(providerId))) {
      // The webhook was lost. Without a customer no purchase could begin.
      await plans.detach(uid, providerId);
    } else await plans.refresh(uid);
  };
  await customers.forgetRemovedBefore(new Date(now().getTime() - redeliveryWindowMs));
  await seen.forgetBefore(new Date(now().getTime() - rememberWebhooksMs));
  let unknown = 0;
  for (let done = 0; done < maxPerRun; done += 1) {
    const customer = await customers.claimDue(now(), leaseMs);
    if (!customer) break;
    try {
      await reconcile(customer);
    } catch (error) {
      if (error instanceof UnknownAtProvider) unknown += 1;
      else logger.warn({ err: error, uid: customer.uid }, 'customer not reconciled, will retry');
    }
  }
  if (unknown > 0) {
    logger.warn(
      { customers: unknown },
      'customers unknown to the payment provider keep their plans: STRIPE_SECRET_KEY may be of another account or mode',
    );
  }
};
