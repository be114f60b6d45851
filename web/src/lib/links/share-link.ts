/**
 * The link of a share, as its sender hands it out. On the device that created the share it carries the share's key
 * in its fragment; on any other it is the plain link.
 */

import { useEffect, useState } from 'react';
import {
  createLinkSecret,
  importLinkKey,
  openLinkSecretStore,
  type LinkKey,
  type LinkSecret,
  type OwnShare,
} from '../../transfer/link-keys.js';
import { addLinkFragment } from '../../transfer/links.js';
import { getSession, startSession } from '../account/session.js';
import { shareUrl } from '../paths.js';
import { LinkNotRead } from './link-not-read.js';
import { ShareOfAnotherAccount } from './share-of-another-account.js';

export interface ShareLink {
  url: string;
  isProtected: boolean;
  /** The browser's storage could not be read: the link is shown as a plain one, which it may not be. */
  isUnread?: true;
}

const openSecret = (uid: string): LinkSecret => createLinkSecret(openLinkSecretStore(uid));

let open = openSecret;

/**
 * Keys that were looked up, so that a click can copy without waiting. Null for a share that was created elsewhere, or
 * that another tab is creating: what is sent does not depend on a null.
 */
const found = new Map<string, string | null>();
/** Shares of this tab that the browser could not record: their links are plain. */
const unrecorded = new Set<string>();

/** For tests without IndexedDB; null restores the browser's. */
export const setLinkSecretOpener = (opener: ((uid: string) => LinkSecret) | null): void => {
  open = opener ?? openSecret;
  found.clear();
  unrecorded.clear();
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

/** Null for a visitor, and for a share that this device has not recorded. @throws LinkNotRead */
const read = async <T>(
  shareId: string,
  find: (secret: LinkSecret, entry: string) => Promise<T | null>,
): Promise<T | null> => {
  const uid = (await currentUid()) ?? '';
  const entry = entryOf(uid, shareId);
  if (unrecorded.has(entry)) return null;
  try {
    return await find(open(uid), entry);
  } catch (cause) {
    throw new LinkNotRead(cause);
  }
};

/**
 * Refuses a share that another account has recorded here. The server names the account that is signed in, and must not
 * have the share sent without the key and the choices of that record.
 *
 * @throws LinkNotRead, ShareOfAnotherAccount
 */
const refuseAnother = async (shareId: string): Promise<null> => {
  const isOfAnother = await read(shareId, (secret) => secret.isOfAnother(shareId));
  if (isOfAnother === true) throw new ShareOfAnotherAccount();
  return null;
};

/** Keys do not change, so only a null is read again. */
const findKey = (shareId: string): Promise<string | null> =>
  read(shareId, async (secret, entry) => {
    const stored = found.get(entry) ?? (await secret.findKey(shareId));
    // This tab may have created the share in the meantime.
    const key = found.get(entry) ?? stored;
    found.set(entry, key);
    return key;
  });

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
    unrecorded.add(entryOf(uid, shareId));
  }
  return true;
};

/**
 * What this device has recorded about a share that was created here; null for any other.
 *
 * @throws LinkNotRead, ShareOfAnotherAccount
 */
export const findOwnShare = async (shareId: string): Promise<Partial<OwnShare> | null> =>
  (await read(shareId, (secret) => secret.findShare(shareId))) ?? refuseAnother(shareId);

/**
 * Whether the user has chosen on this device to be asked: the server can add the question, but not drop it here.
 *
 * @throws LinkNotRead, ShareOfAnotherAccount
 */
export const asksHere = async (shareId: string): Promise<boolean> =>
  (await findOwnShare(shareId))?.asksFirst === true;

/** False until the choice has been read. */
export const useAsksHere = (shareId: string): boolean => {
  const [asking, setAsking] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    asksHere(shareId).then(
      (isAsking) => {
        if (!isGone) setAsking(isAsking ? shareId : null);
      },
      // The form shows the server's setting; nothing starts before this can be read.
      () => undefined,
    );
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

const knownLink = (shareId: string): ShareLink | null => {
  const uid = knownUid();
  const key = uid === null ? undefined : found.get(entryOf(uid, shareId));
  return key === undefined ? null : linkOf(shareId, key);
};

const readLink = async (shareId: string): Promise<ShareLink> => {
  try {
    return linkOf(shareId, await findKey(shareId));
  } catch {
    return { ...linkOf(shareId, null), isUnread: true };
  }
};

/** Never rejects. */
export const findShareLink = async (shareId: string): Promise<ShareLink> => {
  await currentUid();
  return knownLink(shareId) ?? readLink(shareId);
};

/**
 * The key with which a sender on this device proves that it made the link; null when it cannot make the link.
 *
 * @throws LinkNotRead, ShareOfAnotherAccount
 */
export const findLinkKey = async (shareId: string): Promise<LinkKey | null> => {
  const key = await findKey(shareId);
  return key === null ? refuseAnother(shareId) : importLinkKey(key, shareId);
};

const isSameLink = (one: ShareLink, other: ShareLink): boolean =>
  one.url === other.url && one.isUnread === other.isUnread;

/** Null until the key has been looked up. */
export const useShareLink = (shareId: string): ShareLink | null => {
  const [link, setLink] = useState<{ shareId: string; value: ShareLink } | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = (): void =>
      void readLink(shareId).then((value) => {
        if (isGone) return;
        setLink((before) =>
          before?.shareId === shareId && isSameLink(before.value, value)
            ? before
            : { shareId, value },
        );
      });
    look();
    // Another tab may have created the share since.
    window.addEventListener('focus', look);
    return () => {
      isGone = true;
      window.removeEventListener('focus', look);
    };
  }, [shareId]);
  return link?.shareId === shareId ? link.value : knownLink(shareId);
};
