/** The announced file, bound to the link: a tag over its name, type, size and identity, and one over its digest. */

import type { AnnouncedDigest } from '../wire/control-messages.js';
import { fromBase64Url, toBase64Url } from './encoding.js';
import { tagBytes, type LinkKey } from './link/link-key.js';

export interface Description {
  filename: string;
  fileType: string;
  fileBytes: number;
  /** `fileId` of protocol version 2; empty in version 1. */
  fileId: string;
}

const fieldsOf = ({ filename, fileType, fileBytes, fileId }: Description): string[] => [
  filename,
  fileType,
  String(fileBytes),
  fileId,
];

/** @returns base64url */
export const signDescription = async (key: LinkKey, description: Description): Promise<string> =>
  toBase64Url(await key.sign('tandem/description/1', fieldsOf(description)));

export const verifyDescription = async (
  key: LinkKey,
  description: Description,
  tag: string,
): Promise<boolean> => {
  const bytes = fromBase64Url(tag, tagBytes);
  return bytes !== null && key.verify('tandem/description/1', fieldsOf(description), bytes);
};

/** Both forms are 32 bytes in hex, so the tag covers which of the two it is. */
const digestFields = (fileId: string, announced: AnnouncedDigest): string[] =>
  announced.sha256 === undefined
    ? [fileId, 'commitment', announced.commitment]
    : [fileId, 'sha256', announced.sha256];

/** @returns base64url */
export const signFileDigest = async (
  key: LinkKey,
  fileId: string,
  announced: AnnouncedDigest,
): Promise<string> =>
  toBase64Url(await key.sign('tandem/file-digest/1', digestFields(fileId, announced)));

export const verifyFileDigest = async (
  key: LinkKey,
  fileId: string,
  announced: AnnouncedDigest,
  tag: string | undefined,
): Promise<boolean> => {
  const bytes = tag === undefined ? null : fromBase64Url(tag, tagBytes);
  return (
    bytes !== null && key.verify('tandem/file-digest/1', digestFields(fileId, announced), bytes)
  );
};
