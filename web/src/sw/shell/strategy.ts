/** How the worker answers a request. Pure. */

import { pageClassOf } from '@tandem/proto/browser/page-class';
import type { Build } from './build.js';

type Strategy = 'page' | 'own-document' | 'asset' | 'pass';

export interface RequestFacts {
  method: string;
  mode: string;
  url: string;
}

/** Always from the network: calls, sockets, the identity provider's helper pages, the worker itself. */
const excludedPath = /^\/(api|ws|__|sw\.js|metrics|livez|readyz)(\/|$|\.)/;

export const chooseStrategy = (
  { assets, origin }: Build,
  { method, mode, url }: RequestFacts,
): Strategy => {
  const target = new URL(url);
  if (method !== 'GET') return 'pass';
  if (assets.has(`${target.origin}${target.pathname}`)) return 'asset';
  if (target.origin !== origin || excludedPath.test(target.pathname)) return 'pass';
  if (mode !== 'navigate') return 'pass';
  // The cached shell has the policy of the other pages, without the third parties of these two.
  const page = pageClassOf(target.pathname);
  return page === 'sign-in' || page === 'payment' ? 'own-document' : 'page';
};
