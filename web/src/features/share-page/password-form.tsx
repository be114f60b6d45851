import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { clearToasts, toast } from '../../components/toast/index.js';
import styles from './form.module.css';
import { checkPassword } from './session/flow.js';
import shared from './shared.module.css';
import { texts } from './texts.js';

interface PasswordFormProps {
  isVerifying: boolean;
  error: string | null;
  onSubmit: (password: string) => void;
}

/** Step 1. Errors are shown both as a toast and below the field. */
export function PasswordForm({ isVerifying, error, onSubmit }: PasswordFormProps) {
  const words = texts.password;
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [ownError, setOwnError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const shown = ownError ?? error;

  const correct = (): void => {
    field.current?.focus();
    field.current?.select();
  };
  useEffect(() => {
    if (error !== null) correct();
  }, [error]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const invalid = checkPassword(password);
    setOwnError(invalid?.description ?? null);
    if (invalid === null) {
      // The refusal of an earlier attempt.
      clearToasts();
      onSubmit(password.trim());
      return;
    }
    toast({ ...invalid, variant: 'destructive' });
    correct();
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.field}>
        <label htmlFor={id}>{words.label}</label>
        <div className={styles.secret}>
          <input
            ref={field}
            id={id}
            type={isShown ? 'text' : 'password'}
            dir="ltr"
            value={password}
            required
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            readOnly={isVerifying}
            aria-invalid={shown !== null}
            aria-describedby={shown === null ? undefined : `${id}-error`}
            onChange={(event) => setPassword(event.target.value)}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-label={isShown ? words.hide : words.show}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <EyeIcon isCrossed={isShown} />
          </button>
        </div>
        {shown !== null && (
          <p className={styles.error} id={`${id}-error`}>
            {shown}
          </p>
        )}
      </div>
      <button className={shared.mainButton} type="submit" disabled={isVerifying}>
        {isVerifying ? words.submitting : words.submit}
      </button>
    </form>
  );
}

function EyeIcon({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" className={styles.eye}>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {isCrossed && <path d="M4 20 20 4" />}
    </svg>
  );
}
