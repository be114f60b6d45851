import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Addresses of this origin that are not pages of the app. */
const notOurs = /^\/(api|ws|assets|icons|__)(\/|$)|\.[a-z0-9]{2,11}$/i;

/** The path to go to when a click means "go to this page here", else null. */
export const pathOfClick = (event: MouseEvent, origin: string): string | null => {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement)) return null;
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== origin || notOurs.test(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
};

/**
 * Public pages use plain links, which work without script. Inside the running app such a link must
 * not load the page anew: that would end the transfers of this tab.
 */
export function ClientLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const path = pathOfClick(event, window.location.origin);
      if (path === null) return;
      event.preventDefault();
      void navigate(path);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [navigate]);
  return null;
}
