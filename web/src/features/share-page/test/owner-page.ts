import { screen } from '@testing-library/react';
import { openedShare } from './fake-server.js';
import { access, givePassword, open } from './opened-page.js';

/** Opens the page of a share that the signed-in user owns. */
export const openAsOwner = async () => {
  const page = open({ [access]: { body: { ...openedShare, isOwner: true } } });
  await givePassword(page);
  await screen.findByRole('button', { name: 'Select File' });
  return page;
};

/** A file of the size that the share states. */
export const film = (name = openedShare.filename): File => {
  const file = new File(['x'], name, { type: 'video/mp4' });
  Object.defineProperty(file, 'size', { value: 64 * 1024 ** 2 });
  return file;
};
