import { Button } from 'antd';
import { useState } from 'react';
import styles from '../login-page.module.css';
import { texts } from '../texts.js';
import { linkErrorMessage } from './link-errors.js';
import { Outcome } from './outcome.js';
import { applyCode } from './password-actions.js';

/**
 * The identity provider tells an owner of a changed address or of a new second factor, with a link that undoes it. Behind
 * a button, because programs that scan e-mails open the links in them.
 */
export function UndoLink({ mode, code }: { mode: keyof typeof texts.link.undo; code: string }) {
  const { lead, button, done } = texts.link.undo[mode];
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [error, setError] = useState<string>();
  const undo = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await applyCode(code);
      setIsDone(true);
    } catch (failure) {
      setError(linkErrorMessage(failure));
    } finally {
      setIsBusy(false);
    }
  };
  if (isDone) return <Outcome text={done} />;
  return (
    <>
      <p className={styles.lead}>{lead}</p>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button block size="large" type="primary" loading={isBusy} onClick={() => void undo()}>
        {button}
      </Button>
    </>
  );
}
