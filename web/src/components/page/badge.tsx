import { classNames } from '../../lib/class-names.js';
import styles from './badge.module.css';

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'accent' | 'danger' | 'signal';

const classOf: Record<BadgeTone, string | undefined> = {
  neutral: undefined,
  success: styles.success,
  warning: styles.warning,
  accent: styles.accent,
  danger: styles.danger,
  signal: styles.signal,
};

interface BadgeProps {
  tone: BadgeTone;
  className?: string | undefined;
  children: string;
}

/** A short coloured label for a status. */
export function Badge({ tone, className, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, classOf[tone], className)} data-badge={tone}>
      {children}
    </span>
  );
}
