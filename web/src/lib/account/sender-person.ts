import type { Person } from '../../transfer/api.js';
import { signedInUser } from './session.js';

/** The owner of a share, as receipts name them. */
export const senderPerson = (): Person => {
  const user = signedInUser();
  const email = user?.email ?? '';
  const displayName = user?.displayName ?? '';
  return { name: displayName === '' ? email : displayName, email, basis: 'signed-in' };
};
