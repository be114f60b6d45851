import type { IncomingMessage } from 'node:http';

/**
 * The target of a request as path and query. Clients of proxies send a whole URL, which servers must accept (RFC 9112,
 * section 3.2.2). Unchanged if it is neither.
 */
export const originFormOf = (target: string): string => {
  const url = /^https?:/i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : target;
};

/** Express answers other targets itself, before any handler. `*` is for OPTIONS. */
export const isServable = ({ method, url = '' }: IncomingMessage): boolean =>
  method !== 'CONNECT' && (url.startsWith('/') || url === '*');

/** Path of a request that may not have reached Express. */
export const pathOf = ({ url = '' }: IncomingMessage): string => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};
