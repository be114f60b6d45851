import type { ReactNode } from 'react';
import { Icon } from '../icon.js';
import { WithAddress } from '../tables/address.js';
import { Link } from './link.js';
import styles from './links.module.css';

interface ButtonLinkProps {
  to: string;
  /** Another link or button of the page matters more. */
  isSecondary?: boolean;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, isSecondary = false, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={isSecondary ? styles.secondary : styles.button}>
      {children}
    </Link>
  );
}

/** Opens the visitor's mail program; looks like a primary button. */
export function MailLink({ address, children }: { address: string; children: string }) {
  return (
    <a href={`mailto:${address}`} className={styles.button}>
      <Icon name="mail" />{' '}
      <span>
        <WithAddress text={children} />
      </span>
    </a>
  );
}

/** The way back to the parent page, above its heading. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="back" /> {children}
    </Link>
  );
}
