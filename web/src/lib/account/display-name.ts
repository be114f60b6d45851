import type { SignedInUser } from './session.js';
import { texts } from '../texts/texts.js';

/** Names that came from an uploaded profile picture end like files do. */
const fileSuffix =
  /\.(png|jpe?g|gif|webp|svg|bmp|heic|pdf|docx?|xlsx?|pptx?|txt|csv|zip|mp[34]|mov|json|html?|js|ts)$/i;

/** The name to greet with: display name without a file-like suffix, else e-mail, else 'User'. */
export const displayNameOf = (user: Pick<SignedInUser, 'displayName' | 'email'>): string => {
  const name = (user.displayName ?? '').trim().replace(fileSuffix, '').trim();
  return name !== '' ? name : (user.email ?? '').trim() || texts.anybody;
};
