import { useEffect, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { Icon } from '../../components/icon.js';
import { Link } from '../../components/page/link.js';
import {
  countQuestions,
  selectInterruptible,
  type StateWithTransfers,
} from '../../features/dashboard/sending/transfers-slice.js';
import { texts as dashboardTexts } from '../../features/dashboard/texts.js';
import { isPaid, useOwnRecord } from '../../lib/account/user-api.js';
import { useHasPayments } from '../../lib/http/use-config.js';
import { paths } from '../../lib/paths.js';
import { texts } from '../texts.js';
import { lastAccess, rememberAccess, type AccountAccess } from './last-access.js';
import styles from './navigation.module.css';

interface Item {
  to: string;
  label: string;
  icon: ReactNode;
  /** Only some accounts have it. */
  isOwn?: boolean;
}

const { nav } = texts;
const { live } = dashboardTexts;

/** Where there are no payments, every plan includes the help page. */
const itemsFor = ({ isPro, isAdmin }: AccountAccess, hasPayments: boolean): Item[] => {
  const hasHelp = isPro || !hasPayments;
  const isOwn = true;
  return [
    { to: paths.home, label: nav.dashboard, icon: <Icon name="dashboard" /> },
    ...(hasPayments && !isPro
      ? [{ to: paths.subscribe, label: nav.upgrade, icon: <Icon name="crown" />, isOwn }]
      : []),
    { to: paths.auditLogs, label: nav.audit, icon: <Icon name="log" /> },
    { to: paths.settings, label: nav.settings, icon: <Icon name="gear" /> },
    ...(hasHelp
      ? [{ to: paths.help, label: nav.help, icon: <Icon name="help" />, isOwn: hasPayments }]
      : []),
    ...(isAdmin
      ? [{ to: paths.adminDashboard, label: nav.admin, icon: <Icon name="chart" />, isOwn }]
      : []),
  ];
};

/** All admin pages belong to one item. */
const isCurrent = (to: string, pathname: string): boolean =>
  to === paths.adminDashboard ? pathname.startsWith('/admin/') : pathname === to;

/** On pages other than the dashboard: that a recipient waits for a decision, else the number of running transfers. */
function TransferBadge() {
  const { pathname } = useLocation();
  const hasQuestion = useSelector((state: StateWithTransfers) => countQuestions(state) > 0);
  const count = useSelector((state: StateWithTransfers) => selectInterruptible(state).length);
  if (pathname === paths.home) return null;
  if (hasQuestion)
    return (
      <em className={styles.running} title={live.states.asking}>
        <span aria-hidden="true">?</span>
        <span className="visually-hidden">{live.states.asking}</span>
      </em>
    );
  if (count === 0) return null;
  return (
    <em className={styles.running}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{nav.running(count)}</span>
    </em>
  );
}

interface KnownAccess {
  /** Null until the user record has loaded: an upgrade must not be offered to users with a paid plan. */
  access: AccountAccess | null;
  hasFailed: boolean;
}

const useAccess = (): KnownAccess => {
  const { data: record, error } = useOwnRecord();
  const isKnown = record !== undefined;
  const isPro = isPaid(record?.subscriptionStatus);
  const isAdmin = record?.isAdmin === true;
  useEffect(() => {
    if (isKnown) rememberAccess({ isPro, isAdmin });
  }, [isKnown, isPro, isAdmin]);
  return { access: isKnown ? { isPro, isAdmin } : null, hasFailed: error !== undefined };
};

/**
 * The main navigation. Until the plan is known, placeholders stand for the items that depend on it; where it cannot be
 * loaded, the items are missing without a gap.
 */
export function Navigation() {
  const { pathname } = useLocation();
  const { access, hasFailed } = useAccess();
  const [last] = useState(lastAccess);
  const items = itemsFor(access ?? last, useHasPayments()).filter(
    ({ isOwn = false }) => !isOwn || access !== null || !hasFailed,
  );
  return (
    <nav className={styles.nav} aria-label={nav.label}>
      <ul>
        {items.map(({ to, label, icon, isOwn = false }) =>
          isOwn && access === null ? (
            <li key={to} className={styles.room} aria-hidden="true">
              <span>
                {icon}
                <span>{label}</span>
              </span>
            </li>
          ) : (
            <li key={to}>
              <Link to={to} aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
                {icon}
                <span>{label}</span>
                {to === paths.home && <TransferBadge />}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
