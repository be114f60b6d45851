import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/icon.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { saveFile } from '../../../lib/browser/save-file.js';
import { classNames } from '../../../lib/class-names.js';
import { formatCount, formatDateTime } from '../../../lib/texts/format.js';
import { texts } from '../texts.js';
import { useCheckedHead, type CheckedHead } from './api.js';
import styles from './log-head.module.css';
import { rememberedHead } from './remembered-head.js';
import { longCount, longTime, Room } from './room.js';

const { head: words } = texts;

const saveEvidence = (evidence: unknown, filename: string): void =>
  saveFile(
    new Blob([`${JSON.stringify(evidence, null, 2)}\n`], { type: 'application/json' }),
    filename,
  );

interface HeadAlarmProps {
  checked: CheckedHead & { fault: NonNullable<CheckedHead['fault']> };
  onAccept: () => void;
}

function HeadAlarm({ checked, onAccept }: HeadAlarmProps) {
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

interface StatementProps {
  /** When the state was signed that this browser remembers. Null: it remembers none yet. */
  since: string | null;
  at: string;
  size: number;
  root: string;
  /** Puts the text there, or takes its room. */
  place: (text: string) => ReactNode;
  save: ReactNode;
}

function Statement({ since, at, size, root, place, save }: StatementProps) {
  const state =
    since === null ? words.first(formatDateTime(at)) : words.consistent(formatDateTime(since));
  return (
    <span>
      {place(state)}{' '}
      <span className={styles.root}>
        {place(words.head(formatCount(size)))} <code dir="ltr">{place(root)}</code>
      </span>{' '}
      {save}
    </span>
  );
}

const asText = (text: string): ReactNode => text;
const asRoom = (text: string): ReactNode => <Room text={text} />;
/** As long as every root hash, in base64url. */
const sampleRoot = 'x'.repeat(43);

/** Takes the room of the statement, and stays below it: its text may be a line shorter, and nothing must move. */
const statementRoom = (since: string | null): ReactNode => (
  <span className={styles.awaited} aria-hidden="true">
    <Statement
      since={since === null ? null : longTime}
      at={longTime}
      size={longCount}
      root={sampleRoot}
      place={asRoom}
      save={asRoom(words.save)}
    />
  </span>
);

/** Compares the log with the head that this browser remembers, and reports a log that is not its continuation. */
export function LogHead() {
  const { checked, isError, noteSaved, accept } = useCheckedHead();
  const uid = useSignedInUser()?.uid ?? '';
  if (checked === undefined) {
    if (isError) return <p className={styles.head}>{words.unknown}</p>;
    return (
      <p className={classNames(styles.head, styles.awaited)} aria-hidden="true">
        <Icon name="shield" />
        {statementRoom(rememberedHead(uid)?.head.at ?? null)}
      </p>
    );
  }
  const { fault, remembered, answer, isProven } = checked;
  if (fault !== null) return <HeadAlarm checked={{ ...checked, fault }} onAccept={accept} />;
  if (answer === null) return null;
  if (!isProven) return <p className={styles.head}>{words.unknown}</p>;
  const { size, root, at } = answer.head;
  return (
    <p className={styles.head} role="status">
      <Icon name="shield" />
      <span className={styles.stack}>
        <Statement
          since={remembered?.head.at ?? null}
          at={at}
          size={size}
          root={root}
          place={asText}
          save={
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
          }
        />
        {statementRoom(remembered?.head.at ?? null)}
      </span>
    </p>
  );
}
