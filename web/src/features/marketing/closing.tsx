import shared from '../../components/site/shared.module.css';
import { classNames } from '../../lib/class-names.js';
import styles from './closing.module.css';

interface ClosingProps {
  heading: string;
  text?: string;
  action: string;
  /** Address of the sign-in page. */
  href: string;
}

/** The last section of a page: one more link to the sign-in page. */
export function Closing({ heading, text, action, href }: ClosingProps) {
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <div className={classNames(shared.inner, styles.inner)}>
        <h2 id="closing">{heading}</h2>
        {text !== undefined && <p>{text}</p>}
        <a className={classNames(shared.button, shared.onInk)} href={href}>
          {action}
        </a>
      </div>
    </section>
  );
}
