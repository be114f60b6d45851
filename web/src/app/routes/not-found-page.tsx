import { Link } from '../../components/page/link.js';
import message from '../../components/page/message.module.css';
import { paths } from '../../lib/paths.js';
import { texts } from '../texts.js';
import styles from './not-found-page.module.css';

/** Unknown addresses, for signed-in users. */
export function NotFoundPage() {
  return (
    <div className={message.message}>
      <svg className={styles.drawing} viewBox="0 0 200 60" aria-hidden="true">
        <path d="M20 44C45 22 65 14 82 12" />
        <path d="M118 12C135 14 155 22 180 44" className={styles.broken} />
        <circle cx="20" cy="44" r="7" className={styles.sender} />
        <circle cx="180" cy="44" r="7" className={styles.recipient} />
      </svg>
      <h1>{texts.notFound.title}</h1>
      <p>{texts.notFound.text}</p>
      <Link to={paths.home}>{texts.notFound.home}</Link>
    </div>
  );
}
