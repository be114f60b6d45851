import { classNames } from '../../../lib/class-names.js';
import type { TimesBlock } from '../content-types.js';
import { texts } from '../texts.js';
import { Section } from './section.js';
import styles from './tables.module.css';

const { units } = texts;

const minute = 60;
const hour = 3600;

/** Best case for a size in decimal gigabytes at a speed in Mbit/s, in words: `13 min`, `2 h 13 min`. */
export const describeTransferTime = (gigabytes: number, megabits: number): string => {
  const seconds = (gigabytes * 8_000) / megabits;
  if (seconds < 90) return units.seconds(Math.round(seconds));
  if (seconds < hour) return units.minutes(Math.round(seconds / minute));
  const minutes = Math.round(seconds / minute);
  const rest = minutes % minute;
  const hours = units.hours(Math.floor(minutes / minute));
  return rest === 0 ? hours : `${hours} ${units.minutes(rest)}`;
};

export function Times({ block }: { block: TimesBlock }) {
  const { heading, intro, gigabytes, speeds, note } = block;
  return (
    <Section heading={heading} intro={intro} note={note}>
      <div className={styles.frame} role="group" aria-label={heading} tabIndex={0}>
        <table className={classNames(styles.table, styles.times)}>
          <thead>
            <tr>
              <td />
              {speeds.map(({ megabits, label }) => (
                <th key={label} scope="col">
                  {label}
                  {!label.startsWith(units.speed(megabits)) && (
                    <small>{units.speed(megabits)}</small>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gigabytes.map((size) => (
              <tr key={size}>
                <th scope="row">{units.size(size)}</th>
                {speeds.map(({ megabits, label }) => (
                  <td key={label}>{describeTransferTime(size, megabits)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
