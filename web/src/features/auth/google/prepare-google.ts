import { browserPopupRedirectResolver } from '@firebase/auth';
import {
  _castAuth,
  _getInstance,
  type PopupRedirectResolverInternal,
} from '@firebase/auth/internal';
import { connectIdentity } from '../../../lib/account/identity.js';
import { preparePopup } from './emulator-popup.js';

/**
 * Loads what the popup of Google needs. Safari lets a page open a popup only while it handles the click, other browsers
 * for seconds after it; the SDK would load script and frame in between. It does so early by itself only if it gets the
 * resolver when it is initialised, and then no account is known before the frame has loaded.
 */
export const prepareGoogle = async (): Promise<void> => {
  try {
    const auth = await connectIdentity();
    await preparePopup();
    const resolver = _getInstance<PopupRedirectResolverInternal>(browserPopupRedirectResolver);
    await resolver._initialize(_castAuth(auth));
  } catch (error) {
    // The click tries again and reports the error.
    console.warn('the popup of Google could not be prepared', error);
  }
};
