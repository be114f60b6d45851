/**
 * Some calls need a recent sign-in. The call waits here while the user confirms the password in a dialog
 * (features/auth/confirm/confirm-sign-in.tsx), and is then repeated.
 *
 *   idle ──a call needs it──▶ asking ──confirmed, cancelled──▶ idle
 */
import { useSyncExternalStore } from 'react';

interface Pending {
  outcome: Promise<boolean>;
  settle: (isConfirmed: boolean) => void;
}

let pending: Pending | null = null;
const listeners = new Set<() => void>();

const notify = (): void => listeners.forEach((listener) => listener());

/** Resolves with false when the user declines. Calls that arrive during the question share its outcome. */
export const askForRecentSignIn = (): Promise<boolean> => {
  if (pending !== null) return pending.outcome;
  let settle: Pending['settle'] = () => undefined;
  const outcome = new Promise<boolean>((resolve) => (settle = resolve));
  pending = { outcome, settle };
  notify();
  return outcome;
};

/** The user's decision; without a question it has no effect. */
export const answerSignInQuestion = (isConfirmed: boolean): void => {
  const asked = pending;
  pending = null;
  asked?.settle(isConfirmed);
  notify();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const isAsking = (): boolean => pending !== null;

export const useIsAskingForSignIn = (): boolean =>
  useSyncExternalStore(subscribe, isAsking, isAsking);
