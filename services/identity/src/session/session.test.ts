import {
  defaultSessionPolicy,
  deviceOf,
  networkOf,
  newSecret,
  parseCookie,
  sessionIdOf,
  statusOf,
} from './session.js';

const hourMs = 3_600_000;
const now = new Date('2030-01-01T00:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);

describe('a session', () => {
  it.each([
    [
      'is live while it is used',
      { lastUsedAt: hoursAgo(119), signedInAt: hoursAgo(2_000) },
      'live',
    ],
    ['expires unused', { lastUsedAt: hoursAgo(121), signedInAt: hoursAgo(121) }, 'expired'],
    ['expires with its sign-in', { lastUsedAt: now, signedInAt: hoursAgo(2_161) }, 'expired'],
    ['stays ended', { lastUsedAt: now, signedInAt: now, endedAt: now }, 'ended'],
  ])('%s', (_what, times, status) => {
    const session = { endedAt: undefined, ...times };
    expect(statusOf(session, defaultSessionPolicy, now)).toBe(status);
  });
});

describe('a session cookie', () => {
  it('contains the secret and the token', () => {
    const secret = newSecret();
    expect(parseCookie(`${secret}.a-b.c_d.e`)).toEqual({ secret, token: 'a-b.c_d.e' });
    expect(sessionIdOf(secret)).not.toContain(secret);
  });

  it.each(['', 'a.b.c', `${newSecret()}.a.b`, `${newSecret()}.a.b.c.d`, `${newSecret()}x.a.b.c`])(
    'is not %j',
    (text) => {
      expect(parseCookie(text)).toBeUndefined();
    },
  );
});

describe('the device of a session', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
  ])('%s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});

describe('the network of a session', () => {
  it('is equal within an IPv4 /24 and an IPv6 /64 of one user', () => {
    expect(networkOf('a', '192.0.2.1')).toBe(networkOf('a', '192.0.2.200'));
    expect(networkOf('a', '2001:db8::1')).toBe(networkOf('a', '2001:db8::ffff'));
    expect(networkOf('a', '192.0.2.1')).not.toBe(networkOf('a', '198.51.100.1'));
    expect(networkOf('a', '192.0.2.1')).not.toBe(networkOf('b', '192.0.2.1'));
  });

  it('is shared by hundreds of networks, so that none can be found from it', () => {
    expect(networkOf('a', '192.0.2.1')).toMatch(/^[0-9a-f]{4}$/);
  });
});
