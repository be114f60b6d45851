import { Button } from 'antd';
import { Icon } from '../../components/icon.js';
import type { PlanType } from './api.js';
import { texts } from './texts.js';

interface PlanCardProps {
  plan: PlanType;
  isDisabled: boolean;
  onChoose: () => void;
}

/** What a plan contains. */
export function PlanPoints({ plan }: { plan: PlanType }) {
  return (
    <ul className="plan-points">
      {texts.plans[plan].points.map((point) => (
        <li key={point}>
          <Icon name="check" />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}

export function PlanCard({ plan, isDisabled, onChoose }: PlanCardProps) {
  const { name, price, per, note, choose } = texts.plans[plan];
  const titleId = `plan-${plan}`;
  return (
    <article className={`panel plan-card plan-card-${plan}`} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{name}</h2>
        {plan === 'proforever' && <span className="plan-ribbon">{texts.bestValue}</span>}
      </header>
      <p className="plan-price">
        <strong>{price}</strong>
        <span>{per}</span>
      </p>
      <p className="plan-note">{note}</p>
      <PlanPoints plan={plan} />
      <Button
        block
        type={plan === 'proforever' ? 'primary' : 'default'}
        size="large"
        disabled={isDisabled}
        onClick={onChoose}
      >
        {choose}
      </Button>
    </article>
  );
}
