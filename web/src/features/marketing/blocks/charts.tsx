import { classNames } from '../../../lib/class-names.js';
import type { RoutesBlock, ScaleBlock } from '../content-types.js';
import styles from './charts.module.css';
import { Section } from './section.js';

/** Routes of a file on one time axis. The text alone is sufficient; the bars illustrate it. */
export function Routes({ block }: { block: RoutesBlock }) {
  const { heading, intro, routes, note } = block;
  return (
    <Section heading={heading} intro={intro} note={note}>
      <div className={styles.routes}>
        {routes.map(({ name, legs, outcome }) => (
          <div key={name} className={styles.route}>
            <h3>{name}</h3>
            <ol>
              {legs.map(({ label, from, to, isOurs }) => (
                <li
                  key={label}
                  className={classNames(styles.leg, isOurs === true && styles.legOurs)}
                  style={{ insetInlineStart: `${from}%`, inlineSize: `${to - from}%` }}
                >
                  <span>{label}</span>
                </li>
              ))}
            </ol>
            <p>{outcome}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** Percentage of the longest bar on a logarithmic scale from 1 MB. */
const lengthOf = (megabytes: number, longest: number): number =>
  (Math.log10(Math.max(1, megabytes)) / Math.log10(longest)) * 100;

export function Scale({ block }: { block: ScaleBlock }) {
  const { heading, intro, bars, note } = block;
  const longest = Math.max(10_000, ...bars.map(({ megabytes }) => megabytes));
  return (
    <Section heading={heading} intro={intro} note={note}>
      <dl className={styles.scale}>
        {bars.map(({ label, text, megabytes, isOurs }) => (
          <div key={label} className={isOurs === true ? styles.scaleOurs : undefined}>
            <dt>{label}</dt>
            <dd style={{ inlineSize: `${lengthOf(megabytes, longest).toFixed(1)}%` }}>
              <span>{text}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
