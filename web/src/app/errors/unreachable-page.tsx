import message from '../../components/page/message.module.css';
import { texts } from '../texts.js';

const { title, signedIn, text, retry } = texts.unreachable;

interface UnreachablePageProps {
  /** False also when unknown. */
  isSignedIn?: boolean;
}

/** Shown until the server can be reached; the page then loads without a click. */
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
