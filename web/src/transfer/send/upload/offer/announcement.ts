/** The first message about a file: its description, bound to the link, and the offer of protocol version 2. */

import { signDescription } from '../../../trust/description.js';
import type { LinkKey } from '../../../trust/link/link-key.js';
import type { FileMetadata, V2Offer } from '../../../wire/control-messages.js';
import type { FileSource } from '../../source/file-source.js';
import { chunkCountV1, pacingV1 } from '../upload-v1.js';

export interface Announcement extends FileMetadata {
  v2: V2Offer;
}

export interface AnnouncementOptions {
  source: FileSource;
  isIos: boolean;
  /** See `UploadOptions`. */
  linkKey: LinkKey | undefined;
  /** A measuring connection can be opened. */
  isPaced: boolean;
  hasLanes: boolean;
}

export const announcementOf = async ({
  source,
  isIos,
  linkKey,
  isPaced,
  hasLanes,
}: AnnouncementOptions): Promise<Announcement> => {
  const { filename, fileType, totalBytes, blockBytes } = source;
  const fileId = await source.fileId();
  const description = { filename, fileType, fileBytes: totalBytes, fileId };
  const tag = linkKey && (await signDescription(linkKey, description));
  return {
    type: 'file-metadata',
    filename,
    fileSize: totalBytes,
    fileType,
    chunks: chunkCountV1(totalBytes, pacingV1(isIos).chunkBytes),
    v2: {
      fileId,
      fileBytes: totalBytes,
      blockBytes,
      ...(isPaced && { paced: true }),
      ...(isPaced && hasLanes && { lanes: true }),
      committed: true,
    },
    ...(tag !== undefined && { tag }),
  };
};
