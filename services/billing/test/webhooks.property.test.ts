import { ServiceError } from '@tandem/kit';
import { startMongo, type TestMongo } from '@tandem/kit/testing';
import { subscriptionStatuses, type SubscriptionStatus } from '@tandem/proto/browser/plans';
import fc from 'fast-check';
import type { CustomerStore } from '../src/customer.store.js';
import { createModel } from './model.js';
import { cards, startProvider } from './provider.js';
import { assembleBilling, openStores, type Billing, type Stores } from './service.js';

/**
 * Webhooks permuted, duplicated, dropped and interleaved with crashes end in the model's
 * plan. A crash is an exception at any step: before or after a write, a request lost on its way or its answer. The
 * provider also fails writes and saves the failure, before or after its effect.
 */
const runs = process.env['LONG_RUN'] ? 1_000 : 80;
/** The long run takes one to two minutes on two idle cores; longer on a busy machine. */
const timeoutMs = 900_000;
const day = 86_400;

/** Two payments that are both begun before either is paid; the second buys nothing. */
const pairs = {
  weeks: ['pro', 'pro'],
  forever: ['proforever', 'proforever'],
  weekAfterForever: ['proforever', 'pro'],
} as const;

type Step =
  | { kind: 'buy'; planType: 'pro' | 'proforever'; card: keyof typeof cards; tabs: number }
  | { kind: 'fail'; path: string; hasEffect: boolean }
  | { kind: 'payTwice'; pair: keyof typeof pairs }
  | { kind: 'cancel' | 'refund' | 'dispute' | 'drop' | 'payLate' }
  | { kind: 'leave'; meanwhile: 'renewal' | 'payment' }
  | { kind: 'closeDispute'; outcome: 'won' | 'lost' }
  | { kind: 'override'; status: SubscriptionStatus }
  | { kind: 'advance'; days: number; card: 'good' | 'declined' }
  | { kind: 'deliver'; picks: number[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      planType: fc.constantFrom('pro' as const, 'proforever' as const),
      card: fc.constantFrom(
        'good' as const,
        'good' as const,
        'declined' as const,
        'challenge' as const,
      ),
      tabs: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('payTwice' as const),
      pair: fc.constantFrom('weeks' as const, 'forever' as const, 'weekAfterForever' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      path: fc.constantFrom('/v1/customers', '/v1/subscriptions', '/v1/payment_intents'),
      hasEffect: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'payLate' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'cancel' as const,
        'refund' as const,
        'dispute' as const,
        'drop' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('leave' as const),
      meanwhile: fc.constantFrom('renewal' as const, 'payment' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('closeDispute' as const),
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('override' as const),
      status: fc.constantFrom(...subscriptionStatuses),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      days: fc.integer({ min: 1, max: 20 }),
      card: fc.constantFrom('good' as const, 'declined' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      picks: fc.array(fc.nat(200), { maxLength: 6 }),
    }),
  },
);

class Crash extends Error {}

/** Crashes at the step numbers in `plan`; all other steps succeed. */
const createChaos = (crashAt: readonly number[]) => {
  const doomed = new Set(crashAt);
  let steps = 0;
  let crashes = 0;
  let isOn = true;
  const tick = () => {
    steps += 1;
    if (!isOn || !doomed.has(steps)) return;
    crashes += 1;
    throw new Crash();
  };
  return {
    tick,
    crashes: () => crashes,
    calm: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      isOn = false;
      try {
        return await work();
      } finally {
        isOn = true;
      }
    },
  };
};

const withCrashes = (store: CustomerStore, tick: () => void): CustomerStore => ({
  ...store,
  save: async (...args) => {
    tick();
    const isSaved = await store.save(...args);
    tick();
    return isSaved;
  },
});

let mongo: TestMongo;
let stores: Stores;
beforeAll(async () => {
  mongo = await startMongo();
  stores = await openStores(mongo.url);
});
afterAll(async () => {
  await stores.stop();
  await mongo.stop();
});

