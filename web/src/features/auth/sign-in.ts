/** The three sign-in methods. Each rejects with the SDK's error or SignInCancelled. Loaded by the login page only. */

import {
  GoogleAuthProvider,
  browserPopupRedirectResolver,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signInWithPopup,
  updateProfile,
  type User,
} from '@firebase/auth';
import { signInWith } from '../../lib/account/identity.js';
import { withSecondFactor } from '../../lib/account/second-factor/second-factor.js';
import { paths } from '../../lib/paths.js';
import { AccountCreatedOnly } from './auth-errors.js';
import { preparePopup } from './google/emulator-popup.js';
import type { SignUpValues } from './validation.js';

export const signInWithPassword = async (email: string, password: string): Promise<void> => {
  await signInWith(async (auth) => {
    const { user } = await withSecondFactor(auth, () =>
      signInWithEmailAndPassword(auth, email.trim(), password),
    );
    return user;
  });
};

/**
 * Steps that may fail: the account is usable without them, and the settings offer them later. If the sign-up failed
 * instead, another attempt would find the address in use.
 */
const optional = async (step: Promise<unknown>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    console.warn('a step after the sign-up failed', error);
  }
};

const applyName = async (user: User, displayName: string): Promise<void> => {
  await updateProfile(user, { displayName });
  // The current token was issued before the name was set; the back end reads names from tokens.
  await user.getIdToken(true);
};

/** @throws AccountCreatedOnly if the account exists, but has no session. */
export const signUpWithPassword = async (values: SignUpValues): Promise<void> => {
  const progress = { isCreated: false };
  await signInWith(async (auth) => {
    const { user } = await createUserWithEmailAndPassword(
      auth,
      values.email.trim(),
      values.password,
    );
    progress.isCreated = true;
    const displayName = (values.displayName ?? '').trim();
    if (displayName !== '') await optional(applyName(user, displayName));
    const url = `${window.location.origin}${paths.settings}`;
    await optional(sendEmailVerification(user, { url }));
    return user;
  }).catch((cause: unknown) => {
    throw progress.isCreated ? new AccountCreatedOnly(undefined, { cause }) : cause;
  });
};

export const signInWithGoogle = async (): Promise<void> => {
  await signInWith(async (auth) => {
    await preparePopup();
    const { user } = await withSecondFactor(auth, () =>
      signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver),
    );
    return user;
  });
};
