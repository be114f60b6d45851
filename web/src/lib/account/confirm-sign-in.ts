/**
 * Some calls need a recent sign-in. The call waits here while the user confirms the password in a dialog
 * (features/auth/confirm/confirm-sign-in.tsx), and is then repeated.
 */

import { createPendingPrompt } from '../browser/pending-prompt.js';

const question = createPendingPrompt<'sign-in', boolean>();

/** Resolves with false when the user declines. */
export const askForRecentSignIn = (): Promise<boolean> => question.ask('sign-in');

/** The user's decision. */
export const answerSignInQuestion = (isConfirmed: boolean): void => question.answer(isConfirmed);

export const useIsAskingForSignIn = (): boolean => question.useSubject() !== null;
