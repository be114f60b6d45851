import { SignInCancelled } from '../../../lib/account/second-factor/code-question.js';
import { codeOf } from '../../../lib/account/session/auth-code.js';
import { texts as generalTexts } from '../../../lib/texts/texts.js';
import { texts } from '../texts.js';

const { errors } = texts;

const messages: Record<string, string> = {
  'auth/wrong-password': errors.wrongPassword,
  'auth/invalid-credential': errors.wrongPassword,
  'auth/too-many-requests': errors.tooManyRequests,
  'auth/user-disabled': errors.userDisabled,
  'auth/network-request-failed': generalTexts.networkError,
  'auth/invalid-multi-factor-session': errors.signInExpired,
};

/** Undefined without a message: the user closed the question about the code. */
export const confirmErrorMessage = (error: unknown): string | undefined =>
  error instanceof SignInCancelled
    ? undefined
    : (messages[codeOf(error) ?? ''] ?? errors.signInUnknown);
