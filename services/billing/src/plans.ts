import { conflict, dayMs, retryOnConflict, ServiceError, type Logger } from '@tandem/kit';
import { newEvent, type NewEvent } from '@tandem/kit/mongo';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { events } from '@tandem/proto/events';
import type { Customer, CustomerStore } from './customer.store.js';
import { payBack, type Payments, type RefundFailures } from './payments.js';
import {
  cancelPlan,
  checkPauseOf,
  isSamePayment,
  isSettled,
  noPurchases,
  overridePlan,
  planOf,
  refundsOf,
  type Decisions,
  type Outcome,
  type Purchases,
} from './plan.js';
import { foreverStays, planHasChanged, planIsBusy } from './refusals.js';

/**
 * Every plan change takes the same path, whether caused by a webhook, a user, an admin or the reconciliation:
 *
 *   read our row (revision r) → fetch the purchases as they are NOW → decide → write if still r → cancel
 *   superseded subscriptions at the provider; the next round refunds what was paid twice
 *
 * No state is taken from the content of a webhook, so order, duplication and loss of webhooks do not matter.
 * A writer whose row has changed starts over with a new fetch, so the last write reflects the latest state.
 */
export interface PlansOptions {
  customers: CustomerStore;
  payments: Payments;
  /** False: users cannot cancel ProForever. */
  canCancelForever: boolean;
  publishSoon: () => void;
  refundFailures: RefundFailures;
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
  const {
    customers,
    payments,
    canCancelForever,
    publishSoon,
    refundFailures,
    logger,
    now = () => new Date(),
  } = options;

  /** Pages load the plan and its payment after either event. */
  const changeEvent = (customer: Customer, { status, payment }: Outcome, at: Date): NewEvent[] => {
    if (customer.status === status) {
      if (isSamePayment(customer, payment)) return [];
      return [newEvent(events.paymentChanged, { uid: customer.uid, at })];
    }
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

  /**
   * Makes the refunds that are stored, of purchases that can take no further payment. Returns those left: they are
   * stored before the purchases are cancelled, so that a crash loses none.
   */
  const settleRefunds = async (customer: Customer, purchases: Purchases, outcome: Outcome) => {
    const refunds = refundsOf(customer.refunds, planOf(customer, purchases), outcome);
    const due = [...refunds].filter(([id]) => customer.refunds.has(id) && isSettled(purchases, id));
    const made = await payBack({ payments, refundFailures, logger }, customer.uid, new Map(due));
    return new Map([...refunds].filter(([id]) => !made.has(id)));
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
    const outcome = planOf(decisions, purchases);
    const { status, payment, toCancel } = outcome;
    const refunds = await settleRefunds(customer, purchases, outcome);
    const changes = [...changeEvent(customer, outcome, at), ...extra];
    const isWorthARow = customer.revision > 0 || changes.length > 0;
    if (!isWorthARow) return customer;
    const usualPauseMs = Math.min(checkPauseOf(purchases, at) ?? checkEveryMs, checkEveryMs);
    const pauseMs = toCancel.length > 0 || refunds.size > 0 ? retryMs : usualPauseMs;
    const changed: Customer = {
      ...customer,
      ...decisions,
      uid,
      refunds,
      ...payment,
      status,
      version: customer.version + (customer.status === status ? 0 : 1),
    };
    const { uid: _uid, revision: _revision, ...fields } = changed;
    const isUnfinished = customer.providerId !== undefined || refunds.size > 0;
    const nextCheckAt = isUnfinished ? new Date(at.getTime() + pauseMs) : undefined;
    if (!(await customers.save(customer, { ...fields, nextCheckAt }, changes))) return conflict;
    if (changes.length > 0) publishSoon();
    await cancelAtProvider(customer, toCancel);
    return changed;
  };

  const change = (
    uid: string,
    decide: Decide,
    extra: readonly NewEvent[] = [],
  ): Promise<Customer> => retryOnConflict(retries, () => attemptChange(uid, decide, extra));

  /**
   * Decides only if the user has the plan that a page showed. Otherwise the row is reconciled, and nothing is voided: a
   * payment of which the page knew nothing would be lost.
   */
  const changeShown = async (
    uid: string,
    shown: SubscriptionStatus | undefined,
    decide: (customer: Customer, purchases: Purchases) => Decisions,
  ) => {
    let expected = shown;
    const seen: { found: SubscriptionStatus; isShown: boolean } = { found: 'free', isShown: true };
    const changed = await change(uid, (customer, purchases) => {
      // Of the first attempt: a later one reads what another writer has reconciled.
      expected ??= customer.status;
      seen.found = planOf(customer, purchases).status;
      seen.isShown = seen.found === expected;
      return seen.isShown ? decide(customer, purchases) : undefined;
    });
    return { changed, ...seen };
  };

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

    /** @param shown the plan that the admin saw; default: that of the row. */
    setPlan: async (uid: string, status: SubscriptionStatus, shown?: SubscriptionStatus) => {
      const { changed, found, isShown } = await changeShown(uid, shown, (customer, purchases) =>
        overridePlan(customer, purchases, status),
      );
      if (!isShown && found !== status) throw planHasChanged();
      return changed;
    },

    /**
     * Downgrades to free immediately, without refund.
     * @param shown the plan that the user saw; default: that of the row.
     */
    cancel: async (uid: string, shown?: SubscriptionStatus) => {
      const canCancel = (status: SubscriptionStatus) => canCancelForever || status !== 'proforever';
      const { changed, found, isShown } = await changeShown(uid, shown, (customer, purchases) => {
        const { status } = planOf(customer, purchases);
        // Refused below; a payment that is begun or disputed may still grant a plan.
        if (status === 'free' || !canCancel(status)) return customer;
        return cancelPlan(customer, purchases);
      });
      if (found === 'free') {
        throw new ServiceError(
          'failed-precondition',
          'no-subscription',
          'There is no subscription to cancel.',
        );
      }
      if (!isShown) throw planHasChanged();
      if (!canCancel(found)) throw foreverStays();
      return changed;
    },
  };
};

export type Plans = ReturnType<typeof createPlans>;
