import { Link } from '../../../components/page/link.js';
import { loginPath } from '../../../lib/paths.js';
import styles from '../login-page.module.css';
import { texts } from '../texts.js';

/** In place of the form or of the loading screen. */
const takeFocus = (message: HTMLElement | null): void => message?.focus({ preventScroll: true });

/** What a link from an e-mail has led to, and the way to the sign-in, with the address if it is known. */
export function Outcome({ text, email }: { text: string; email?: string }) {
  return (
    <>
      <p role="status" className={styles.outcome} ref={takeFocus} tabIndex={-1}>
        {text}
      </p>
      <Link to={loginPath(email === undefined ? {} : { email })}>{texts.link.toSignIn}</Link>
    </>
  );
}
