import { readFileSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';

/**
 * Addresses outside the public internet: IANA's special-purpose address registries, multicast, reserved
 * ranges, and deprecated IPv6 forms of IPv4 and site-local addresses.
 */
const special = {
  4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
    ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
    ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  6: [
    ...['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64'],
    ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16'],
    ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  ],
} as const;

type Range = readonly [first: bigint, last: bigint];
type Family = keyof typeof special;

const bitsOf = (family: Family) => (family === 4 ? 32 : 128);

const numberOf = (address: string): bigint => {
  if (!address.includes(':')) {
    return address.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  }
  const [head = '', tail = ''] = address.split('::');
  const words = (part: string) => part.split(':').filter(Boolean);
  const gap = 8 - words(head).length - words(tail).length;
  const all = [...words(head), ...Array<string>(gap).fill('0'), ...words(tail)];
  return all.reduce((sum, word) => sum * 0x10000n + BigInt(`0x${word}`), 0n);
};

const rangeOfPrefix = (prefix: string, family: Family): Range => {
  const [address = '', length] = prefix.split('/');
  const first = numberOf(address);
  return [first, first + (1n << BigInt(bitsOf(family) - Number(length))) - 1n];
};

/** Sorts the ranges and joins adjacent and overlapping ones. */
const merged = (ranges: readonly Range[]): Range[] =>
  [...ranges]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .reduce<Range[]>((all, [first, last]) => {
      const previous = all.at(-1);
      if (!previous || first > previous[1] + 1n) return [...all, [first, last]];
      return [...all.slice(0, -1), [previous[0], last > previous[1] ? last : previous[1]]];
    }, []);

const configuration = readFileSync(at('deploy/coturn/turnserver.conf'), 'utf8');
const denied = [...configuration.matchAll(/^denied-peer-ip=([^-\s]+)(?:-(\S+))?$/gm)].map(
  ([, first = '', last = first]) => ({ first, last, family: first.includes(':') ? 6 : 4 }) as const,
);

const bytesOf = (value: bigint): number[] =>
  Array.from({ length: 16 }, (_, index) => Number((value >> BigInt(8 * (15 - index))) & 0xffn));

// The relay must not give access to internal networks. coturn.test.ts checks a real coturn.
describe('addresses the relay refuses', () => {
  it('are all configured as ranges', () => {
    const lines = configuration.split('\n').filter((line) => line.startsWith('denied-peer-ip'));
    expect(denied).toHaveLength(lines.length);
    expect(configuration).not.toMatch(/^(allowed-peer-ip|allow-loopback-peers)/m);
  });

  it.each([4, 6] as const)('are exactly the special-purpose addresses of IPv%i', (family) => {
    const ranges = denied
      .filter((range) => range.family === family)
      .map(({ first, last }): Range => [numberOf(first), numberOf(last)]);
    // coturn refuses `::` without configuration and would read it as every address.
    const unspecified: Range[] = family === 6 ? [[0n, 0n]] : [];
    expect(merged([...ranges, ...unspecified])).toEqual(
      merged(special[family].map((prefix) => rangeOfPrefix(prefix, family))),
    );
  });

  // Otherwise such a coturn admits parts of a range, for example `::a00:1` in a range from `::2`.
  it('hold for a coturn that compares IPv6 addresses byte by byte', () => {
    for (const { first, last } of denied.filter(({ family }) => family === 6)) {
      const [from, to] = [bytesOf(numberOf(first)), bytesOf(numberOf(last))];
      const differs = from.findIndex((byte, index) => byte !== to[index]);
      const after = differs < 0 ? [] : from.slice(differs + 1);
      expect([first, after.every((byte) => byte === 0)]).toEqual([first, true]);
      const allAfter = differs < 0 ? [] : to.slice(differs + 1);
      expect([last, allAfter.every((byte) => byte === 255)]).toEqual([last, true]);
    }
  });
});
