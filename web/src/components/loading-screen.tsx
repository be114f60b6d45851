import { texts } from './texts.js';
import './loading-screen.css';

interface LoadingScreenProps {
  label?: string;
}

/** Two dots that meet: shown while a part of a page is on its way. */
export function LoadingScreen({ label = texts.loading }: LoadingScreenProps) {
  return (
    <div className="loading-screen" role="status">
      <MeetingDots />
      <span>{label}</span>
    </div>
  );
}

/** The same as a whole page: while it is unknown who is signed in, or a page's code arrives. */
export function LoadingPage({ label = texts.loading }: LoadingScreenProps) {
  return (
    <main>
      <div className="loading-screen" role="status">
        <MeetingDots />
        <h1>{label}</h1>
      </div>
    </main>
  );
}

function MeetingDots() {
  return (
    <span className="loading-pair" aria-hidden="true">
      <i />
      <i />
    </span>
  );
}
