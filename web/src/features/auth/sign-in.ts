import {
  GoogleAuthProvider,
  browserPopupRedirectResolver,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signInWithPopup,
  updateProfile,
} from '@firebase/auth';
import { signInWith } from '../../lib/account/identity.js';
import { withSecondFactor } from '../../lib/account/second-factor/second-factor.js';
import { paths } from '../../lib/paths.js';
import { preparePopup } from './google/emulator-popup.js';
import type { SignUpValues } from './validation.js';

/** The three sign-in methods. Each rejects with the SDK's error or SignInCancelled. Loaded by the login page only. */
export const signInWithPassword = async (email: string, password: string): Promise<void> => {
  await signInWith(async (auth) => {
    const { user } = await withSecondFactor(auth, () =>
      signInWithEmailAndPassword(auth, email.trim(), password),
    );
    return user;
  });
};

export const signUpWithPassword = async (values: SignUpValues): Promise<void> => {
  await signInWith(async (auth) => {
    const { user } = await createUserWithEmailAndPassword(
      auth,
      values.email.trim(),
      values.password,
    );
    const displayName = (values.displayName ?? '').trim();
    if (displayName !== '') {
      await updateProfile(user, { displayName });
      // The current token was issued before the name was set; the back end reads names from tokens.
      await user.getIdToken(true);
    }
    // The settings offer to send it again.
    await sendEmailVerification(user, {
      url: `${window.location.origin}${paths.settings}`,
    }).catch((error: unknown) => console.warn('no verification email was sent', error));
    return user;
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
