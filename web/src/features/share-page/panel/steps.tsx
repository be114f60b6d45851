import type { Flow } from '../session/flow.js';
import { texts } from '../texts.js';
import styles from './steps.module.css';

const words = texts.steps;

/** The steps of the page, with the current one marked. */
export function Steps({ step }: { step: Flow['step'] }) {
  const stations =
    step === 'sender'
      ? [words.password, words.send]
      : [words.password, words.details, words.download];
  const current = { password: 0, details: 1, receiver: 2, sender: 1 }[step];
  return (
    <ol className={styles.steps} aria-label={words.label}>
      {stations.map((name, index) => (
        <li
          key={name}
          data-is={index < current ? 'past' : index === current ? 'current' : 'next'}
          aria-current={index === current ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
