import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { isPaid, upgradeBannerFrom, useOwnRecord } from '../../../lib/account/user-api.js';
import { useHasPayments } from '../../../lib/http/use-config.js';
import { paths } from '../../../lib/paths.js';
import { usePolicy } from '../../../lib/use-policy.js';
import { texts } from '../texts.js';
import styles from './upgrade-banner.module.css';

/** Shown on the free plan from eight used shares on. */
export function UpgradeBanner() {
  const record = useOwnRecord().data;
  const { freeSharesPerMonth } = usePolicy();
  const hasPayments = useHasPayments();
  const navigate = useNavigate();
  if (!hasPayments || record === undefined || isPaid(record.subscriptionStatus)) return null;
  const limit = record.monthlyLimit ?? freeSharesPerMonth;
  if (limit === null || record.sharesUsedThisMonth < upgradeBannerFrom(limit)) return null;
  return (
    <aside className={styles.banner} data-upgrade-banner="" aria-label={texts.banner.text}>
      <p>{texts.banner.text}</p>
      <Button type="primary" onClick={() => void navigate(paths.subscribe)}>
        {texts.banner.action}
      </Button>
    </aside>
  );
}
