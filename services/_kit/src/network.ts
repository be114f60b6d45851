import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Strict: rejects the legacy IPv4 forms (`127.1`, `0x7f.1`, `010.1.1.1`) that browsers and proxies never send. */
const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
};

/**
 * Canonical text of an address: RFC 5952 for IPv6, dotted decimal for IPv4, also when mapped into IPv6
 * (RFC 4291, section 2.5.5.2). Text that is not an address is returned unchanged.
 */
export const normaliseAddress = (text: string): string => parse(text)?.toString() ?? text;

/**
 * Key of the network that rate limits count: the IPv4 address (or its network of `ipv4PrefixBits`), the IPv6 /64,
 * which one subscriber holds in full. Missing and malformed addresses share the key `unknown`, so that they are
 * limited too.
 */
export const networkKey = (text: string | undefined, ipv4PrefixBits: 24 | 32 = 32): string => {
  const address = parse(text ?? '');
  if (!address) return 'unknown';
  if (address instanceof ipaddr.IPv6) {
    const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
    return `${network.toString()}/64`;
  }
  if (ipv4PrefixBits === 32) return address.toString();
  return `${address.octets.slice(0, 3).join('.')}.0/24`;
};

/**
 * The block that one subscriber can obtain at no cost: the /24 of an IPv4 address, the /48 of an IPv6 address, because
 * tunnel brokers and many providers delegate a /48. Counting by smaller blocks would give one subscriber 65,536 keys.
 */
export const coarseNetwork = (text: string | undefined): string => {
  const address = parse(text ?? '');
  if (!address) return 'unknown';
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const network = new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]);
  return `${network.toString()}/48`;
};

/**
 * Pseudonym of an address's network, for places where addresses must not be stored. Equal for all addresses of the
 * network within one scope, and different in every other scope.
 */
export const networkDigest = (scope: string, ipAddress: string, chars: number): string =>
  hash('sha256', `${scope}\0${coarseNetwork(ipAddress)}`, 'base64url').slice(0, chars);

/** Whether the client reached the nearest proxy, which writes the last entry of `X-Forwarded-Proto`, over plain http. */
export const isPlainHttp = (forwardedProto: string | undefined): boolean =>
  forwardedProto?.split(',').at(-1)?.trim().toLowerCase() === 'http';
