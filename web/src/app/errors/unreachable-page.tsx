import message from '../../components/page/message.module.css';
import { texts } from '../texts.js';

const { title, signedIn, text, retry } = texts.unreachable;

interface UnreachablePageProps {
  /** False when it is not known. */
  isSignedIn?: boolean;
}

/** In place of a page that loads in the background. */
export function UnreachablePage({ isSignedIn = true }: UnreachablePageProps) {
  return (
    <main className={message.message}>
      <div className={message.words} role="status">
        <h1>{title}</h1>
        {isSignedIn && <p>{signedIn}</p>}
        <p>{text}</p>
      </div>
      <button type="button" onClick={() => window.location.reload()}>
        {retry}
      </button>
    </main>
  );
}
