import { isIPv4, isIPv6 } from 'node:net';

/** Groups of an IPv6 address, `::` written out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right];
};

/**
 * The network guesses are counted by: the /24 of an IPv4 address, the /64 of an IPv6 one (what one
 * subscriber holds), `unknown` for anything else, so that a missing address is throttled too.
 */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return 'unknown';
  const [withoutZone = ''] = plain.split('%');
  const prefix = groupsOf(withoutZone)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
};
