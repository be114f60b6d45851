import { SignInCancelled } from '../../lib/account/second-factor/code-question.js';
import { codeOf } from '../../lib/account/session/auth-code.js';
import { texts as generalTexts } from '../../lib/texts/texts.js';
import { texts } from './texts.js';

const { errors } = texts;

/** The account was created, but the sign-in to it failed. */
export class AccountCreatedOnly extends Error {
  override readonly name = 'AccountCreatedOnly';
}

const signUpMessages: Record<string, string> = {
  'auth/too-many-requests': errors.tooManyRequests,
  'auth/email-already-in-use': errors.emailInUse,
  'auth/weak-password': errors.weakPassword,
  'auth/invalid-email': errors.invalidEmail,
  'auth/network-request-failed': generalTexts.networkError,
};

const signInMessages: Record<string, string> = {
  'auth/too-many-requests': errors.tooManyRequests,
  'auth/user-not-found': errors.userNotFound,
  'auth/wrong-password': errors.wrongPassword,
  'auth/invalid-email': errors.invalidEmail,
  'auth/user-disabled': errors.userDisabled,
  'auth/network-request-failed': generalTexts.networkError,
  'auth/invalid-multi-factor-session': errors.signInExpired,
};

export type CredentialField = 'email' | 'password';

const fields: Record<string, CredentialField> = {
  'auth/email-already-in-use': 'email',
  'auth/invalid-credential': 'password',
  'auth/invalid-email': 'email',
  'auth/user-disabled': 'email',
  'auth/user-not-found': 'email',
  'auth/weak-password': 'password',
  'auth/wrong-password': 'password',
};

/** The field that an error of the SDK concerns; null for any other error. */
export const fieldOf = (error: unknown): CredentialField | null =>
  fields[codeOf(error) ?? ''] ?? null;

export const signUpErrorMessage = (error: unknown): string =>
  error instanceof AccountCreatedOnly
    ? errors.createdOnly
    : (signUpMessages[codeOf(error) ?? ''] ?? errors.signUpOther);

export const signUpErrorTitle = (error: unknown): string =>
  error instanceof AccountCreatedOnly ? texts.signInFailed : texts.signUpFailed;

/**
 * An error outside the SDK (a failed configuration request, for example) has nothing to do with credentials. Null
 * without a message: the user cancelled the sign-in.
 */
export const signInErrorMessage = (error: unknown): string | null => {
  if (error instanceof SignInCancelled) return null;
  const code = codeOf(error);
  return code === null ? errors.signInUnknown : (signInMessages[code] ?? errors.signInOther);
};

/** Null without a message: a second popup replaced the first, or the user cancelled the sign-in. */
export const googleErrorMessage = (error: unknown): string | null => {
  if (error instanceof SignInCancelled) return null;
  switch (codeOf(error)) {
    case 'auth/cancelled-popup-request':
      return null;
    case 'auth/popup-closed-by-user':
      return errors.popupClosed;
    case 'auth/popup-blocked':
      return errors.popupBlocked;
    default:
      return error instanceof Error && error.message !== '' ? error.message : errors.googleOther;
  }
};
