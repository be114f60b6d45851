import { createHmac } from 'node:crypto';
import { readConfig } from './config.js';
import { relayIdOf, signCredentials } from './credentials.js';

const now = new Date('2026-03-01T00:00:00Z');
const key = Buffer.alloc(32, 7).toString('base64url');

describe('coturn REST credentials', () => {
  it('expire in ten minutes and are signed with HMAC-SHA1', () => {
    const { username, credential } = signCredentials('participant-0001', 'a secret', 600, now);
    expect(username).toBe(`${now.getTime() / 1000 + 600}:participant-0001`);
    expect(credential).toBe(createHmac('sha1', 'a secret').update(username).digest('base64'));
  });

  it('the id is that of one side of a share in one network, and long enough for quotas', () => {
    const user = { shareId: 's', role: 'receiver', network: '192.0.2.0/24' } as const;
    const id = relayIdOf(user);
    expect(id).toBe(relayIdOf({ ...user }));
    expect(id).toMatch(/^[0-9a-f]{12,}$/);
    for (const other of [{ shareId: 't' }, { role: 'sender' }, { network: '198.51.100.0/24' }]) {
      expect(relayIdOf({ ...user, ...(other as object) })).not.toBe(id);
    }
  });
});

describe('configuration', () => {
  const base = {
    SHARES_ADDR: 'shares:50051',
    NATS_URL: 'nats://nats:4222',
    GRANT_PUBLIC_KEYS: `k:${key}`,
    ASSERTION_PUBLIC_KEYS: `i:${key}`,
  };
  const secret = 's'.repeat(16);

  it('defaults to two public STUN servers and no relay', () => {
    const config = readConfig(base);
    expect(config.STUN_URLS).toHaveLength(2);
    expect(config.TURN_URLS).toEqual([]);
  });

  it.each([
    ['a relay without a secret', { TURN_URLS: 'turn:relay.example.test:3478' }],
    ['a weak secret', { TURN_SECRETS: 'short' }],
    ['a web address as a relay', { TURN_URLS: 'https://x.test', TURN_SECRETS: secret }],
    ['a relay as a STUN server', { STUN_URLS: 'turn:relay.example.test' }],
    ['no grant keys', { GRANT_PUBLIC_KEYS: '' }],
    ['no assertion keys', { ASSERTION_PUBLIC_KEYS: '' }],
  ])('refuses %s', (_, more) => expect(() => readConfig({ ...base, ...more })).toThrow());

  it('takes several relays and secrets', () => {
    const config = readConfig({
      ...base,
      TURN_URLS: 'turn:relay.example.test:3478?transport=udp, turns:relay.example.test:5349',
      TURN_SECRETS: `${secret},old-${secret}`,
    });
    expect(config.TURN_URLS).toHaveLength(2);
    expect(config.TURN_SECRETS).toHaveLength(2);
  });
});
