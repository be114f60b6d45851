import type { AnchorHTMLAttributes } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  to: string;
}

/**
 * A link to another page of the app. The router's component can prefetch routes too, and every page, the recipient's
 * included, would load the code for it.
 */
export function Link({ to, children, ...attributes }: LinkProps) {
  return (
    <a {...attributes} href={useHref(to)} onClick={useLinkClickHandler(to)}>
      {children}
    </a>
  );
}
