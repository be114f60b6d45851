/** The account at the identity provider; loaded only by dynamic import (see session.ts). */

import {
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  signInWithEmailAndPassword,
  updatePassword,
  updateProfile,
} from '@firebase/auth';
import { paths } from '../paths.js';
import { changeAccount, currentUser, signInWith } from './identity-session.js';
import { PasswordChangedOnly } from './passwords/password-changed.js';
import { askForCode } from './second-factor/code-question.js';
import {
  createPendingFactor,
  readSecondFactor,
  removeFactors,
  withSecondFactor,
  type PendingFactor,
  type SecondFactor,
} from './second-factor/second-factor.js';
import { getSession } from './session/session-store.js';

export {
  connectIdentity,
  endSession,
  followAccount,
  leaveDeletedAccount,
  restoreSession,
  signInWith,
} from './identity-session.js';

export const hasPassword = async (): Promise<boolean> => {
  const { providerData } = await currentUser();
  return providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);
};

/** Another tab may have given up the account of a session that has expired. */
export const confirmPassword = async (password: string): Promise<void> => {
  const session = getSession();
  await signInWith(async (auth) => {
    const { currentUser: current } = auth;
    const email = current?.email ?? (session.status === 'user' ? session.user.email : null) ?? '';
    const { user } = await withSecondFactor(auth, () =>
      current === null
        ? signInWithEmailAndPassword(auth, email, password)
        : reauthenticateWithCredential(current, EmailAuthProvider.credential(email, password)),
    );
    return user;
  });
};

/**
 * The change ends every sign-in of the account, this one included, so the user is signed in again.
 *
 * @throws PasswordChangedOnly when that fails.
 */
export const changePassword = async (current: string, next: string): Promise<void> => {
  const user = await currentUser();
  const email = user.email ?? '';
  const progress = { isChanged: false };
  try {
    await changeAccount(async (auth) => {
      const credential = EmailAuthProvider.credential(email, current);
      const confirmed = await withSecondFactor(auth, () =>
        reauthenticateWithCredential(user, credential),
      );
      await updatePassword(confirmed.user, next);
      progress.isChanged = true;
      const again = () => signInWithEmailAndPassword(auth, email, next);
      return (await withSecondFactor(auth, again, askForCode, 'changed')).user;
    });
  } catch (cause) {
    throw progress.isChanged ? new PasswordChangedOnly(undefined, { cause }) : cause;
  }
};

/** The server reads the name from the provider when the session is opened again. */
export const changeName = async (displayName: string): Promise<void> => {
  const user = await currentUser();
  await changeAccount(async () => {
    await updateProfile(user, { displayName });
    return user;
  });
};

export const secondFactor = async (): Promise<SecondFactor | null> =>
  readSecondFactor(await currentUser());

export const startSecondFactor = async (issuer: string): Promise<PendingFactor> => {
  const user = await currentUser();
  const pending = await createPendingFactor(user, issuer);
  // The provider replaces the tokens, so the server's session is opened again.
  const confirm = async (code: string): Promise<void> => {
    await changeAccount(async () => {
      await pending.confirm(code);
      return user;
    });
  };
  return { ...pending, confirm };
};

export const removeSecondFactor = async (): Promise<void> => {
  const user = await currentUser();
  await changeAccount(async () => {
    await removeFactors(user);
    return user;
  });
};

export const isEmailVerified = async (): Promise<boolean> => {
  const user = await currentUser();
  if (!user.emailVerified) await user.reload();
  return user.emailVerified;
};

export const sendVerificationEmail = async (): Promise<void> => {
  await sendEmailVerification(await currentUser(), {
    url: `${window.location.origin}${paths.settings}`,
  });
};

export const currentIdToken = async (): Promise<string> => {
  const user = await currentUser();
  return user.getIdToken();
};
