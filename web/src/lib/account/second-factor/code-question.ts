/** A sign-in waits here for the code of the second factor, which a dialog asks for (features/auth/confirm). */

import { createPendingPrompt } from '../../browser/pending-prompt.js';

/**
 * Why the code is requested: for the first time; because the last one was wrong; or for the sign-in with a password that
 * has just been changed, for which the provider does not accept the code of the change.
 */
export type CodeReason = 'first' | 'wrong' | 'changed';

const question = createPendingPrompt<CodeReason, string | null>();

/** Resolves with null when the user cancels. */
export const askForCode = (reason: CodeReason): Promise<string | null> => question.ask(reason);

export const answerCodeQuestion = (code: string | null): void => question.answer(code);

export const useCodeReason = (): CodeReason | null => question.useSubject();

/** The user closed the question. */
export class SignInCancelled extends Error {
  override name = 'SignInCancelled';
}
