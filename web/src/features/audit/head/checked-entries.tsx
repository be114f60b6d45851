import { Icon } from '../../../components/icon.js';
import { formatDateTime } from '../../../lib/texts/format.js';
import { useCheckedEntries } from '../api.js';
import { texts } from '../texts.js';
import styles from './log-head.module.css';
import { Room, sampleTime } from './room.js';

const { broken, entries: words, intact } = texts;

/** Every visit verifies the log: its signed head shows no entry that was changed under its hash, and no gap. */
export function CheckedEntries() {
  const { data: report, isError, isFetching } = useCheckedEntries();
  if (isFetching || report === undefined)
    return (
      <p className={styles.head}>
        <Icon name="shield" />
        <span className={styles.stack}>
          <span>{isError ? words.failed : words.checking}</span>
          {/* So that nothing moves when the result arrives. */}
          <Room text={`${words.checked(formatDateTime(sampleTime))} ${intact.description(100)}`} />
        </span>
      </p>
    );
  if (!report.isValid)
    return (
      <section role="alert" className={styles.alarm}>
        <h2>
          <Icon name="shield" /> {broken.title}
        </h2>
        <p>{broken.description(report.firstBroken ?? 0)}</p>
      </section>
    );
  return (
    <p className={styles.head} role="status">
      <Icon name="shield" />
      <span>
        {words.checked(formatDateTime(report.at))} {intact.description(report.length)}
      </span>
    </p>
  );
}
