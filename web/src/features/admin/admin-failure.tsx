import { LoadFailure } from '../../components/page/load-failure.js';
import { messageOf, type ApiFailure } from '../../lib/http/http.js';
import styles from './page.module.css';
import { texts } from './texts.js';

const { advice } = texts;

const isApiFailure = (error: unknown): error is ApiFailure =>
  typeof error === 'object' && error !== null && 'status' in error && 'isFromServer' in error;

const reasonOf = (error: unknown): string => {
  // A proxy's page says nothing to a reader.
  if (isApiFailure(error) && error.status !== 0 && !error.isFromServer) {
    return advice.status(error.status);
  }
  return messageOf(error, '');
};

const adviceFor = (error: unknown): string | undefined => {
  if (!isApiFailure(error)) return undefined;
  if (error.status === 401) return advice.signIn;
  if (error.status === 403) return advice.notAdmin;
  return error.status === 429 || error.status >= 500 ? advice.busy : undefined;
};

interface AdminFailureProps {
  /** What could not be loaded. */
  title: string;
  error: unknown;
  /** Resolves after the next attempt, whatever its outcome. */
  onRetry: () => PromiseLike<unknown>;
}

/** What an admin page could not load, why, and what to do about it. */
export function AdminFailure({ title, error, onRetry }: AdminFailureProps) {
  const reason = reasonOf(error);
  const next = adviceFor(error);
  return (
    <div className={styles.error}>
      <LoadFailure onRetry={onRetry}>
        <strong>{title}</strong>
        {reason !== '' && <p dir="auto">{reason}</p>}
        {next !== undefined && <p>{next}</p>}
      </LoadFailure>
    </div>
  );
}
