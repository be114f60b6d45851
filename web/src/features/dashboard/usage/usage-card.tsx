import { Panel } from '../../../components/page/panel.js';
import { ProgressLine } from '../../../components/progress-line.js';
import { isPaid, useOwnRecord } from '../../../lib/account/user-api.js';
import { usePolicy } from '../../../lib/use-policy.js';
import { useOwnShares } from '../api.js';
import { countByStatus } from '../share-status.js';
import { texts } from '../texts.js';
import styles from './usage-card.module.css';

const { usage } = texts;

const unknown = { active: '–', expired: '–' };

/** The 'Usage This Month' card. */
export function UsageCard() {
  const record = useOwnRecord().data;
  const { freeSharesPerMonth } = usePolicy();
  const shares = useOwnShares().data?.shares;
  const counts = shares === undefined ? unknown : countByStatus(shares);
  const used = record?.sharesUsedThisMonth ?? 0;
  const limit = record?.monthlyLimit ?? freeSharesPerMonth;
  const isUnlimited = limit === null || isPaid(record?.subscriptionStatus);
  return (
    <Panel title={usage.title} className={styles.card}>
      <p className={styles.figure}>
        <span>{usage.shares}</span>
        {isUnlimited ? (
          <strong aria-label={`${used} / ${usage.unlimited}`}>
            {used} <small>/ ∞ {usage.unlimited}</small>
          </strong>
        ) : (
          <strong>{record === undefined ? '–' : usage.used(used, limit)}</strong>
        )}
      </p>
      <ProgressLine
        label={usage.title}
        percent={isUnlimited ? 0 : (used / limit) * 100}
        valueText={isUnlimited ? usage.unlimited : usage.usedLabel(used, limit)}
      />
      <dl className={styles.counts}>
        <div>
          <dt>{usage.active}</dt>
          <dd>{record?.activeShares ?? counts.active}</dd>
        </div>
        <div>
          <dt>{usage.expired}</dt>
          <dd>{record?.expiredShares ?? counts.expired}</dd>
        </div>
      </dl>
      {!isUnlimited && <p className={styles.note}>{usage.resets}</p>}
    </Panel>
  );
}
