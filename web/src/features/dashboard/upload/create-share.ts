import { formatBytes } from '../../../lib/texts/format.js';
import type { ApiFailure } from '../../../lib/http/http.js';
import type { SignedInUser } from '../../../lib/account/session.js';
import type { CreateShareRequest } from '../api.js';

/** Used when the browser does not know the type of a file. */
const unknownFileType = 'application/octet-stream';

export const createShareRequest = (
  file: Pick<File, 'name' | 'size' | 'type'>,
  user: SignedInUser | null,
  expiresInDays?: number,
): CreateShareRequest => ({
  filename: file.name,
  fileSize: formatBytes(file.size),
  fileType: file.type === '' ? unknownFileType : file.type,
  firebaseUser: user,
  fileSizeBytes: file.size,
  ...(expiresInDays === undefined ? {} : { expiresInDays }),
});

/** What the server calls it; nobody reads this one. */
// eslint-disable-next-line tandem/texts-in-catalogue -- the server's words, whatever the page's language
const serverLimitText = 'Monthly share limit reached';

/** The server refused because the month's shares are used up (specification, section 8). */
export const isLimitError = (error: Pick<ApiFailure, 'message'>): boolean =>
  error.message.includes(serverLimitText) || error.message.startsWith('403:');
