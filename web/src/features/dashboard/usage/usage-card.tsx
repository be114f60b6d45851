import { Panel } from '../../../components/page/panel.js';
import { ProgressLine } from '../../../components/progress-line.js';
import { useOwnRecord } from '../../../lib/account/user-api.js';
import { useOwnShares } from '../api.js';
import { countByStatus } from '../share-status.js';
import { texts } from '../texts.js';
import { useMonthlyLimit } from './monthly-limit.js';
import styles from './usage-card.module.css';

const { usage } = texts;

/** A month without shares is used up. */
const usedPercent = (used: number, limit: number): number =>
  limit === 0 ? 100 : (used / limit) * 100;

const unknown = { active: '–', expired: '–' };

/** The 'Usage This Month' card. */
export function UsageCard() {
  const record = useOwnRecord().data;
  const shares = useOwnShares().data?.shares;
  const counts = shares === undefined ? unknown : countByStatus(shares);
  const used = record?.sharesUsedThisMonth ?? 0;
  const limit = useMonthlyLimit();
  return (
    <Panel title={usage.title} className={styles.card}>
      <p className={styles.figure}>
        <span>{usage.shares}</span>
        {limit === null ? (
          <strong aria-label={`${used} / ${usage.unlimited}`}>
            {used} <small>/ ∞ {usage.unlimited}</small>
          </strong>
        ) : (
          <strong>{record === undefined ? '–' : usage.used(used, limit)}</strong>
        )}
      </p>
      <ProgressLine
        label={usage.title}
        percent={limit === null ? 0 : usedPercent(used, limit)}
        valueText={limit === null ? usage.unlimited : usage.usedLabel(used, limit)}
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
      {limit !== null && <p className={styles.note}>{usage.resets}</p>}
    </Panel>
  );
}
