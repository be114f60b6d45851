import { Icon } from '../../../components/icon.js';
import { useCheckedEntries } from '../api.js';
import { texts } from '../texts.js';
import styles from './log-head.module.css';
import { longCount, longTime, Room } from './room.js';
import { timeInText } from './time-in-text.js';

const { broken, entries: words, intact } = texts;

const resultOf = ({ at, length }: { at: string; length: number }): string =>
  `${words.checked(timeInText(at))} ${intact.description(length)}`;

/** Every visit verifies the log: its signed head shows no entry that was changed under its hash, and no gap. */
export function CheckedEntries() {
  const { data: report, isError, isFetching } = useCheckedEntries();
  const isKnown = !isFetching && report !== undefined;
  if (isKnown && !report.isValid)
    return (
      <section role="alert" className={styles.alarm}>
        <h2>
          <Icon name="shield" /> {broken.title}
        </h2>
        <p>{broken.description(report.firstBroken ?? 0)}</p>
      </section>
    );
  const awaited = isError ? words.failed : words.checking;
  return (
    <p className={styles.head} role={isKnown ? 'status' : undefined}>
      <Icon name="shield" />
      <span className={styles.stack}>
        <span>{isKnown ? resultOf(report) : awaited}</span>
        {/* Stays below the result, whose text may be a line shorter. */}
        <Room text={resultOf({ at: longTime, length: longCount })} />
      </span>
    </p>
  );
}
