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
const minPasswordLength = defaultPolicy.passwordMinLength;

type ChosenPassword = Pick<SignUpValues, 'password' | 'confirmPassword'>;
interface Fault {
  title: string;
  message: string;
}

/** Also refuses what attackers guess first; `isCommon` is not called for a password that breaks another rule. */
export const findPasswordFault = async (
  values: ChosenPassword & KnownAboutUser,
  isCommon: (password: string) => Promise<boolean>,
): Promise<Fault | null> => {
  const fault = findSignUpFault(values);
  if (fault !== null) return fault;
  if (isPersonalPassword(values.password, values)) return texts.personal;
  return (await isCommon(values.password)) ? texts.common : null;
};

/** The first rule that a sign-up breaks, as title and message, or null. */
export const findSignUpFault = (values: ChosenPassword): Fault | null => {
  if (values.password !== values.confirmPassword) return texts.mismatch;
  return values.password.length < minPasswordLength ? texts.weak : null;
};
