import { Link } from '../../../components/page/link.js';
import { takeFocus } from '../../../lib/browser/focus/take-focus.js';
import { loginPath, paths } from '../../../lib/paths.js';
import styles from '../login-page.module.css';
import { texts } from '../texts.js';

interface OutcomeProps {
  text: string;
  /** Fills in the sign-in form. */
  email?: string;
  /** True if this browser is still signed in. */
  isSignedIn?: boolean;
}

/** What a link from an e-mail has led to, and the way to the sign-in or, for a signed-in user, to the dashboard. */
export function Outcome({ text, email, isSignedIn = false }: OutcomeProps) {
  return (
    <>
      <p role="status" className={styles.outcome} ref={takeFocus} tabIndex={-1}>
        {text}
      </p>
      {isSignedIn ? (
        <Link to={paths.home}>{texts.link.toDashboard}</Link>
      ) : (
        <Link to={loginPath(email === undefined ? {} : { email })}>{texts.link.toSignIn}</Link>
      )}
    </>
  );
}
