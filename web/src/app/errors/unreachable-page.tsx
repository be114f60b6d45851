import message from '../../components/page/message.module.css';
import { texts } from '../texts.js';

const { title, text, retry } = texts.unreachable;

/** In place of a page for signed-in users; the session is restored in the background. */
export function UnreachablePage() {
  return (
    <main className={message.message}>
      <div className={message.words} role="status">
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <button type="button" onClick={() => window.location.reload()}>
        {retry}
      </button>
    </main>
  );
}
