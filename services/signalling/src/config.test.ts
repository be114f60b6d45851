import { randomBytes } from 'node:crypto';
import { readConfig } from './config.js';

const complete = {
  NATS_URL: 'nats://127.0.0.1:4222',
  IDENTITY_ADDR: 'identity:50051',
  SHARES_ADDR: 'shares:50051',
  GRANT_PUBLIC_KEYS: `k:${randomBytes(32).toString('base64url')}`,
  PUBLIC_URL: 'https://tandem.example/',
};

describe('the configuration', () => {
  it('has defaults for everything but addresses and keys', () => {
    expect(readConfig(complete)).toMatchObject({
      HOST: '0.0.0.0',
      TRUST_PROXY_HOPS: 0,
      DRAIN_SPREAD_MS: 3_000,
      MESSAGES_PER_SECOND: 20,
      MESSAGE_BURST: 60,
      ALLOWED_ORIGINS: [],
    });
  });

  it('accepts only origins in the form that browsers send', () => {
    const read = (origins: string) => readConfig({ ...complete, ALLOWED_ORIGINS: origins });
    const both = 'https://app.example,http://localhost:8080';
    expect(read(both).ALLOWED_ORIGINS).toEqual(both.split(','));
    expect(() => read('https://app.example/')).toThrow(/ALLOWED_ORIGINS/);
  });

  it('accepts one proxy more than the gateway, which may be one of them', () => {
    expect(readConfig({ ...complete, TRUST_PROXY_HOPS: '11' }).TRUST_PROXY_HOPS).toBe(11);
  });

  it('turns any pod ID into one token of a subject', () => {
    expect(readConfig({ ...complete, POD_ID: 'signalling-0.ns.svc' }).POD_ID).toBe(
      'signalling-0-ns-svc',
    );
    expect(readConfig(complete).POD_ID).toMatch(/^[\w-]{1,64}$/);
  });

  it('reports every invalid variable in one error, without values', () => {
    const read = () =>
      readConfig({
        ...complete,
        NATS_URL: 'http://x',
        GRANT_PUBLIC_KEYS: 'k:secret',
        SHARES_ADDR: '',
      });
    expect(read).toThrow(/SHARES_ADDR/);
    expect(read).toThrow(/NATS_URL/);
    expect(read).toThrow(/GRANT_PUBLIC_KEYS/);
    expect(read).not.toThrow(/secret/);
  });
});