const startRun = (uid: string, crashAt: readonly number[], marksUnpaid: boolean) => {
  const chaos = createChaos(crashAt);
  const provider = startProvider({ onNetwork: chaos.tick });
  provider.webhooks.setFaults({ isHeld: true });
  const customers = withCrashes(stores.customers, chaos.tick);
  const billing: Billing = assembleBilling({ ...stores, customers }, provider);
  const model = createModel(provider.state);
  const { state, control } = provider;
  control.setDunning({ marksUnpaid });
  /** The most purchases that concurrent requests of one user have begun. */
  let begunTogether = 0;
  /** Saved failures that no call has reported yet. */
  let failuresLeft = 0;
  /** Intents of payments, the second of which bought nothing. */
  const paidTwice: (readonly [string, string])[] = [];
  /** Subscription → when a user or an admin decided to cancel it. */
  const decidedAt = new Map<string, number>();
  const decideToCancel = () => {
    for (const { id, ended_at: end } of state.all('subscriptions')) {
      if (end === null && !decidedAt.has(id)) decidedAt.set(id, state.now());
    }
  };
  const backlog: { body: string; signature: string }[] = [];

  const paidCharge = () => state.all('charges', ({ paid, refunded }) => paid && !refunded)[0];

  /**
   * Callers retry once after a crash, and once after each failure that the provider has saved; acknowledged changes must
   * persist.
   */
  const insist = async (work: () => Promise<unknown>, hasCrashed = false): Promise<void> => {
    const crashesBefore = chaos.crashes();
    try {
      await (hasCrashed ? chaos.calm(work) : work());
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'failed-precondition') throw error;
      const crashes = chaos.crashes() > crashesBefore;
      if (!crashes && failuresLeft === 0) throw error;
      if (!crashes) failuresLeft -= 1;
      await insist(work, hasCrashed || crashes);
    }
  };

  /** A change is refused while the page shows another plan; the caller loads it again. */
  const reload = () => insist(() => billing.plans.refresh(uid));
  const shownPlan = async () => (await customers.find(uid)).status;

  /** Pays the newest invoice that is still open, on its page. */
  const payOpen = (isOwn: (subscription: string) => boolean): void => {
    const [invoice] = state.all(
      'invoices',
      ({ status, parent }) =>
        ['open', 'uncollectible'].includes(status) &&
        isOwn(parent.subscription_details.subscription),
    );
    const [payment] = state.all('invoice_payments', (one) => one.invoice === invoice?.id);
    if (!payment) return;
    control.advance(1);
    const intent = state.get('payment_intents', payment.payment.payment_intent);
    provider.pay(intent.client_secret, cards.good);
  };

  /** What happens between the decision to cancel and its execution by the provider. */
  const happenings = {
    renewal: () => {
      for (const { id } of state.all('customers')) control.saveCard(id, cards.good);
      control.advance(8 * day);
    },
    payment: () => payOpen(() => true),
  };

  const cancel = async () => {
    const hadPlan = model.plan() !== 'free';
    await reload();
    if (hadPlan) decideToCancel();
    try {
      await insist(async () => billing.plans.cancel(uid, await shownPlan()));
    } catch (error) {
      // "Nothing to cancel": true, or the first attempt took effect before it crashed.
      if (!(error instanceof ServiceError)) throw error;
      expect(error.reason).toBe('no-subscription');
    }
    if (hadPlan) model.cancelPlan();
  };

  const deliver = async (picks: readonly number[]) => {
    backlog.push(...provider.webhooks.takeHeld().map(({ message }) => message));
    if (backlog.length === 0) return;
    // Deliver concurrently and in any order; the provider decides whether to retry a refusal.
    await Promise.allSettled(
      picks.map((pick) => {
        const message = backlog[pick % backlog.length];
        if (!message) return Promise.resolve();
        return billing.webhooks.handle({
          body: Buffer.from(message.body),
          signature: message.signature,
        });
      }),
    );
  };

  /** Cancels Pro, while its renewal is charged or its unpaid invoice is paid. */
  const leave = async (meanwhile: keyof typeof happenings): Promise<void> => {
    if (model.plan() === 'free') {
      await insist(() => billing.buy(uid, 'pro', cards.good), true);
      await reload();
    }
    if (meanwhile === 'payment') await advance(8, 'declined');
    const { subscriptions: api } = provider.stripe;
    const cancelAtProvider = api.cancel.bind(api);
    api.cancel = (...args: Parameters<typeof cancelAtProvider>) => {
      api.cancel = cancelAtProvider;
      happenings[meanwhile]();
      return cancelAtProvider(...args);
    };
    await cancel();
    api.cancel = cancelAtProvider;
  };

  const challenge = (clientSecret: string) => {
    const intent = state.get('payment_intents', clientSecret.split('_secret_')[0] ?? '');
    if (intent.status === 'requires_action') control.authenticate(intent.id, true);
  };

  const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

  /** As by two requests, of which the provider did not list the purchase of the other. */
  const beginAgain = async (plan: 'pro' | 'proforever', first: string): Promise<string> => {
    const { customer, amount } = state.get('payment_intents', first);
    control.advance(1);
    if (customer === null) throw new Error('a payment without a customer');
    const metadata = { uid, plan };
    if (plan === 'proforever') {
      const params = { amount, currency: 'usd', customer, metadata };
      return (await provider.stripe.paymentIntents.create(params)).client_secret ?? '';
    }
    const [price] = state.all('prices');
    const { latest_invoice: invoice } = await provider.stripe.subscriptions.create({
      customer,
      items: [{ price: price?.id ?? '' }],
      payment_behavior: 'default_incomplete',
      metadata,
      expand: ['latest_invoice.confirmation_secret'],
    });
    const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : '';
    return secret ?? '';
  };

  const payTwice = async (pair: keyof typeof pairs): Promise<void> => {
    if (model.plan() !== 'free') return;
    const [one, other] = pairs[pair];
    const email = `${uid}@example.test`;
    const begin = async (planType: 'pro' | 'proforever'): Promise<string> => {
      let secret = '';
      const work = async () => {
        secret = (await billing.purchasing.begin({ uid, email, planType })).clientSecret;
      };
      await insist(work, true);
      return secret;
    };
    const first = await begin(one);
    if (first === '') return;
    let second = '';
    const beginSecond = async () => {
      second = await beginAgain(other, intentOf(first));
    };
    if (one === other) await insist(beginSecond, true);
    else second = await begin(other);
    for (const secret of [first, second]) {
      control.advance(1);
      provider.pay(secret, cards.good);
    }
    const intents = [intentOf(first), intentOf(second)] as const;
    const isPaid = (id: string) => state.get('payment_intents', id).status === 'succeeded';
    if (intents.every(isPaid)) paidTwice.push(intents);
  };

  const chargesOf = (intent: string) =>
    state.all('charges', ({ payment_intent, paid }) => payment_intent === intent && paid);

  /** Pairs of payments of which neither was refunded. */
  const keptTwice = () =>
    paidTwice.filter((intents) =>
      intents.flatMap(chargesOf).every(({ refunded, disputed }) => !refunded && !disputed),
    );

  const subscriptionOf = (intent: string): string | undefined => {
    const [payment] = state.all('invoice_payments', (one) => one.payment.payment_intent === intent);
    return (
      payment && state.get('invoices', payment.invoice).parent.subscription_details.subscription
    );
  };

  /** One of two payments for a plan, or a later week of its subscription. */
  const isOfPair = ({ payment_intent: intent }: { payment_intent: string }): boolean => {
    const subscription = subscriptionOf(intent);
    return paidTwice
      .flat()
      .some((one) => one === intent || (subscription && subscriptionOf(one) === subscription));
  };

  /** Refunds by the service of payments that are of no pair, and were made neither late nor after one for ProForever. */
  const wrongRefunds = () =>
    state
      .all('refunds', ({ reason }) => reason === 'duplicate')
      .map(({ charge }) => state.get('charges', charge))
      .filter((charge) => !isOfPair(charge))
      .filter((charge) => !isLate(charge))
      .filter(
        ({ created }) =>
          state.all('charges', (one) => one.paid && one.amount === 11_000 && one.created < created)
            .length === 0,
      );

  const ended = () => state.all('subscriptions', ({ ended_at: end }) => end !== null);

  const advance = async (days: number, card: 'good' | 'declined'): Promise<void> => {
    // The reconciliation runs every day. Twelve days without it end both subscriptions if no renewal is paid.
    if (paidTwice.length > 0) await reload();
    for (const { id } of state.all('customers')) control.saveCard(id, cards[card]);
    control.advance(days * day);
  };

  /** No renewal is paid, until the provider ends the subscription; then its invoice is, on its page. */
  const payLate = async (): Promise<void> => {
    await advance(14, 'declined');
    const ids = new Set(ended().map(({ id }) => id));
    payOpen((subscription) => ids.has(subscription));
  };

  const isLate = ({
    payment_intent: intent,
    created,
  }: {
    payment_intent: string;
    created: number;
  }) => {
    const subscription = subscriptionOf(intent);
    if (subscription === undefined) return false;
    const { ended_at: end } = state.get('subscriptions', subscription);
    return created > Math.min(end ?? Infinity, decidedAt.get(subscription) ?? Infinity);
  };

  /** Payments after the end of their subscription, or after the decision about it, that were not refunded. */
  const keptLate = () =>
    state
      .all('charges', ({ paid, refunded, disputed }) => paid && !refunded && !disputed)
      .filter(isLate);

  const perform = async (next: Step): Promise<void> => {
    switch (next.kind) {
      case 'buy':
        return insist(async () => {
          const email = `${uid}@example.test`;
          const request = { uid, email, planType: next.planType };
          const otherTabs = Array.from({ length: next.tabs - 1 }, () =>
            billing.purchasing.begin(request),
          );
          const before = state.all('payment_intents').length;
          await Promise.allSettled(otherTabs);
          const count = state.all('payment_intents').length - before;
          begunTogether = Math.max(begunTogether, count);
          const { clientSecret } = await billing.buy(uid, next.planType, cards[next.card]);
          if (clientSecret) challenge(clientSecret);
        });
      case 'payTwice':
        return payTwice(next.pair);
      case 'fail':
        control.failNext(next.path, next.hasEffect);
        failuresLeft += 1;
        return;
      case 'cancel':
        return cancel();
      case 'leave':
        return leave(next.meanwhile);
      case 'override':
        await reload();
        // Read before the service acts, so that its own cancellations do not count as the initial state.
        if (model.plan() !== next.status) decideToCancel();
        model.overridePlan(next.status);
        return insist(async () => billing.plans.setPlan(uid, next.status, await shownPlan()));
      case 'refund': {
        const charge = paidCharge();
        if (!charge || charge.disputed) return;
        await chaos.calm(() => provider.stripe.refunds.create({ charge: charge.id }));
        return;
      }
      case 'dispute': {
        const charge = paidCharge();
        if (charge && !charge.disputed) control.dispute(charge.id);
        return;
      }
      case 'closeDispute': {
        const open = state.all('disputes', ({ status }) => status === 'needs_response')[0];
        if (open) control.closeDispute(open.id, next.outcome);
        return;
      }
      case 'advance':
        return advance(next.days, next.card);
      case 'payLate':
        return payLate();
      case 'drop':
        provider.webhooks.takeHeld();
        return;
      case 'deliver':
        return deliver(next.picks);
    }
  };

  const settle = () =>
    chaos.calm(async () => {
      for (let night = 0; night < 3; night += 1) {
        billing.passTime(25 * 3_600_000);
        await billing.reconcile();
      }
    });

  return {
    billing,
    model,
    state,
    perform,
    settle,
    begunTogether: () => begunTogether,
    keptTwice,
    keptLate,
    wrongRefunds,
  };
};

