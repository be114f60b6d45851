import shared from '../../../components/site/shared.module.css';
import { classNames } from '../../../lib/class-names.js';
import { signUpPath } from '../../../lib/paths.js';
import { Section } from '../blocks/section.js';
import type { Plan } from '../content-types.js';
import { texts } from '../texts.js';
import styles from './pricing.module.css';

const words = texts.landing;

/** The plans, drawn as tickets. */
export function Pricing({ plans }: { plans: readonly Plan[] }) {
  return (
    <Section heading={words.pricing} intro={words.pricingIntro} id="pricing">
      <ul className={styles.plans}>
        {plans.map(({ name, price, rhythm, points, action, isMarked }) => (
          <li key={name} className={classNames(styles.plan, isMarked && styles.marked)}>
            <div className={styles.head}>
              <h3>{name}</h3>
              <p>
                <strong>{price}</strong> <span>{rhythm}</span>
              </p>
            </div>
            <ul className={styles.points}>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <a
              className={classNames(shared.button, !isMarked && shared.quiet, styles.action)}
              href={signUpPath()}
            >
              {action}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
