import { Button } from 'antd';
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
  const { factor, pending, isBusy, error, setUp, remove, onConfirmed, onExpired, onCancel } =
    useSecondFactor();
  if (factor === undefined || isVerified === undefined) return null;
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
            <Button disabled={!isVerified} loading={isBusy} onClick={() => void setUp()}>
              {words.setUp}
            </Button>
          ) : (
            <Button danger loading={isBusy} onClick={() => void remove()}>
              {words.remove}
            </Button>
          )}
          {factor === null && !isVerified && (
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