describe('plans under failures', () => {
  let count = 0;

  it(
    `end as the model says, in ${runs} runs`,
    async () => {
      const steps = fc.array(step, { minLength: 1, maxLength: 8 });
      const crashes = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(steps, crashes, fc.boolean(), async (life, crashAt, marksUnpaid) => {
          count += 1;
          const uid = `run-${count}`;
          const run = startRun(uid, crashAt, marksUnpaid);
          const { billing, model, state, perform, settle } = run;
          // The reconciliation must see only this run's customer.
          await stores.connection.collection('customers').deleteMany({});
          for (const next of life) await perform(next);
          await settle();
          const { status, version } = await stores.customers.find(uid);
          expect(status).toBe(model.plan());

          const changes = await billing.planChanges(uid);
          expect(changes.map((change) => change.version)).toEqual(changes.map((_, n) => n + 1));
          expect(version).toBe(changes.length);
          let previous = 'free';
          for (const change of changes) {
            expect(change.previousStatus).toBe(previous);
            expect(change.subscriptionStatus).not.toBe(previous);
            previous = change.subscriptionStatus;
          }
          expect(previous).toBe(status);

          const paying = state.all('subscriptions', (one) =>
            ['active', 'past_due', 'unpaid'].includes(one.status),
          );
          expect(paying.length).toBeLessThanOrEqual(status === 'active' ? 1 : 0);
          expect(run.begunTogether()).toBeLessThanOrEqual(1);
          expect(run.keptTwice()).toEqual([]);
          expect(run.keptLate()).toEqual([]);
          expect(run.wrongRefunds()).toEqual([]);
        }),
        { numRuns: runs },
      );
    },
    timeoutMs,
  );
});
