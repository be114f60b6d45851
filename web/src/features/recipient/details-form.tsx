import { useId, useState, type SubmitEvent } from 'react';
import { toast } from '../../components/toast/index.js';
import { checkDownloader } from './flow.js';
import type { DownloaderInfo } from './share-api.js';
import { texts } from './texts.js';

interface DetailsFormProps {
  /** What a signed-in user's account already says. */
  known: DownloaderInfo;
  onSubmit: (downloader: DownloaderInfo) => void;
}

interface FieldProps {
  label: string;
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
    <div className="rcp-field">
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

/** Step 2, for everybody but the owner. */
export function DetailsForm({ known, onSubmit }: DetailsFormProps) {
  const words = texts.details;
  const [typed, setTyped] = useState<Partial<DownloaderInfo>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  // The account may become known after the form is on screen; what was typed stays.
  const name = typed.name ?? known.name;
  const email = typed.email ?? known.email;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const refusal = checkDownloader({ name, email });
    setProblem(refusal?.description ?? null);
    if (refusal !== null) {
      toast({ ...refusal, variant: 'destructive' });
      return;
    }
    toast(words.received);
    onSubmit({ name: name.trim(), email: email.trim() });
  };

  const describedBy = problem === null ? undefined : problemId;
  return (
    <form className="rcp-form" noValidate onSubmit={submit}>
      <Field
        label={words.name}
        type="text"
        autoComplete="name"
        autoFocus
        value={name}
        problemId={describedBy}
        onChange={(value) => setTyped({ ...typed, name: value })}
      />
      <Field
        label={words.email}
        type="email"
        autoComplete="email"
        value={email}
        problemId={describedBy}
        onChange={(value) => setTyped({ ...typed, email: value })}
      />
      {problem !== null && (
        <p className="rcp-problem" id={problemId}>
          {problem}
        </p>
      )}
      <button className="rcp-button rcp-button-main" type="submit">
        {words.submit}
      </button>
    </form>
  );
}
