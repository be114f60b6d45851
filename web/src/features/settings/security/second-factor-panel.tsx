import { Button } from 'antd';
import { LoadFailure } from '../../../components/page/load-failure.js';
import { Panel } from '../../../components/page/panel.js';
import { formatDay } from '../../../lib/texts/format.js';
import { usePolicy } from '../../../lib/use-policy.js';
import styles from '../settings.module.css';
import { texts } from '../texts.js';
import { useEmailVerified } from '../use-email-verified.js';
import { SecondFactorSetup } from './second-factor-setup.js';
import { useSecondFactor } from './use-second-factor.js';

const { secondFactor: words } = texts;

function SecondFactorSettings() {
  const isVerified = useEmailVerified();
  const { factor, isMissing, retry, pending, isBusy, error, ...actions } = useSecondFactor();
  const { setUp, remove, onConfirmed, onExpired, onCancel } = actions;
  if (isMissing) {
    return (
      <Panel title={words.title} lead={words.lead} className={styles.panel}>
        <LoadFailure onRetry={retry}>{words.loadFailed}</LoadFailure>
      </Panel>
    );
  }
  if (factor === undefined) return null;
  return (
    <Panel title={words.title} lead={words.lead} className={styles.panel}>
      {pending !== null ? (
        <SecondFactorSetup
          pending={pending}
          onConfirmed={onConfirmed}
          onExpired={onExpired}
          onCancel={onCancel}
        />
      ) : (
        <div className={styles.plan}>
          <span>{factor === null ? words.off : words.on(formatDay(factor.enrolledAt))}</span>
          {factor === null ? (
            <Button disabled={isVerified !== true} loading={isBusy} onClick={() => void setUp()}>
              {words.setUp}
            </Button>
          ) : (
            <Button danger loading={isBusy} onClick={() => void remove()}>
              {words.remove}
            </Button>
          )}
          {factor === null && isVerified === false && (
            <span className={styles.note}>{words.unverified}</span>
          )}
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </Panel>
  );
}

/** Codes of an authenticator app; absent where the deployment does not offer them. */
export function SecondFactorPanel() {
  return usePolicy().offersSecondFactor ? <SecondFactorSettings /> : null;
}
