import {
  coarseNetwork,
  isPlainHttp,
  networkDigest,
  networkKey,
  normaliseAddress,
} from './network.js';

describe('the network key of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:102:304', '1.2.3.4'],
    ['::FFFF:0102:0304', '1.2.3.4'],
    ['0000:0000:0000:0000:0000:ffff:0102:0304', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8::ffff:102:304', '2001:db8::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    [undefined, 'unknown'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
    ['203.0.113.77, 10.0.0.1', 'unknown'],
    ['127.1', 'unknown'],
    ['010.1.1.1', 'unknown'],
  ])('%s is %s', (address, key) => expect(networkKey(address)).toBe(key));

  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['::ffff:102:304', '1.2.3.0/24'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['', 'unknown'],
  ])('%s is %s with a 24-bit IPv4 prefix', (address, key) =>
    expect(networkKey(address, 24)).toBe(key),
  );
});

describe('the coarse network of an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:102:304', '1.2.3.0/24'],
    ['2001:db8:1:2::1', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('%s is %s', (address, network) => expect(coarseNetwork(address)).toBe(network));
});

describe('the canonical text of an address', () => {
  it.each([
    ['192.0.2.9', '192.0.2.9'],
    ['::ffff:192.0.2.9', '192.0.2.9'],
    ['::ffff:c000:209', '192.0.2.9'],
    ['2001:0DB8:0:0:0:ffff:c000:209', '2001:db8::ffff:c000:209'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s is %s', (address, expected) => expect(normaliseAddress(address)).toBe(expected));
});

describe('the digest of a network', () => {
  const digest = networkDigest('scope', '203.0.113.77', 11);

  it('is the same for all its addresses, and does not reveal them', () => {
    expect(networkDigest('scope', '203.0.113.1', 11)).toBe(digest);
    expect(digest).toMatch(/^[\w-]{11}$/);
  });

  it('differs for another network, and in another scope', () => {
    expect(networkDigest('scope', '203.0.114.77', 11)).not.toBe(digest);
    expect(networkDigest('other', '203.0.113.77', 11)).not.toBe(digest);
  });
});

it.each([
  ['http', true],
  ['HTTP ', true],
  ['https, http', true],
  ['https', false],
  ['http, https', false],
  ['', false],
  [undefined, false],
])('X-Forwarded-Proto %j is plain http: %p', (header, isPlain) =>
  expect(isPlainHttp(header)).toBe(isPlain),
);
