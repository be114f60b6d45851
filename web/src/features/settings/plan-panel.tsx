import { Button, Modal } from 'antd';
import { useState } from 'react';
import { FailureNotice } from '../../components/page/failure-notice.js';
import { ButtonLink } from '../../components/page/links.js';
import { LoadFailure } from '../../components/page/load-failure.js';
import { Panel } from '../../components/page/panel.js';
import { PlanBadge } from '../../components/page/plan-badge.js';
import { isPaid, useOwnRecord, type UserRecord } from '../../lib/account/user-api.js';
import { useHasPayments } from '../../lib/http/use-config.js';
import { paths } from '../../lib/paths.js';
import { useBrand } from '../../lib/texts/brand.js';
import { formatLongDay } from '../../lib/texts/format.js';
import { paymentPending } from '../../lib/texts/payment-texts.js';
import { givenPlanNames } from '../../lib/texts/plan-names.js';
import { usePolicy } from '../../lib/use-policy.js';
import styles from './settings.module.css';
import { texts } from './texts.js';
import { useCancelSubscription } from './use-cancel-subscription.js';

function CancelSubscription() {
  const plan = useOwnRecord().data?.subscriptionStatus;
  const policy = usePolicy();
  const [isAsking, setIsAsking] = useState(false);
  // Also while it closes: a closed dialog gives the focus back to the button, and the failure takes it from there.
  const [isDialogShown, setIsDialogShown] = useState(false);
  // Of the question: the plan may change while the dialog is open.
  const [askedPlan, setAskedPlan] = useState(plan);
  const { cancel, isCancelling, failure } = useCancelSubscription();
  const ask = (): void => {
    setAskedPlan(plan);
    setIsDialogShown(true);
    setIsAsking(true);
  };
  const confirm = async (): Promise<void> => {
    await cancel(askedPlan);
    setIsAsking(false);
  };
  return (
    <>
      {failure !== null && !isDialogShown && <FailureNotice failure={failure} />}
      <Button danger disabled={isCancelling} onClick={ask}>
        {isCancelling ? texts.cancelling : texts.cancel}
      </Button>
      <Modal
        open={isAsking}
        title={texts.dialog.title}
        okText={texts.dialog.confirm}
        cancelText={texts.dialog.keep}
        okButtonProps={{ danger: true }}
        confirmLoading={isCancelling}
        // A request under way cannot be cancelled.
        cancelButtonProps={{ disabled: isCancelling }}
        closable={!isCancelling}
        keyboard={!isCancelling}
        mask={{ closable: !isCancelling }}
        onOk={() => void confirm()}
        onCancel={() => setIsAsking(false)}
        afterClose={() => setIsDialogShown(false)}
      >
        <p>{(askedPlan === 'proforever' ? texts.dialog.foreverText : texts.dialog.text)(policy)}</p>
      </Modal>
    </>
  );
}

/** The last payment failed; the link leads to the payment provider's page of the invoice. */
function PastDue({ invoiceUrl }: { invoiceUrl: string | null }) {
  return (
    <p role="alert" className={styles.pastDue}>
      {texts.pastDue.text}{' '}
      {invoiceUrl !== null && (
        <a href={invoiceUrl} target="_blank" rel="noreferrer">
          {texts.pastDue.pay}
        </a>
      )}
    </p>
  );
}

function PlanFacts({ record }: { record: UserRecord }) {
  const policy = usePolicy();
  const hasPayments = useHasPayments();
  const { currentPeriodEnd, subscriptionStatus: plan } = record;
  const isPro = isPaid(plan);
  const limit = isPro ? null : (record.monthlyLimit ?? policy.freeSharesPerMonth);
  const names = hasPayments ? texts.plans : givenPlanNames;
  const notes = hasPayments ? texts.planNotes : texts.givenPlanNotes;
  return (
    <>
      <p className={styles.plan}>
        <PlanBadge label={names[plan]} isPaid={isPro} />
        <span>{notes[plan](policy)}</span>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.shares}</dt>
          <dd>{limit === null ? '∞' : texts.used(record.sharesUsedThisMonth, limit)}</dd>
        </div>
      </dl>
      {hasPayments && plan === 'active' && typeof currentPeriodEnd === 'string' && (
        <p className={styles.note}>{texts.renews(formatLongDay(currentPeriodEnd))}</p>
      )}
      {hasPayments && record.isPaymentProcessing && (
        <p role="status">{paymentPending.description}</p>
      )}
      {hasPayments && record.isPastDue && <PastDue invoiceUrl={record.invoiceUrl} />}
    </>
  );
}

/** Plan, usage, and upgrade or cancellation; without payments, whom to ask for another plan. */
export function PlanPanel() {
  const { data: record, error, refetch } = useOwnRecord();
  // A deployment may forbid cancelling ProForever.
  const canCancelForever = usePolicy().canCancelProForever;
  const hasPayments = useHasPayments();
  const { supportEmail } = useBrand();
  const status = record?.subscriptionStatus;
  const canUpgrade = hasPayments && status === 'free';
  const canCancel = status === 'active' || (status === 'proforever' && canCancelForever);
  return (
    <Panel title={texts.plan} className={styles.panel}>
      {record === undefined && error !== undefined && (
        <LoadFailure onRetry={refetch}>{texts.loadFailed}</LoadFailure>
      )}
      {record !== undefined && <PlanFacts record={record} />}
      {!hasPayments && <p className={styles.note}>{texts.askForPlan(supportEmail)}</p>}
      {canUpgrade && <ButtonLink to={paths.subscribe}>{texts.upgrade}</ButtonLink>}
      {hasPayments && status === 'active' && (
        <ButtonLink to={paths.subscribe}>{texts.upgradeToForever}</ButtonLink>
      )}
      {hasPayments && canCancel && <CancelSubscription />}
    </Panel>
  );
}
