import type { IncomingMessage } from 'node:http';

/** Path of a request that may not have reached Express. Proxies may send a whole URL. */
export const pathOf = ({ url = '' }: IncomingMessage): string => {
  if (!url.startsWith('/')) return URL.parse(url)?.pathname ?? '';
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};
