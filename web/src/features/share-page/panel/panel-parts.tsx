import type { ReactNode } from 'react';
import styles from './panel-parts.module.css';

export type Tone = 'quiet' | 'busy' | 'active' | 'good' | 'bad';

export interface PanelView {
  badge: string;
  tone: Tone;
  status: string;
}

interface PanelStatusProps {
  view: PanelView;
  /** The error message; '' without an error. */
  detail: string;
  children?: ReactNode;
}

const badgeClasses: Record<Tone, string | undefined> = {
  quiet: styles.badge,
  busy: styles.busyBadge,
  active: styles.activeBadge,
  good: styles.goodBadge,
  bad: styles.badBadge,
};

/** Badge and status text in a live region. Takes the focus of a button that is removed (`keepFocus`). */
export function PanelStatus({ view, detail, children }: PanelStatusProps) {
  return (
    <div className={styles.status} role="status" tabIndex={-1}>
      <span className={badgeClasses[view.tone]}>{view.badge}</span>
      <p className={styles.text}>{view.status}</p>
      {detail !== '' && <p className={styles.detail}>{detail}</p>}
      {children}
    </div>
  );
}

type CalloutTone = 'plain' | 'warning' | 'good';

const calloutClasses: Record<CalloutTone, string | undefined> = {
  plain: styles.callout,
  warning: styles.warningCallout,
  good: styles.goodCallout,
};

interface CalloutProps {
  tone: CalloutTone;
  isUrgent?: boolean;
  children: ReactNode;
}

export function Callout({ tone, isUrgent = false, children }: CalloutProps) {
  return (
    <div className={calloutClasses[tone]} role={isUrgent ? 'alert' : undefined}>
      {children}
    </div>
  );
}
