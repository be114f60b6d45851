import type { Policy } from '@tandem/proto/browser/http/config';
import { planTypes, type SubscriptionStatus } from '@tandem/proto/browser/plans';
import { Button } from 'antd';
import { Suspense, useEffect, useRef } from 'react';
import { LoadingScreen } from '../../components/loading-screen.js';
import { FailureNotice, type Failure } from '../../components/page/failure-notice.js';
import { BackLink } from '../../components/page/links.js';
import { LoadFailure } from '../../components/page/load-failure.js';
import { PageHead } from '../../components/page/page-head.js';
import panel from '../../components/page/panel.module.css';
import { PartBoundary } from '../../components/parts/part-boundary.js';
import { useOwnRecord } from '../../lib/account/user-api.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { classNames } from '../../lib/class-names.js';
import { useConfig } from '../../lib/http/use-config.js';
import { paths } from '../../lib/paths.js';
import { paymentPending } from '../../lib/texts/payment-texts.js';
import { usePolicy } from '../../lib/use-policy.js';
import type { PlanType } from './api.js';
import type { PaymentFormProps } from './payment/payment-form.js';
import { paymentForms } from './payment/payment-port.js';
import { PlanCard, PlanPoints } from './plan-card.js';
import styles from './subscribe-page.module.css';
import type { SubscribeState } from './subscribe.state.js';
import { texts } from './texts.js';
import { useSubscription } from './use-subscription.js';

type Paying = Extract<SubscribeState, { kind: 'paying' }>;

/** The policy with what the payment charges, which may differ from the price when the page was loaded. */
const quoted = (policy: Policy, state: PaymentPanelProps['state']): Policy => {
  if (state.kind !== 'paying' || state.amountCents === undefined) return policy;
  const name = state.plan === 'pro' ? 'proWeeklyUsd' : 'proForeverUsd';
  return { ...policy, prices: { ...policy.prices, [name]: state.amountCents / 100 } };
};

type OutcomeHandlers = Omit<PaymentFormProps, 'clientSecret' | 'publishableKey' | 'payLabel'>;

interface PaymentPanelProps {
  state: Exclude<SubscribeState, { kind: 'choosing' }>;
  failure: Failure | null;
  isConfirming: boolean;
  onChange: () => void;
  outcome: OutcomeHandlers;
}

function PaymentFields({ state, outcome }: { state: Paying; outcome: OutcomeHandlers }) {
  const payments = useConfig()?.payments;
  const policy = quoted(usePolicy(), state);
  if (payments === undefined || payments.provider === 'none')
    return <LoadingScreen label={texts.preparing} />;
  const PaymentForm = paymentForms[payments.provider];
  return (
    <PartBoundary>
      <Suspense fallback={<LoadingScreen label={texts.preparing} />}>
        <PaymentForm
          clientSecret={state.clientSecret}
          publishableKey={payments.publishableKey}
          payLabel={texts.pay[state.plan](policy)}
          {...outcome}
        />
      </Suspense>
    </PartBoundary>
  );
}

function PaymentPanel({ state, failure, isConfirming, onChange, outcome }: PaymentPanelProps) {
  const { name, price, per, note } = texts.plans[state.plan];
  const policy = quoted(usePolicy(), state);
  // Only with Stripe: the local provider's test cards pass through the gateway.
  const isStripe = useConfig()?.payments.provider === 'stripe';
  const title = useRef<HTMLHeadingElement>(null);
  // The focused button was removed, and its neighbour is Change Plan.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.paying}>
      <section className={classNames(panel.panel, styles.payment)} aria-labelledby="pay-title">
        <div className={styles.paymentHead}>
          <h2 id="pay-title" ref={title} tabIndex={-1}>
            {texts.payTitle(name)}
          </h2>
          <p>
            {price(policy)} {per}
          </p>
        </div>
        {failure !== null && <FailureNotice failure={failure} />}
        {state.kind === 'paying' ? (
          <PaymentFields state={state} outcome={outcome} />
        ) : (
          <LoadingScreen label={texts.preparing} />
        )}
        {isStripe && <p className={styles.note}>{texts.secure}</p>}
        <Button disabled={isConfirming} onClick={onChange}>
          {texts.change}
        </Button>
      </section>
      <aside className={styles.plan} aria-label={texts.included}>
        <h3>{texts.included}</h3>
        <PlanPoints plan={state.plan} />
        <p className={styles.note}>{note(policy)}</p>
      </aside>
    </div>
  );
}

/** Null: the plan can be bought. */
const heldText = (plan: PlanType, status: SubscriptionStatus): string | null => {
  if (status === 'free') return null;
  if (status === 'active') return plan === 'pro' ? texts.yours : null;
  return plan === 'pro' ? texts.covered : texts.yours;
};

/** /subscribe for signed-in users. */
export function SubscribePage() {
  useTitle(texts.title);
  const { data: record, error, refetch } = useOwnRecord();
  const isProcessing = record?.isPaymentProcessing === true;
  const { state, failure, isConfirming, choose, changePlan, outcome } = useSubscription();
  const lead = texts.lead(usePolicy());
  return (
    <div className={styles.page}>
      <BackLink to={paths.home}>{texts.back}</BackLink>
      {/* Beside the payment form, the plan states what the payment buys. */}
      <PageHead title={texts.heading} lead={state.kind === 'choosing' ? lead : undefined} />
      {state.kind === 'choosing' ? (
        <>
          {failure !== null && <FailureNotice failure={failure} />}
          {record === undefined && error !== undefined && (
            <div className={styles.unknown}>
              <LoadFailure onRetry={refetch}>{texts.planNotLoaded}</LoadFailure>
            </div>
          )}
          {isProcessing && (
            <div role="status" className={classNames(panel.panel, styles.pending)}>
              <strong>{paymentPending.title}</strong>
              <p>{paymentPending.description}</p>
            </div>
          )}
          <div className={styles.plans} role="group" aria-label={texts.planPicker}>
            {planTypes.map((plan) => (
              <PlanCard
                key={plan}
                plan={plan}
                canChoose={record !== undefined && !isProcessing}
                held={heldText(plan, record?.subscriptionStatus ?? 'free')}
                onChoose={() => void choose(plan)}
              />
            ))}
          </div>
        </>
      ) : (
        <PaymentPanel
          state={state}
          failure={failure}
          isConfirming={isConfirming}
          onChange={changePlan}
          outcome={outcome}
        />
      )}
      <p className={styles.note}>{texts.refund}</p>
    </div>
  );
}
