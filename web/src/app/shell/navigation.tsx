import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../components/icon.js';
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
import styles from './navigation.module.css';

interface Item {
  to: string;
  label: string;
  icon: ReactNode;
}

const { nav } = texts;
const { live } = dashboardTexts;

interface Access {
  /** Undefined until the user record has loaded: an upgrade must not be offered to users with a paid plan. */
  isPro: boolean | undefined;
  isAdmin: boolean;
  hasPayments: boolean;
}

/** Where there are no payments, every plan includes the help page. */
const itemsFor = ({ isPro, isAdmin, hasPayments }: Access): Item[] => {
  const hasHelp = isPro === true || !hasPayments;
  return [
    { to: paths.home, label: nav.dashboard, icon: <Icon name="dashboard" /> },
    ...(hasPayments && isPro === false
      ? [{ to: paths.subscribe, label: nav.upgrade, icon: <Icon name="crown" /> }]
      : []),
    { to: paths.auditLogs, label: nav.audit, icon: <Icon name="log" /> },
    { to: paths.settings, label: nav.settings, icon: <Icon name="gear" /> },
    ...(hasHelp ? [{ to: paths.help, label: nav.help, icon: <Icon name="help" /> }] : []),
    ...(isAdmin
      ? [{ to: paths.adminDashboard, label: nav.admin, icon: <Icon name="chart" /> }]
      : []),
  ];
};

/** All admin pages belong to one item. */
const isCurrent = (to: string, pathname: string): boolean =>
  to === paths.adminDashboard ? pathname.startsWith('/admin/') : pathname === to;

/** What the dashboard shows of the transfers, on the pages that do not show them. */
function Running() {
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

/** The main navigation. Its items depend on the plan. */
export function Navigation() {
  const record = useOwnRecord().data;
  const { pathname } = useLocation();
  const isPro = record === undefined ? undefined : isPaid(record.subscriptionStatus);
  const hasPayments = useHasPayments();
  const items = itemsFor({ isPro, isAdmin: record?.isAdmin === true, hasPayments });
  return (
    <nav className={styles.nav} aria-label={nav.label}>
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={isCurrent(item.to, pathname) ? 'page' : undefined}>
              {item.icon}
              <span>{item.label}</span>
              {item.to === paths.home && <Running />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
