import { bearer, startGateway, type Gateway } from '../support/harness.js';
import { share } from '../support/samples.js';

let gateway: Gateway;
let secure: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
  secure = await startGateway({ TRUST_PROXY_HOPS: '1' });
});
afterAll(() => Promise.all([gateway.stop(), secure.stop()]));

describe('the client address', () => {
  it.each([
    ['is that of the connection without proxies', () => gateway, '127.0.0.1'],
    ['is the one appended by the trusted proxy', () => secure, '203.0.113.9'],
  ])('%s', async (_what, of, expected) => {
    const to = of();
    to.fake({ shares: { createShare: () => Promise.resolve(share) } });
    const headers = {
      'x-forwarded-for': '198.51.100.1, 203.0.113.9',
      'user-agent': 'x'.repeat(900),
    };
    await to.call('POST', '/api/file-shares', {
      headers: { ...headers, ...bearer('alice') },
      json: { filename: 'a', fileSize: '1 KB' },
    });
    expect(to.calls()[0]?.request).toMatchObject({
      client: { ipAddress: expected, userAgent: 'x'.repeat(512) },
    });
  });
});

describe('calls that reached the proxy over plain http', () => {
  const token = { authorization: 'Bearer id-alice' };

  it('are refused, not redirected, where the proxy does not refuse them', async () => {
    const strict = await startGateway({
      REFUSE_PLAIN_HTTP: 'true',
      TRUST_PROXY_HOPS: '1',
    });
    const ask = (method: string, path: string, protocol?: string) =>
      strict.call(method, path, {
        headers: {
          ...token,
          ...(protocol !== undefined && { 'x-forwarded-proto': protocol }),
        },
      });
    for (const [method, path] of [
      ['GET', '/api/config'],
      ['POST', '/api/session'],
      ['GET', '/api/unknown'],
    ] as const) {
      const { status, json, headers } = await ask(method, path, 'http');
      expect([status, json]).toEqual([403, expect.objectContaining({ reason: 'https-required' })]);
      expect(headers.get('location')).toBeNull();
    }
    expect(strict.calls()).toEqual([]);
    // The client writes the left part of the list, the proxy the last.
    expect((await ask('GET', '/api/config', 'https, http')).status).toBe(403);
    expect((await ask('GET', '/api/config', 'https')).status).toBe(200);
    expect((await ask('GET', '/api/config')).status).toBe(200);
    await strict.stop();
  });

  it('are accepted otherwise', async () => {
    const headers = { ...token, 'x-forwarded-proto': 'http' };
    expect((await gateway.call('GET', '/api/config', { headers })).status).toBe(200);
  });
});
