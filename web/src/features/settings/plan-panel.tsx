import { Button, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatLongDay } from '../../lib/texts/format.js';
import { paths } from '../../lib/paths.js';
import { freeSharesPerMonth, isPaid, useOwnRecord } from '../../lib/account/user-api.js';
import type { UserRecord } from '../../lib/account/user-api.js';
import { useConfig } from '../../lib/http/use-config.js';
import { texts } from './texts.js';
import { useCancelSubscription } from './use-cancel-subscription.js';

function CancelSubscription() {
  const [isAsking, setIsAsking] = useState(false);
  const { cancel, isCancelling } = useCancelSubscription();
  const confirm = async (): Promise<void> => {
    await cancel();
    setIsAsking(false);
  };
  return (
    <>
      <Button danger disabled={isCancelling} onClick={() => setIsAsking(true)}>
        {isCancelling ? texts.cancelling : texts.cancel}
      </Button>
      <Modal
        open={isAsking}
        title={texts.dialog.title}
        okText={texts.dialog.confirm}
        cancelText={texts.dialog.keep}
        okButtonProps={{ danger: true }}
        confirmLoading={isCancelling}
        onOk={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{texts.dialog.text}</p>
      </Modal>
    </>
  );
}

function PlanFacts({ record }: { record: UserRecord }) {
  const isPro = isPaid(record.subscriptionStatus);
  const { currentPeriodEnd } = record;
  return (
    <>
      <p className="settings-plan">
        <span className={`plan-badge${isPro ? ' is-pro' : ''}`}>
          {texts.plans[record.subscriptionStatus]}
        </span>
        <span>{texts.planNotes[record.subscriptionStatus]}</span>
      </p>
      <dl className="facts">
        <div>
          <dt>{texts.shares}</dt>
          <dd>{isPro ? '∞' : `${record.sharesUsedThisMonth} / ${freeSharesPerMonth}`}</dd>
        </div>
      </dl>
      {record.subscriptionStatus === 'active' && typeof currentPeriodEnd === 'string' && (
        <p className="settings-note">{texts.renews(formatLongDay(currentPeriodEnd))}</p>
      )}
    </>
  );
}

/** Plan badge, usage and what can be done about the plan. */
export function PlanPanel() {
  const { data: record, isError } = useOwnRecord();
  // A deployment may follow the other reading: ProForever cannot be cancelled.
  const canCancelForever = useConfig()?.policy.canCancelProForever !== false;
  const status = record?.subscriptionStatus;
  const canCancel = status === 'active' || (status === 'proforever' && canCancelForever);
  return (
    <section className="panel" aria-labelledby="plan-title">
      <h2 id="plan-title">{texts.plan}</h2>
      {record === undefined && isError && <p role="alert">{texts.loadFailed}</p>}
      {record !== undefined && <PlanFacts record={record} />}
      {status === 'free' && (
        <Link to={paths.subscribe} className="button-link">
          {texts.upgrade}
        </Link>
      )}
      {canCancel && <CancelSubscription />}
    </section>
  );
}
