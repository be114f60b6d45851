/** The key of a share in its link: `{origin}/share/{id}#{key}`. Browsers do not send the fragment to a server. */

import { fromBase64Url } from '../encoding.js';

export const linkKeyBytes = 16;

/** The form of share IDs (docs/protocol.md, part 1.1): each of them is a distinct HKDF salt. */
export const isShareId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** `damaged`: a fragment that is not a complete key. It must be shown as an error and never as a plain link. */
export type LinkFragment = { kind: 'none' } | { kind: 'key'; key: string } | { kind: 'damaged' };

/** @param hash as in `location.hash`, with or without the leading `#`. */
export const readLinkFragment = (hash: string): LinkFragment => {
  const key = hash.startsWith('#') ? hash.slice(1) : hash;
  if (key === '') return { kind: 'none' };
  return fromBase64Url(key, linkKeyBytes) === null ? { kind: 'damaged' } : { kind: 'key', key };
};

/** For people who compare links: a server, which does not know the key, finds another with this end by chance only. */
export const linkEnd = (linkOrKey: string): string => linkOrKey.slice(-4);

export const addLinkFragment = (url: string, key: string | null): string =>
  key === null ? url : `${url}#${key}`;
