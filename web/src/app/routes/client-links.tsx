import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Paths of this origin that are not pages of the app. */
const nonPagePath = /^\/(api|ws|assets|icons|__)(\/|$)|\.[a-z0-9]{2,11}$/i;

type Place = Pick<URL, 'origin' | 'pathname' | 'search'>;

/** The path of a plain click on a link to another page of the app, else null. */
export const pathOfClick = (event: MouseEvent, here: Place): string | null => {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement)) return null;
  // The landing page of another language is a document of its own.
  if (link.hreflang !== '') return null;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== here.origin || nonPagePath.test(url.pathname)) return null;
  const isSamePage = url.pathname === here.pathname && url.search === here.search;
  // Leave same-page hashes to the browser: scripts cannot move the sequential focus starting point.
  if (isSamePage && url.hash !== '') return null;
  return `${url.pathname}${url.search}${url.hash}`;
};

/**
 * Public pages use plain links, which work without scripts. In the running app the router follows them: loading the
 * page again would end this tab's transfers.
 */
export function ClientLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const path = pathOfClick(event, window.location);
      if (path === null) return;
      event.preventDefault();
      void navigate(path);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate]);
  return null;
}
