import { formatBytes } from '@tandem/proto/browser/files/file-size';
import type { SignedInUser } from '../../../lib/account/session.js';
import type { ApiFailure } from '../../../lib/http/http.js';
import type { CreateShareRequest } from '../api.js';
import type { ShareOptions } from './options/no-options.js';

/** Used for files without a type. */
const unknownFileType = 'application/octet-stream';

/** What the sender chose for the share. */
export type ShareChoice = Pick<CreateShareRequest, 'expiresInDays'> & Partial<ShareOptions>;

export const createShareRequest = (
  file: Pick<File, 'name' | 'size' | 'type'>,
  user: SignedInUser | null,
  choice: ShareChoice = {},
): CreateShareRequest => {
  const { expiresInDays, note = '', asksFirst = false } = choice;
  const { label = '', maxDownloads = null, password = '' } = choice;
  return {
    filename: file.name,
    fileSize: formatBytes(file.size),
    fileType: file.type === '' ? unknownFileType : file.type,
    firebaseUser: user,
    fileSizeBytes: file.size,
    ...(expiresInDays === undefined ? {} : { expiresInDays }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
    ...(asksFirst && { asksFirst }),
    ...(label.trim() === '' ? {} : { label: label.trim() }),
    ...(maxDownloads === null ? {} : { maxDownloads }),
    ...(password === '' ? {} : { password }),
  };
};

/** Matched against the server's message; never shown. */
// oxlint-disable-next-line tandem/texts-in-catalogue -- the server's message, never shown
const serverLimitText = 'Monthly share limit reached';

/** The reasons of this server that a 403 may have on create; other servers give none. */
const limitReasons: readonly (string | undefined)[] = ['share-limit-reached', undefined];

/** True if the server refused because the month's shares are used up. */
export const isLimitError = ({
  message,
  reason,
}: Pick<ApiFailure, 'message' | 'reason'>): boolean =>
  message.includes(serverLimitText) ||
  (message.startsWith('403:') && limitReasons.includes(reason));
