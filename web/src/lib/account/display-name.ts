import { texts } from '../texts/texts.js';
import type { SignedInUser } from './session.js';

/** Display names copied from a picture's file name end in an extension. */
const fileSuffix =
  /\.(png|jpe?g|gif|webp|svg|bmp|heic|pdf|docx?|xlsx?|pptx?|txt|csv|zip|mp[34]|mov|json|html?|js|ts)$/i;

/** Display name without a file extension, else email, else 'User'. */
export const displayNameOf = (user: Pick<SignedInUser, 'displayName' | 'email'>): string => {
  const name = (user.displayName ?? '').trim().replace(fileSuffix, '').trim();
  return name !== '' ? name : (user.email ?? '').trim() || texts.unnamedUser;
};
