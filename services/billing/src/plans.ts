import { conflict, dayMs, retryOnConflict, ServiceError, type Logger } from '@tandem/kit';
import { newEvent, type NewEvent } from '@tandem/kit/mongo';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { events } from '@tandem/proto/events';
import type { Customer, CustomerStore } from './customer.store.js';
import type { Payments } from './payments.js';
import {
  cancelPlan,
  noPurchases,
  overridePlan,
  planIsBusy,
  planOf,
  type Decisions,
  type Purchases,
} from './plan.js';

/**
 * Every plan change takes the same path, whether caused by a webhook, a user, an admin or the reconciliation:
 *
 *   read our row (revision r) → fetch the purchases as they are NOW → decide → write if still r → cancel
 *   superseded subscriptions at the provider
 *
 * No state is taken from the content of a webhook, so order, duplication and loss of webhooks do not matter.
 * A writer whose row has changed starts over with a new fetch, so the last write reflects the latest state.
 */
export interface PlansOptions {
  customers: CustomerStore;
  payments: Payments;
  onEvents: () => void;
  logger: Logger;
  now?: () => Date;
}

const checkEveryMs = dayMs;
const retryMs = 60_000;
const retries = { maxAttempts: 20, onExhausted: planIsBusy };

/** `undefined` keeps the earlier decisions. */
type Decide = (customer: Customer, purchases: Purchases) => Decisions | undefined;

const keep: Decide = () => undefined;

export const createPlans = (options: PlansOptions) => {
  const { customers, payments, onEvents, logger, now = () => new Date() } = options;

  const changeEvent = (customer: Customer, status: SubscriptionStatus, at: Date): NewEvent[] => {
    if (customer.status === status) return [];
    return [
      newEvent(events.planChanged, {
        uid: customer.uid,
        subscriptionStatus: status,
        previousStatus: customer.status,
        version: customer.version + 1,
        at,
      }),
    ];
  };

  const cancelAtProvider = async (customer: Customer, ids: readonly string[]) => {
    try {
      for (const id of ids) await payments.cancelSubscription(id);
    } catch (error) {
      logger.warn({ err: error, uid: customer.uid }, 'subscription not yet cancelled, will retry');
    }
  };

  /** One attempt of the path above. */
  const attemptChange = async (
    uid: string,
    decide: Decide,
    extra: readonly NewEvent[],
  ): Promise<Customer | typeof conflict> => {
    const customer = await customers.find(uid);
    // The account is deleted; the sweep ends what is left at the provider.
    if (customer.isClosing) return customer;
    const purchases = customer.providerId
      ? await payments.listPurchases(customer.providerId)
      : noPurchases;
    const at = now();
    const decisions = decide(customer, purchases) ?? customer;
    const { status, payment, toCancel } = planOf(decisions, purchases);
    const changes = [...changeEvent(customer, status, at), ...extra];
    const isWorthARow = customer.revision > 0 || changes.length > 0;
    if (!isWorthARow) return customer;
    const pauseMs = toCancel.length > 0 ? retryMs : checkEveryMs;
    const changed: Customer = {
      ...customer,
      ...decisions,
      uid,
      ...payment,
      status,
      version: customer.version + (customer.status === status ? 0 : 1),
    };
    const { uid: _uid, revision: _revision, ...fields } = changed;
    const nextCheckAt = customer.providerId ? new Date(at.getTime() + pauseMs) : undefined;
    if (!(await customers.save(customer, { ...fields, nextCheckAt }, changes))) return conflict;
    if (changes.length > 0) onEvents();
    await cancelAtProvider(customer, toCancel);
    return changed;
  };

  const change = (
    uid: string,
    decide: Decide,
    extra: readonly NewEvent[] = [],
  ): Promise<Customer> => retryOnConflict(retries, () => attemptChange(uid, decide, extra));

  /** The provider has no such customer: only plans granted by admins remain. */
  const detach = async (uid: string, providerId: string): Promise<void> => {
    const isDetached = await retryOnConflict(retries, async () => {
      const customer = await customers.find(uid);
      // Detached already; the user may have another customer by now.
      if (customer.providerId !== providerId) return false;
      const { uid: _uid, revision: _revision, ...fields } = customer;
      // After a crash the reconciliation ends the plan: no webhook finds the row any more.
      const detached = { ...fields, providerId: undefined, nextCheckAt: now() };
      return (await customers.save(customer, detached, [])) || conflict;
    });
    if (isDetached) await change(uid, keep);
  };

  return {
    detach,

    /** Reconciles a plan with the provider. `extra` is stored in the same write. */
    refresh: (uid: string, extra: readonly NewEvent[] = []) => change(uid, keep, extra),

    setPlan: (uid: string, status: SubscriptionStatus) =>
      change(uid, (customer, purchases) => overridePlan(customer, purchases, status)),

    /** Downgrades to free immediately, without refund. */
    cancel: (uid: string) =>
      change(uid, (customer, purchases) => {
        if (planOf(customer, purchases).status === 'free') {
          throw new ServiceError(
            'failed-precondition',
            'no-subscription',
            'There is no subscription to cancel.',
          );
        }
        return cancelPlan(customer, purchases);
      }),
  };
};

export type Plans = ReturnType<typeof createPlans>;
