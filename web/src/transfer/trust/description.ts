/** The announced file, bound to the link: a tag over its name, type, size and identity. */
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
