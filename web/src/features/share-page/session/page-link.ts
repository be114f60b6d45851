/**
 * The key in the link that opened this page. It is read once, removed from the address and kept for a reload in this
 * tab only. Where it cannot be kept it stays in the address: a reload must not turn a protected link into a plain one.
 */
import { useEffect, useState } from 'react';
import { readLinkFragment, type LinkFragment } from '../../../transfer/pure.js';

const entryOf = (shareId: string): string => `link-key ${shareId}`;

const keep = (shareId: string, key: string): boolean => {
  try {
    sessionStorage.setItem(entryOf(shareId), key);
    return true;
  } catch {
    return false;
  }
};

const kept = (shareId: string): LinkFragment => {
  try {
    const link = readLinkFragment(sessionStorage.getItem(entryOf(shareId)) ?? '');
    // A notice, the history and a redirect by the server open the page without the key.
    const isMissing = link.kind === 'none' && localStorage.getItem(entryOf(shareId)) !== null;
    return isMissing ? { kind: 'damaged' } : link;
  } catch {
    return { kind: 'none' };
  }
};

/** This browser opens the share of a protected link with its key only, in other tabs and later too. */
export const rememberProtected = (shareId: string): void => {
  try {
    localStorage.setItem(entryOf(shareId), '');
  } catch {
    // Without storage it opens as one of a plain link, and shows that.
  }
};

/** A damaged fragment stays in the address, so that a reload shows the error again. */
export const takePageLink = (shareId: string): LinkFragment => {
  const { hash, pathname, search } = window.location;
  const link = readLinkFragment(hash);
  if (link.kind === 'none') return kept(shareId);
  if (link.kind === 'key' && keep(shareId, link.key))
    window.history.replaceState(window.history.state, '', pathname + search);
  return link;
};

/** Follows a link to the same share that is opened in this tab later: such links differ only in the fragment. */
export const usePageLink = (shareId: string): LinkFragment => {
  const [taken, setTaken] = useState(() => ({ shareId, link: takePageLink(shareId) }));
  useEffect(() => {
    const take = (): void => {
      const link = takePageLink(shareId);
      setTaken((before) => {
        const isSame =
          before.shareId === shareId && JSON.stringify(before.link) === JSON.stringify(link);
        return isSame ? before : { shareId, link };
      });
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [shareId]);
  return taken.shareId === shareId ? taken.link : { kind: 'none' };
};
