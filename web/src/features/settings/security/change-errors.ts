import { SignInCancelled } from '../../../lib/account/second-factor/code-question.js';
import { codeOf } from '../../../lib/account/session/auth-code.js';
import { texts as generalTexts } from '../../../lib/texts/texts.js';
import { texts } from '../texts.js';

const messages: Record<string, string> = {
  'auth/network-request-failed': generalTexts.networkError,
  'auth/too-many-requests': texts.tooManyRequests,
};

/** Message for a change that the identity provider did not make; undefined if the user cancelled it. */
export const changeErrorMessage = (error: unknown, fallback: string): string | undefined =>
  error instanceof SignInCancelled ? undefined : (messages[codeOf(error) ?? ''] ?? fallback);
