import { defaultPolicy } from '@tandem/proto/browser/policy';
import {
  isPersonalPassword,
  type KnownAboutUser,
} from '../../lib/account/passwords/personal-passwords.js';
import { texts } from './texts.js';

export interface SignUpValues {
  displayName?: string;
  email: string;
  password: string;
  confirmPassword: string;
}

/** Also enforced by the identity provider. */
export const minPasswordLength = defaultPolicy.passwordMinLength;

type Passwords = Pick<SignUpValues, 'password' | 'confirmPassword'> & KnownAboutUser;
interface Fault {
  title: string;
  message: string;
}

/** The same with the list of common passwords; `isCommon` is not called for a password that breaks another rule. */
export const findPasswordFault = async (
  values: Passwords,
  isCommon: (password: string) => Promise<boolean>,
): Promise<Fault | null> => {
  const fault = findSignUpFault(values);
  if (fault !== null) return fault;
  return (await isCommon(values.password)) ? texts.common : null;
};

/** The first rule that a sign-up breaks, as title and message, or null. */
export const findSignUpFault = (values: Passwords): Fault | null => {
  if (values.password !== values.confirmPassword) return texts.mismatch;
  if (values.password.length < minPasswordLength) return texts.weak;
  return isPersonalPassword(values.password, values) ? texts.personal : null;
};
