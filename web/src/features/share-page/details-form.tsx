import { useId, useRef, useState, type SubmitEvent } from 'react';
import { toast } from '../../components/toast/index.js';
import { checkDownloader, type DetailsRefusal } from './session/flow.js';
import type { DownloaderInfo } from './session/share-api.js';
import styles from './form.module.css';
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
  problemId: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}

function Field({ label, problemId, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        required
        maxLength={200}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** Step 2, for recipients only. */
export function DetailsForm({ known, onSubmit }: DetailsFormProps) {
  const words = texts.details;
  const [typed, setTyped] = useState<Partial<DownloaderInfo>>({});
  const [problem, setProblem] = useState<DetailsRefusal | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const problemId = useId();
  // The account may load after the form is shown; typed values take precedence.
  const name = typed.name ?? known.name;
  const email = typed.email ?? known.email;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const refusal = checkDownloader({ name, email });
    setProblem(refusal);
    if (refusal !== null) {
      const { title, description, fields } = refusal;
      toast({ title, description, variant: 'destructive' });
      form.current?.querySelector<HTMLInputElement>(`input[name=${fields[0] ?? ''}]`)?.focus();
      return;
    }
    toast(words.received);
    onSubmit({ name: name.trim(), email: email.trim() });
  };

  const problemOf = (field: keyof DownloaderInfo): string | undefined =>
    problem?.fields.includes(field) === true ? problemId : undefined;
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field
        label={words.name}
        name="name"
        type="text"
        autoComplete="name"
        autoFocus
        value={name}
        problemId={problemOf('name')}
        onChange={(value) => setTyped({ ...typed, name: value })}
      />
      <Field
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        problemId={problemOf('email')}
        onChange={(value) => setTyped({ ...typed, email: value })}
      />
      {problem !== null && (
        <p className={styles.problem} id={problemId}>
          {problem.description}
        </p>
      )}
      <button className={shared.mainButton} type="submit">
        {words.submit}
      </button>
    </form>
  );
}
