import { isIPv6 } from 'node:net';

/**
 * What limits count callers by: the address itself, but for IPv6 the /64, because one customer holds all of
 * it and counting single addresses would count nothing. `unknown` where the edge did not know.
 */
export const subscriberOf = (address: string | undefined): string => {
  if (!address) return 'unknown';
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`;
};
