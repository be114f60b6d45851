import { classNames } from '../../lib/class-names.js';
import styles from './plan-badge.module.css';

interface PlanBadgeProps {
  label: string;
  isPaid: boolean;
}

/** The signed-in user's plan. */
export function PlanBadge({ label, isPaid }: PlanBadgeProps) {
  return (
    <span className={classNames(styles.badge, isPaid && styles.isPaid)} data-badge="plan">
      {label}
    </span>
  );
}
