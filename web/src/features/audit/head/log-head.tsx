import { Button } from 'antd';
import { Icon } from '../../../components/icon.js';
import { saveFile } from '../../../lib/browser/save-file.js';
import { formatCount, formatDateTime } from '../../../lib/texts/format.js';
import { texts } from '../texts.js';
import { useCheckedHead, type CheckedHead } from './api.js';
import styles from './log-head.module.css';

const { head: words } = texts;

const saveEvidence = (evidence: unknown, filename: string): void =>
  saveFile(
    new Blob([`${JSON.stringify(evidence, null, 2)}\n`], { type: 'application/json' }),
    filename,
  );

interface ComplaintProps {
  checked: CheckedHead & { fault: NonNullable<CheckedHead['fault']> };
  onAccept: () => void;
}

function Complaint({ checked, onAccept }: ComplaintProps) {
  const { fault, seq, remembered } = checked;
  const since = formatDateTime(remembered?.head.at ?? '');
  return (
    <section role="alert" className={styles.alarm}>
      <h2>
        <Icon name="shield" /> {words.alarm}
      </h2>
      <p>{words.faults[fault](since, formatCount(seq))}</p>
      <p>{words.advice}</p>
      <div className={styles.actions}>
        <Button type="primary" onClick={() => saveEvidence(checked, words.evidenceFile)}>
          {words.saveEvidence}
        </Button>
        {remembered !== null && checked.answer !== null && (
          <Button onClick={onAccept}>{words.accept}</Button>
        )}
      </div>
    </section>
  );
}

/** Compares the log with the head that this browser remembers, and reports a log that is not its continuation. */
export function LogHead() {
  const { checked, isError, noteSaved, accept } = useCheckedHead();
  if (checked === undefined) return isError ? <p className={styles.head}>{words.unknown}</p> : null;
  const { fault, remembered, answer, isProven } = checked;
  if (fault !== null) return <Complaint checked={{ ...checked, fault }} onAccept={accept} />;
  if (answer === null) return null;
  if (!isProven) return <p className={styles.head}>{words.unknown}</p>;
  const { size, root, at } = answer.head;
  return (
    <p className={styles.head} role="status">
      <Icon name="shield" />
      <span>
        {remembered === null
          ? words.first(formatDateTime(at))
          : words.consistent(formatDateTime(remembered.head.at))}{' '}
        <span className={styles.root}>
          {words.head(formatCount(size))} <code>{root}</code>
        </span>{' '}
        <button
          type="button"
          className={styles.save}
          onClick={() => {
            saveEvidence(answer, words.headFile);
            noteSaved(answer.head);
          }}
        >
          {words.save}
        </button>
      </span>
    </p>
  );
}
