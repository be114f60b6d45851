import { Avatar, Button } from 'antd';
import { useState } from 'react';
import { Icon } from '../../components/icon.js';
import { Link } from '../../components/page/link.js';
import { PlanBadge } from '../../components/page/plan-badge.js';
import { Wordmark } from '../../components/site/wordmark.js';
import { signOutWithToast } from '../../components/toast/sign-out-with-toast.js';
import { useStopConfirmation } from '../../features/dashboard/sending/use-stop-confirmation.js';
import { displayNameOf } from '../../lib/account/display-name.js';
import type { SignedInUser } from '../../lib/account/session.js';
import { isPaid, useOwnRecord } from '../../lib/account/user-api.js';
import { setThemeMode, useColorScheme } from '../../lib/browser/theme-mode.js';
import { useHasPayments } from '../../lib/http/use-config.js';
import { paths } from '../../lib/paths.js';
import { useBrand } from '../../lib/texts/brand.js';
import { givenPlanNames } from '../../lib/texts/plan-names.js';
import { texts } from '../texts.js';
import styles from './header.module.css';

function ThemeToggle() {
  const scheme = useColorScheme();
  const label = scheme === 'dark' ? texts.theme.light : texts.theme.dark;
  return (
    <Button
      type="text"
      aria-label={label}
      title={label}
      icon={scheme === 'dark' ? <Icon name="sun" /> : <Icon name="moon" />}
      onClick={() => setThemeMode(scheme === 'dark' ? 'light' : 'dark')}
    />
  );
}

function LogoutButton() {
  const [isBusy, setIsBusy] = useState(false);
  const { confirmLogout, dialog } = useStopConfirmation();
  const logOut = async (): Promise<void> => {
    if (!(await confirmLogout())) return;
    setIsBusy(true);
    if (!(await signOutWithToast())) setIsBusy(false);
  };
  return (
    <>
      <Button disabled={isBusy} onClick={() => void logOut()}>
        {texts.logout}
      </Button>
      {dialog}
    </>
  );
}

/** Logo, plan, user and logout. */
export function Header({ user }: { user: SignedInUser }) {
  const record = useOwnRecord().data;
  const hasPayments = useHasPayments();
  const isPro = isPaid(record?.subscriptionStatus);
  const soldPlan = isPro ? texts.plan.pro : texts.plan.free;
  const plan = hasPayments ? soldPlan : givenPlanNames[record?.subscriptionStatus ?? 'free'];
  const name = displayNameOf(user);
  const { name: brand } = useBrand();
  return (
    <header className={styles.header}>
      <Link to={paths.home} className={styles.logo} aria-label={brand}>
        <Wordmark name={brand} />
      </Link>
      {/* No badge until the user record has loaded: a paid plan must not appear as free. */}
      {record !== undefined && <PlanBadge label={plan} isPaid={isPro} />}
      <span className={styles.gap} />
      <ThemeToggle />
      <span className={styles.user}>
        {user.photoURL === null ? (
          <Avatar icon={<Icon name="user" />} />
        ) : (
          // Google's image host refuses requests whose Referer is another site.
          <Avatar src={<img src={user.photoURL} alt="" referrerPolicy="no-referrer" />} />
        )}
        <span className={styles.userName} dir="auto" translate="no" title={name}>
          {name}
        </span>
      </span>
      <LogoutButton />
    </header>
  );
}
