import { Button } from 'antd';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Icon } from '../../../components/icon.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { saveFile } from '../../../lib/browser/save-file.js';
import { classNames } from '../../../lib/class-names.js';
import { formatCount } from '../../../lib/texts/format.js';
import { texts } from '../texts.js';
import { useCheckedHead, type CheckedHead } from './api.js';
import styles from './log-head.module.css';
import { rememberedHead } from './remembered-head.js';
import { longTime, Room } from './room.js';
import { timeInText } from './time-in-text.js';

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
  const since = timeInText(remembered?.head.at ?? '');
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

/** @param since when the state was signed that this browser remembers; null: it remembers none yet */
const stateText = (since: string | null, at: string): string =>
  since === null ? words.first(timeInText(at)) : words.consistent(timeInText(since));

/** Takes the room of the statement, and stays below it: its text may be a line shorter, and nothing must move. */
const statementRoom = (since: string | null): ReactNode => (
  <Room text={stateText(since === null ? null : longTime, longTime)} />
);

interface SignedStateProps {
  size: number;
  root: string;
  onSave: () => void;
}

/** Paper shows the signed state, which it can be compared with later. */
const useOpenOnPaper = (): RefObject<HTMLDetailsElement | null> => {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    let wasOpen = false;
    const setOpen = (isOpen: boolean): void => {
      if (details.current !== null) details.current.open = isOpen;
    };
    const before = (): void => {
      wasOpen = details.current?.open === true;
      setOpen(true);
    };
    const after = (): void => setOpen(wasOpen);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return details;
};

/** The hash and its file, for those who verify the log with other means. */
function SignedState({ size, root, onSave }: SignedStateProps) {
  return (
    <details className={styles.signed} ref={useOpenOnPaper()}>
      <summary>{words.signed}</summary>
      <div className={styles.content}>
        <p>{words.purpose}</p>
        <p className={styles.root}>
          {words.head(formatCount(size))} <code dir="ltr">{root}</code>
        </p>
        <Button size="small" onClick={onSave}>
          {words.save}
        </Button>
      </div>
    </details>
  );
}

/** Compares the log with the head that this browser remembers, and reports a log that is not its continuation. */
export function LogHead() {
  const { checked, hasFailed, noteSaved, accept } = useCheckedHead();
  const uid = useSignedInUser()?.uid ?? '';
  if (checked === undefined) {
    if (hasFailed) return <p className={styles.head}>{words.unknown}</p>;
    return (
      <div className={classNames(styles.head, styles.awaited)} aria-hidden="true">
        <Icon name="shield" />
        <div>
          <p>{statementRoom(rememberedHead(uid)?.head.at ?? null)}</p>
          <Room text={words.signed} />
        </div>
      </div>
    );
  }
  const { fault, remembered, answer, isProven } = checked;
  if (fault !== null) return <HeadAlarm checked={{ ...checked, fault }} onAccept={accept} />;
  if (answer === null) return null;
  if (!isProven) return <p className={styles.head}>{words.unknown}</p>;
  const { size, root, at } = answer.head;
  const since = remembered?.head.at ?? null;
  return (
    <div className={styles.head}>
      <Icon name="shield" />
      <div>
        <p className={styles.stack} role="status">
          <span>{stateText(since, at)}</span>
          {statementRoom(since)}
        </p>
        <SignedState
          size={size}
          root={root}
          onSave={() => {
            saveEvidence(answer, words.headFile);
            noteSaved(answer.head);
          }}
        />
      </div>
    </div>
  );
}
