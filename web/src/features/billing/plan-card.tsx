import { Button } from 'antd';
import { Icon } from '../../components/icon.js';
import panel from '../../components/page/panel.module.css';
import { classNames } from '../../lib/class-names.js';
import { usePolicy } from '../../lib/use-policy.js';
import type { PlanType } from './api.js';
import styles from './plan-card.module.css';
import { texts } from './texts.js';

interface PlanCardProps {
  plan: PlanType;
  /** False until the user's plan is known, and while a payment is processing; the button takes its room. */
  canChoose: boolean;
  /** Shown in place of the button if the user has this plan or one that includes it. */
  held: string | null;
  onChoose: () => void;
}

/** The features of a plan. */
export function PlanPoints({ plan }: { plan: PlanType }) {
  const policy = usePolicy();
  return (
    <ul className={styles.points}>
      {texts.plans[plan].points(policy).map((point) => (
        <li key={point}>
          <Icon name="check" />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}

export function PlanCard({ plan, canChoose, held, onChoose }: PlanCardProps) {
  const { name, price, per, note, choose } = texts.plans[plan];
  const policy = usePolicy();
  const titleId = `plan-${plan}`;
  const isBestValue = plan === 'proforever';
  return (
    <article
      className={classNames(panel.panel, styles.card, isBestValue && styles.isBestValue)}
      aria-labelledby={titleId}
    >
      <header>
        <h2 id={titleId}>{name}</h2>
        {isBestValue && <span className={styles.ribbon}>{texts.bestValue}</span>}
      </header>
      <p className={styles.price}>
        <strong>{price(policy)}</strong>
        <span>{per}</span>
      </p>
      <p className={styles.note}>{note(policy)}</p>
      <PlanPoints plan={plan} />
      <Button
        block
        type={isBestValue ? 'primary' : 'default'}
        size="large"
        disabled={held !== null}
        style={canChoose || held !== null ? {} : { visibility: 'hidden' }}
        onClick={onChoose}
      >
        {held ?? choose}
      </Button>
    </article>
  );
}
