/** What the links in the identity provider's e-mails do. Loaded by the login page only. */

import {
  applyActionCode,
  confirmPasswordReset,
  sendPasswordResetEmail,
  verifyPasswordResetCode,
} from '@firebase/auth';
import { connectIdentity } from '../../../lib/account/identity.js';
import { codeOf } from '../../../lib/account/session/auth-code.js';
import { paths } from '../../../lib/paths.js';

/** Resolves for unknown addresses as well: the page must not reveal which addresses have an account. */
export const requestPasswordReset = async (email: string): Promise<void> => {
  const auth = await connectIdentity();
  try {
    await sendPasswordResetEmail(auth, email.trim(), {
      url: `${window.location.origin}${paths.login}`,
    });
  } catch (error) {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
  }
};

/** The address of the account that a link is for. Rejects if the link was used or has expired. */
export const emailOfResetCode = async (code: string): Promise<string> =>
  verifyPasswordResetCode(await connectIdentity(), code);

/** Also ends all sessions of the account. */
export const resetPassword = async (code: string, password: string): Promise<void> => {
  await confirmPasswordReset(await connectIdentity(), code, password);
};

/** Does what the link is for. Rejects if it was used or has expired. */
export const applyCode = async (code: string): Promise<void> => {
  const auth = await connectIdentity();
  await applyActionCode(auth, code);
  try {
    await auth.currentUser?.reload();
  } catch (error) {
    // The link has worked. The account of this browser may be another one, and its sign-in may have ended.
    console.warn('the account could not be read again', error);
  }
};
