/**
 * A question that code outside the component tree asks the user: the code waits, a dialog shows the question, and its
 * answer resolves the wait.
 *
 *   idle ──ask──▶ asking ──answer──▶ idle
 */

import { useSyncExternalStore } from 'react';

export interface PendingPrompt<Subject, Answer> {
  /** Waits for the answer. Calls that arrive during the question share it. */
  ask(subject: Subject): Promise<Answer>;
  /** Does nothing without a pending question. */
  answer(answer: Answer): void;
  /** What is asked at present; null without a question. */
  useSubject(): Subject | null;
}

interface Asked<Subject, Answer> {
  subject: Subject;
  outcome: Promise<Answer>;
  settle: (answer: Answer) => void;
}

/** A subject must not be null. */
export const createPendingPrompt = <Subject, Answer>(): PendingPrompt<Subject, Answer> => {
  let asked: Asked<Subject, Answer> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: typeof asked): void => {
    asked = next;
    for (const listener of [...listeners]) listener();
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const subject = (): Subject | null => asked?.subject ?? null;

  return {
    ask(about) {
      if (asked !== null) return asked.outcome;
      let settle: (answer: Answer) => void = () => undefined;
      const outcome = new Promise<Answer>((resolve) => (settle = resolve));
      set({ subject: about, outcome, settle });
      return outcome;
    },
    answer(answer) {
      const answered = asked;
      set(null);
      answered?.settle(answer);
    },
    useSubject: () => useSyncExternalStore(subscribe, subject, subject),
  };
};
