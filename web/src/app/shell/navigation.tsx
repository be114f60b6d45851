import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { Icon } from '../../components/icon.js';
import { paths } from '../../lib/paths.js';
import { isPaid, useOwnRecord } from '../../lib/account/user-api.js';
import { texts } from '../texts.js';
import styles from './navigation.module.css';

interface Item {
  to: string;
  label: string;
  icon: ReactNode;
}

const { nav } = texts;

/** @param isPro undefined until the account has answered: an upgrade is not offered to a paid plan. */
const itemsFor = (isPro: boolean | undefined, isAdmin: boolean): Item[] => [
  { to: paths.home, label: nav.dashboard, icon: <Icon name="dashboard" /> },
  ...(isPro === false
    ? [{ to: paths.subscribe, label: nav.upgrade, icon: <Icon name="crown" /> }]
    : []),
  { to: paths.auditLogs, label: nav.audit, icon: <Icon name="log" /> },
  { to: paths.settings, label: nav.settings, icon: <Icon name="gear" /> },
  ...(isPro === true ? [{ to: paths.help, label: nav.help, icon: <Icon name="help" /> }] : []),
  ...(isAdmin ? [{ to: paths.adminDashboard, label: nav.admin, icon: <Icon name="chart" /> }] : []),
];

/** The main navigation. Its items depend on the plan. */
export function Navigation() {
  const record = useOwnRecord().data;
  const isPro = record === undefined ? undefined : isPaid(record.subscriptionStatus);
  const items = itemsFor(isPro, record?.isAdmin === true);
  return (
    <nav className={styles.nav} aria-label={nav.label}>
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} end={item.to === paths.home}>
              {item.icon}
              <span>{item.label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
