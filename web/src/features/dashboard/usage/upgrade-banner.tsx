import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { upgradeBannerFrom, useOwnRecord } from '../../../lib/account/user-api.js';
import { useHasPayments } from '../../../lib/http/use-config.js';
import { paths } from '../../../lib/paths.js';
import { texts } from '../texts.js';
import { useMonthlyLimit } from './monthly-limit.js';
import styles from './upgrade-banner.module.css';

/** Shown on the free plan once most of the month's shares are used. */
export function UpgradeBanner() {
  const record = useOwnRecord().data;
  const limit = useMonthlyLimit();
  const hasPayments = useHasPayments();
  const navigate = useNavigate();
  if (!hasPayments || record === undefined || limit === null) return null;
  if (record.sharesUsedThisMonth < upgradeBannerFrom(limit)) return null;
  return (
    <aside className={styles.banner} data-upgrade-banner="" aria-label={texts.banner.text}>
      <p>{texts.banner.text}</p>
      <Button type="primary" onClick={() => void navigate(paths.subscribe)}>
        {texts.banner.action}
      </Button>
    </aside>
  );
}
