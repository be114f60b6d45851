import { codeOf } from '../../../lib/account/session/auth-code.js';
import { texts as generalTexts } from '../../../lib/texts/texts.js';
import { texts } from '../texts.js';

const { errors } = texts;

const messages: Record<string, string> = {
  'auth/invalid-email': errors.invalidEmail,
  'auth/invalid-action-code': texts.link.invalid,
  'auth/expired-action-code': texts.link.invalid,
  'auth/user-not-found': texts.link.invalid,
  'auth/user-disabled': errors.userDisabled,
  'auth/weak-password': errors.weakPassword,
  'auth/too-many-requests': errors.tooManyRequests,
  'auth/network-request-failed': generalTexts.networkError,
};

/** Message for a failed request for a reset link. */
export const requestErrorMessage = (error: unknown): string =>
  messages[codeOf(error) ?? ''] ?? texts.forgot.failed;

/** Message for a link from an e-mail that did not work. */
export const linkErrorMessage = (error: unknown): string =>
  messages[codeOf(error) ?? ''] ?? texts.link.failed;
