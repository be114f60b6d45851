/**
 * The link of a share, as its sender hands it out. On the device that created the share it carries the share's key
 * in its fragment; on any other it is the plain link.
 */
import { useEffect, useState } from 'react';
import {
  addLinkFragment,
  createLinkSecret,
  importLinkKey,
  openLinkSecretStore,
  type LinkKey,
  type LinkSecret,
  type OwnShare,
} from '../../transfer/pure.js';
import { getSession, startSession } from '../account/session.js';
import { shareUrl } from '../paths.js';

export interface ShareLink {
  url: string;
  isProtected: boolean;
}

const openSecret = (uid: string): LinkSecret => createLinkSecret(openLinkSecretStore(uid));

let open = openSecret;

/** Keys that were looked up, so that a click can copy without waiting; null for a share that was created elsewhere. */
const found = new Map<string, string | null>();

/** For tests without IndexedDB; null restores the browser's. */
export const setLinkSecretOpener = (opener: ((uid: string) => LinkSecret) | null): void => {
  open = opener ?? openSecret;
  found.clear();
};

const entryOf = (uid: string, shareId: string): string => `${uid} ${shareId}`;

const knownUid = (): string | null => {
  const session = getSession();
  return session.status === 'user' ? session.user.uid : null;
};

const currentUid = async (): Promise<string | null> => {
  if (getSession().status === 'loading') await startSession();
  return knownUid();
};

/** Null for a visitor, for a share that was created elsewhere, and where the browser stores nothing. Never rejects. */
const findKey = async (shareId: string): Promise<string | null> => {
  const uid = await currentUid();
  if (uid === null) return null;
  const entry = entryOf(uid, shareId);
  const known = found.get(entry);
  if (known !== undefined) return known;
  try {
    const key = await open(uid).findKey(shareId);
    found.set(entry, key);
    return key;
  } catch {
    // Read again next time: the failure may be temporary.
    return null;
  }
};

/**
 * Records a share that was created here, so that its link can be made.
 *
 * @returns false when the server gave it the ID of an earlier share: their links would have one key.
 */
export const recordShare = async (shareId: string, own: OwnShare): Promise<boolean> => {
  const uid = await currentUid();
  if (uid === null) return true;
  try {
    const key = await open(uid).createKey(shareId, own);
    if (key === null) return false;
    found.set(entryOf(uid, shareId), key);
  } catch {
    // Without storage the browser creates plain links, and the pages show it.
    found.set(entryOf(uid, shareId), null);
  }
  return true;
};

/** What this device knows of a share that was created here; null for any other. Never rejects. */
export const findOwnShare = async (shareId: string): Promise<Partial<OwnShare> | null> => {
  const uid = await currentUid();
  if (uid === null) return null;
  return open(uid)
    .findShare(shareId)
    .catch(() => null);
};

/** Whether the user has chosen on this device to be asked: the server can add the question, but not drop it here. */
export const asksHere = async (shareId: string): Promise<boolean> =>
  (await findOwnShare(shareId))?.asksFirst === true;

/** False until the choice has been read. */
export const useAsksHere = (shareId: string): boolean => {
  const [asking, setAsking] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void asksHere(shareId).then((isAsking) => {
      if (!isGone) setAsking(isAsking ? shareId : null);
    });
    return () => {
      isGone = true;
    };
  }, [shareId]);
  return asking === shareId;
};

/** Stores a new choice of the user. Without storage there is no record, and the server's setting applies. */
export const keepAsksFirst = async (shareId: string, asksFirst: boolean): Promise<void> => {
  const uid = await currentUid();
  if (uid === null) return;
  await open(uid)
    .keepAsksFirst(shareId, asksFirst)
    .catch(() => undefined);
};

const linkOf = (shareId: string, key: string | null): ShareLink => ({
  url: addLinkFragment(shareUrl(shareId), key),
  isProtected: key !== null,
});

export const findShareLink = async (shareId: string): Promise<ShareLink> =>
  linkOf(shareId, await findKey(shareId));

/** The key with which a sender on this device proves that it made the link; null when it cannot make the link. */
export const findLinkKey = async (shareId: string): Promise<LinkKey | null> => {
  const key = await findKey(shareId);
  return key === null ? null : importLinkKey(key, shareId);
};

const knownLink = (shareId: string): ShareLink | null => {
  const uid = knownUid();
  const key = uid === null ? undefined : found.get(entryOf(uid, shareId));
  return key === undefined ? null : linkOf(shareId, key);
};

/** Null until the key has been looked up. */
export const useShareLink = (shareId: string): ShareLink | null => {
  const [link, setLink] = useState<{ shareId: string; value: ShareLink } | null>(null);
  useEffect(() => {
    let isGone = false;
    void findShareLink(shareId).then((value) => {
      if (!isGone) setLink({ shareId, value });
    });
    return () => {
      isGone = true;
    };
  }, [shareId]);
  return link?.shareId === shareId ? link.value : knownLink(shareId);
};
