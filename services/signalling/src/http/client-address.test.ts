import { clientAddress } from './client-address.js';

describe('the client address (TRUST_PROXY_HOPS)', () => {
  it.each([
    ['no proxy: the socket address', '192.0.2.9', '', 0, '192.0.2.9'],
    ['no trusted proxy: X-Forwarded-For is ignored', '192.0.2.9', '203.0.113.1', 0, '192.0.2.9'],
    ['one proxy: the last entry', '10.0.0.1', '203.0.113.1', 1, '203.0.113.1'],
    [
      'one proxy: entries further left are ignored',
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
  ])('%s', (_case, socket, forwarded, hops, expected) => {
    expect(clientAddress(socket, forwarded, hops)).toBe(expected);
  });
});
