import { texts } from './texts.js';
import './loading-screen.css';

/** Two dots that meet: shown while it is unknown who is signed in or a page's code arrives. */
export function LoadingScreen({ label = texts.loading }: { label?: string }) {
  return (
    <div className="loading-screen" role="status">
      <span className="loading-pair" aria-hidden="true">
        <i />
        <i />
      </span>
      <span>{label}</span>
    </div>
  );
}
