import { cookie, startGateway, type Gateway } from '../support/harness.js';
import { share, shareId } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe('secrets', () => {
  it('of URLs, bodies and headers appear in no log, metric or response', async () => {
    const canary = 'canary-5e1f0b';
    gateway.logLines.length = 0;
    gateway.fake({
      shares: { accessShare: () => Promise.reject(new Error('broken')) },
    });
    const answers = await Promise.all([
      gateway.call('GET', `/api/shares/${shareId}?x=1&password=${canary}`),
      gateway.call('GET', `/api/shares/${shareId}?password=${canary}`),
      gateway.call('GET', `/api/shares/${shareId}?p%61ssword=${canary}`),
      gateway.call('GET', `/nowhere?password=${canary}`),
      gateway.call('POST', `/api/shares/${shareId}/access`, {
        json: { password: canary },
      }),
      gateway.call('POST', `/api/shares/${shareId}/stop`, {
        json: { idToken: canary },
      }),
      gateway.call('GET', '/api/user', {
        headers: { authorization: `Bearer ${canary}` },
      }),
      gateway.call('GET', '/api/user', {
        headers: { cookie: `session=${canary}` },
      }),
      gateway.call('GET', '/api/turn-credentials', {
        headers: { authorization: `Grant ${canary}` },
      }),
    ]);
    const everything = [
      ...gateway.logLines,
      ...answers.map(({ text, headers }) => text + JSON.stringify([...headers])),
      await gateway.registry.metrics(),
    ];
    expect(gateway.logLines.length).toBeGreaterThan(5);
    expect(everything.filter((text) => text.includes(canary))).toEqual([]);
  });

  it('are removed without changing the other query parameters', async () => {
    const { json } = await gateway.call('GET', `/api/shares/${shareId}?a=%31&password=p&b`);
    expect(json).toMatchObject({ reason: 'invalid-query' });
  });
});

describe('compression (BREACH)', () => {
  it('is applied to public responses and never to user data', async () => {
    const filename = 'attacker-controlled text '.repeat(20);
    const shares = Array.from({ length: 20 }, () => ({ ...share, filename }));
    const entry = {
      id: 'e',
      createdAt: share.createdAt,
      eventType: 'download_completed',
      eventStatus: 'success',
      shareId: share.shareId,
      filename,
      fileSize: '1 KB',
    };
    gateway.fake({
      shares: { listShares: () => Promise.resolve({ shares }) },
      audit: {
        listEntries: () => Promise.resolve({ entries: Array.from({ length: 20 }, () => entry) }),
      },
    });
    const encodingOf = async (path: string) => {
      const headers = { ...cookie('alice'), 'accept-encoding': 'br, gzip' };
      const answer = await gateway.call('GET', path, { headers });
      expect([answer.status, answer.bytes.length > 1_024]).toEqual([200, true]);
      return answer.headers.get('content-encoding');
    };
    expect(await encodingOf('/api/openapi.json')).toBe('br');
    for (const path of ['/api/file-shares', '/api/audit-logs']) {
      expect(await encodingOf(path)).toBeNull();
    }
  });
});
