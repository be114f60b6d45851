import { planTypes } from '@tandem/proto/browser/plans';
import { Button } from 'antd';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../components/icon.js';
import { LoadingScreen } from '../../components/loading-screen.js';
import { paths } from '../../lib/paths.js';
import { useConfig } from '../../lib/http/use-config.js';
import { useTitle } from '../../lib/browser/use-title.js';
import { paymentForms } from './payment/payment-port.js';
import { PlanCard, PlanPoints } from './plan-card.js';
import type { SubscribeState } from './subscribe.state.js';
import { texts } from './texts.js';
import { useSubscription } from './use-subscription.js';
import './subscribe.css';

type Paying = Extract<SubscribeState, { kind: 'paying' }>;

interface PaymentPanelProps {
  state: Exclude<SubscribeState, { kind: 'choosing' }>;
  onChange: () => void;
  onPaid: () => void;
  onFailed: (message: string) => void;
}

function PaymentFields({
  state,
  onPaid,
  onFailed,
}: Omit<PaymentPanelProps, 'onChange' | 'state'> & { state: Paying }) {
  const payments = useConfig()?.payments;
  if (payments === undefined) return <LoadingScreen label={texts.preparing} />;
  const PaymentForm = paymentForms[payments.provider];
  return (
    <Suspense fallback={<LoadingScreen label={texts.preparing} />}>
      <PaymentForm
        clientSecret={state.clientSecret}
        publishableKey={payments.publishableKey}
        payLabel={texts.pay[state.plan]}
        onPaid={onPaid}
        onFailed={onFailed}
      />
    </Suspense>
  );
}

function PaymentPanel({ state, onChange, onPaid, onFailed }: PaymentPanelProps) {
  const { name, price, per, note } = texts.plans[state.plan];
  // The stand-in's test cards do pass through the gateway; the promise is Stripe's.
  const isStripe = useConfig()?.payments.provider === 'stripe';
  return (
    <div className="payment-page">
      <section className="panel payment" aria-labelledby="pay-title">
        <div className="payment-head">
          <h2 id="pay-title">{texts.payTitle(name)}</h2>
          <p>
            {price} {per}
          </p>
        </div>
        {state.kind === 'paying' ? (
          <PaymentFields state={state} onPaid={onPaid} onFailed={onFailed} />
        ) : (
          <LoadingScreen label={texts.preparing} />
        )}
        {isStripe && <p className="payment-note">{texts.secure}</p>}
        <Button onClick={onChange}>{texts.change}</Button>
      </section>
      <aside className="payment-plan" aria-label={texts.included}>
        <h3>{texts.included}</h3>
        <PlanPoints plan={state.plan} />
        <p className="plan-note">{note}</p>
      </aside>
    </div>
  );
}

/** /subscribe for signed-in people. */
export function SubscribePage() {
  useTitle(texts.title);
  const { state, choose, changePlan, onPaid, onFailed } = useSubscription();
  return (
    <div className="subscribe">
      <Link to={paths.home} className="back-link">
        <Icon name="back" /> {texts.back}
      </Link>
      <header className="page-head">
        <h1>{texts.heading}</h1>
        <p>{texts.lead}</p>
      </header>
      {state.kind === 'choosing' ? (
        <div className="plan-cards" role="group" aria-label={texts.planPicker}>
          {planTypes.map((plan) => (
            <PlanCard
              key={plan}
              plan={plan}
              isDisabled={false}
              onChoose={() => void choose(plan)}
            />
          ))}
        </div>
      ) : (
        <PaymentPanel state={state} onChange={changePlan} onPaid={onPaid} onFailed={onFailed} />
      )}
      <p className="subscribe-refund">{texts.refund}</p>
    </div>
  );
}

export default SubscribePage;
