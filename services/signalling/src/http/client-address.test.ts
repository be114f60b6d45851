import {
  addressKey,
  clientAddress,
  normaliseAddress,
  sessionCookieFrom,
} from './client-address.js';

describe('the client address (TRUST_PROXY_HOPS)', () => {
  it.each([
    ['no proxy: the socket', '192.0.2.9', '', 0, '192.0.2.9'],
    [
      'no trusted proxy: what the client claims is ignored',
      '192.0.2.9',
      '203.0.113.1',
      0,
      '192.0.2.9',
    ],
    ['one proxy: the last entry', '10.0.0.1', '203.0.113.1', 1, '203.0.113.1'],
    [
      'one proxy: what stands further left is the client’s own word',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.1',
      1,
      '203.0.113.1',
    ],
    ['two proxies', '10.0.0.1', '1.1.1.1,203.0.113.1 , 10.0.0.2', 2, '203.0.113.1'],
    ['fewer entries than proxies: the leftmost', '10.0.0.1', '203.0.113.1', 3, '203.0.113.1'],
    [
      'an IPv4 client on an IPv6 socket',
      '0000:0000:0000:0000:0000:ffff:c000:0209',
      '',
      0,
      '192.0.2.9',
    ],
  ])('%s', (_what, socket, forwarded, hops, expected) => {
    expect(clientAddress(socket, forwarded, hops)).toBe(expected);
  });

  it.each([
    ['::ffff:192.0.2.9', '192.0.2.9'],
    ['::ffff:c000:209', '192.0.2.9'],
    ['2001:db8::ffff:c000:209', '2001:db8::ffff:c000:209'],
    ['192.0.2.9', '192.0.2.9'],
  ])('%s means %s', (address, expected) => {
    expect(normaliseAddress(address)).toBe(expected);
  });

  it.each([
    ['192.0.2.9', '192.0.2.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('the session cookie', () => {
  it.each([
    ['', ''],
    ['theme=dark', ''],
    ['theme=dark; session=abc', 'abc'],
    ['session=weak; __Host-session=strong', 'strong'],
    ['__Host-session=strong; session=weak', 'strong'],
    ['xsession=no; session=a=b', 'a=b'],
  ])('in "%s" is "%s"', (header, value) => {
    expect(sessionCookieFrom(header)).toBe(value);
  });
});
