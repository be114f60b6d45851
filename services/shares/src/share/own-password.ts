import { ServiceError } from '@tandem/kit';
import {
  maxOwnPasswordLength,
  minOwnPasswordLength,
  passwordFault,
  type PasswordFault,
} from '@tandem/proto/browser/share-password';

const passwordFaults: Readonly<Record<PasswordFault, string>> = {
  'too-short': `The password must have at least ${minOwnPasswordLength} characters.`,
  'too-long': `The password must have at most ${maxOwnPasswordLength} characters.`,
  'too-simple': 'The password is too easy to guess.',
  'like-file-name': 'The password must not be part of the file name.',
};

/** Rejects with `invalid-argument/weak-password`. */
export const assertPasswordIsStrong = (password: string, filename: string): void => {
  const fault = passwordFault(password, filename);
  if (fault !== null)
    throw new ServiceError('invalid-argument', 'weak-password', passwordFaults[fault]);
};
