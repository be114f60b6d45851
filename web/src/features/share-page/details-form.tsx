import { useId, useRef, useState, type SubmitEvent } from 'react';
import { toast } from '../../components/toast/index.js';
import { hasWebRtc } from '../../lib/browser/device/web-rtc.js';
import styles from './form.module.css';
import { checkDownloader, type DetailsError } from './session/flow.js';
import type { DownloaderInfo } from './session/share-api.js';
import shared from './shared.module.css';
import { texts } from './texts.js';

interface DetailsFormProps {
  /** From the account of a signed-in user. */
  known: DownloaderInfo;
  onSubmit: (downloader: DownloaderInfo) => void;
}

interface FieldProps {
  label: string;
  name: keyof DownloaderInfo;
  type: 'text' | 'email';
  autoComplete: string;
  value: string;
  errorId: string | undefined;
  /** Of a text above the form, past which the focus is moved. */
  noteId?: string;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

function Field({ label, errorId, noteId, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        required
        maxLength={200}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId ?? noteId}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** Step 2, for recipients only. */
export function DetailsForm({ known, onSubmit }: DetailsFormProps) {
  const words = texts.details;
  const [typed, setTyped] = useState<Partial<DownloaderInfo>>({});
  const [error, setError] = useState<DetailsError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  // The account may load after the form is shown; typed values take precedence.
  const name = typed.name ?? known.name;
  const email = typed.email ?? known.email;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const invalid = checkDownloader({ name, email });
    setError(invalid);
    if (invalid !== null) {
      const { title, description, fields } = invalid;
      toast({ title, description, variant: 'destructive' });
      form.current?.querySelector<HTMLInputElement>(`input[name=${fields[0] ?? ''}]`)?.focus();
      return;
    }
    // The next step says that this browser cannot receive the file.
    if (hasWebRtc()) toast(words.received);
    onSubmit({ name: name.trim(), email: email.trim() });
  };

  const errorIdOf = (field: keyof DownloaderInfo): string | undefined =>
    error?.fields.includes(field) === true ? errorId : undefined;
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field
        label={words.name}
        name="name"
        type="text"
        autoComplete="name"
        autoFocus
        value={name}
        errorId={errorIdOf('name')}
        noteId="step-intro"
        onChange={(value) => setTyped({ ...typed, name: value })}
      />
      <Field
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        errorId={errorIdOf('email')}
        onChange={(value) => setTyped({ ...typed, email: value })}
      />
      {error !== null && (
        <p className={styles.error} id={errorId}>
          {error.description}
        </p>
      )}
      <button className={shared.mainButton} type="submit">
        {words.submit}
      </button>
    </form>
  );
}
