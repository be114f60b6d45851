/**
 * The key in the link that opened this page. It is read once, removed from the address and kept for a reload in this
 * tab only. Where it cannot be kept it stays in the address: a reload must not turn a protected link into a plain one.
 */

import { useEffect, useState } from 'react';
import { browserStorage, tabStorage } from '../../../lib/browser/storage.js';
import { readLinkFragment, type LinkFragment } from '../../../transfer/links.js';

const entryOf = (shareId: string): string => `link-key ${shareId}`;

const keep = (shareId: string, key: string): boolean => {
  try {
    sessionStorage.setItem(entryOf(shareId), key);
    return true;
  } catch {
    return false;
  }
};

/** The digest of the key with which this browser opened the share; '' by an earlier version, null for a plain link. */
const markOf = (shareId: string): string | null => browserStorage.read(entryOf(shareId));

const kept = (shareId: string): LinkFragment => {
  const link = readLinkFragment(tabStorage.read(entryOf(shareId)) ?? '');
  // A notice, the history and a redirect by the server open the page without the key.
  return link.kind === 'none' && markOf(shareId) !== null ? { kind: 'damaged' } : link;
};

const digestOf = async (key: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
};

/** This browser opens the share of a protected link with its key only, in other tabs and later too. */
export const rememberProtected = async (shareId: string, key: string): Promise<void> => {
  try {
    // First: a failed digest must not make it a plain link.
    if (markOf(shareId) === null) localStorage.setItem(entryOf(shareId), '');
    const digest = await digestOf(key);
    if (markOf(shareId) === '') localStorage.setItem(entryOf(shareId), digest);
  } catch {
    // Without storage it opens as one of a plain link, and shows that.
  }
};

/** A server can redirect to another key. The key of a share never changes. */
const isOtherKey = async (shareId: string, key: string): Promise<boolean> => {
  const mark = markOf(shareId) ?? '';
  return mark !== '' && mark !== (await digestOf(key));
};

/** `other`: not the key with which this browser opened the share before. */
export type PageLink = LinkFragment | { kind: 'other' };

/** A damaged fragment stays in the address, so that a reload shows the error again. */
const takePageLink = (shareId: string): LinkFragment => {
  const { hash, pathname, search } = window.location;
  const link = readLinkFragment(hash);
  if (link.kind === 'none') return kept(shareId);
  if (link.kind === 'key' && keep(shareId, link.key))
    window.history.replaceState(window.history.state, '', pathname + search);
  return link;
};

/** Follows a link to the same share that is opened in this tab later: such links differ only in the fragment. */
export const usePageLink = (shareId: string): PageLink => {
  const [taken, setTaken] = useState<{ shareId: string; link: PageLink }>(() => ({
    shareId,
    link: takePageLink(shareId),
  }));
  useEffect(() => {
    let current: LinkFragment;
    const show = (link: PageLink): void =>
      setTaken((before) => {
        const isSame =
          before.shareId === shareId && JSON.stringify(before.link) === JSON.stringify(link);
        return isSame ? before : { shareId, link };
      });
    const take = (): void => {
      const link = takePageLink(shareId);
      current = link;
      show(link);
      if (link.kind !== 'key') return;
      void isOtherKey(shareId, link.key).then((isOther) => {
        if (isOther && current === link) show({ kind: 'other' });
      });
    };
    take();
    window.addEventListener('hashchange', take);
    return () => {
      current = { kind: 'none' };
      window.removeEventListener('hashchange', take);
    };
  }, [shareId]);
  return taken.shareId === shareId ? taken.link : { kind: 'none' };
};
