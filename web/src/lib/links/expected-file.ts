/**
 * The file that a share was made for. A device that created the share has recorded the file itself, so that a server
 * that names another file cannot have that one sent over the link.
 */

import { formatBytes } from '@tandem/proto/browser/files/file-size';
import { describeFile, isSameFile, type SharedFile } from '../files/matches-share.js';
import { texts } from '../files/texts.js';
import { findOwnShare } from './share-link.js';

export interface ExpectedFile {
  file: SharedFile;
  /** Nothing may be sent: the server shows another file than the recorded one. */
  refusal: { title: string; description: string } | null;
}

export const findExpectedFile = async (
  shown: SharedFile & { shareId: string },
): Promise<ExpectedFile> => {
  const { filename, fileBytes } = (await findOwnShare(shown.shareId)) ?? {};
  if (filename === undefined || fileBytes === undefined) return { file: shown, refusal: null };
  const file = { filename, fileSize: formatBytes(fileBytes) };
  if (isSameFile(shown, file)) return { file, refusal: null };
  const { title, description } = texts.altered;
  return {
    file,
    refusal: { title, description: description(describeFile(shown), describeFile(file)) },
  };
};
