import { defaultPolicy } from '@tandem/proto/browser/policy';
import { texts } from './texts.js';

export interface SignUpValues {
  displayName?: string;
  email: string;
  password: string;
  confirmPassword: string;
}

/** Also enforced by the identity provider. */
export const minPasswordLength = defaultPolicy.passwordMinLength;

/** The first rule that a sign-up breaks, as title and message, or null. */
export const findSignUpFault = (
  values: Pick<SignUpValues, 'password' | 'confirmPassword'>,
): { title: string; message: string } | null => {
  if (values.password !== values.confirmPassword) return texts.mismatch;
  if (values.password.length < minPasswordLength) return texts.weak;
  return null;
};
