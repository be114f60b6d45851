import { signOut } from '../../lib/account/session.js';
import { messageOf } from '../../lib/http/http.js';
import { texts } from './sign-out-texts.js';
import { toast } from './toast-store.js';

/** Signs out in all tabs and shows the outcome; resolves to false on failure. */
export const signOutWithToast = async (): Promise<boolean> => {
  try {
    await signOut();
    toast(texts.loggedOut);
    return true;
  } catch (error) {
    const description = messageOf(error, texts.logoutError.fallback);
    toast({ variant: 'destructive', title: texts.logoutError.title, description });
    return false;
  }
};
