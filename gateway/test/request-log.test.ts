import { ServiceError } from '@tandem/kit';
import { cookie, startGateway } from './support/harness.js';

interface Line {
  msg: string;
}

const isOfRequest = ({ msg }: Line) => msg.startsWith('request ') && msg !== 'request failed';

/** The lines about requests, after all responses have ended. */
const linesOf = async (work: (gateway: Awaited<ReturnType<typeof startGateway>>) => unknown) => {
  const gateway = await startGateway();
  await work(gateway);
  await gateway.stop();
  return gateway.logLines.map((line) => JSON.parse(line) as Line).filter(isOfRequest);
};

describe('the log of requests', () => {
  it('has a line per call, with its ID, route and status, and nothing else that a client sent', async () => {
    const lines = await linesOf((gateway) => {
      gateway.fake({
        shares: { getShareInfo: () => Promise.reject(new ServiceError('not-found', 'x', 'No.')) },
      });
      const headers = { ...cookie('alice'), 'x-request-id': 'request-of-alice' };
      return gateway.call('POST', '/api/shares/a-share-id/access?probe=1', {
        headers,
        json: { password: '' },
      });
    });
    expect(lines).toEqual([
      {
        level: 'debug',
        name: 'gateway',
        msg: 'request completed',
        method: 'POST',
        route: '/api/shares/:id/access',
        status: 400,
        requestId: 'request-of-alice',
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
        responseTime: expect.any(Number) as unknown,
        time: expect.any(String) as unknown,
        pid: process.pid,
        hostname: expect.any(String) as unknown,
      },
    ]);
  });

  it.each([
    ['a bug', () => new Error('a bug'), { status: 500, level: 'error' }],
    [
      'an outage of a service',
      () => new ServiceError('unavailable', 'service-unavailable', 'Away.'),
      { status: 503, level: 'warn' },
    ],
  ])('reports %s above the level of other calls', async (_what, fault, line) => {
    const lines = await linesOf((gateway) => {
      gateway.fake({ shares: { listShares: () => Promise.reject(fault()) } });
      return gateway.call('GET', '/api/file-shares', { headers: cookie('alice') });
    });
    expect(lines).toMatchObject([line]);
  });

  it('names the call that caused a 503', async () => {
    const away = new ServiceError('unavailable', 'service-unavailable', 'Away.');
    const lines = await linesOf((gateway) => {
      gateway.fake({ shares: { listShares: () => Promise.reject(away) } });
      return gateway.call('GET', '/api/file-shares', { headers: cookie('alice') });
    });
    expect(lines).toMatchObject([
      {
        status: 503,
        cause: expect.stringMatching(/SharesService\/ListShares UNAVAILABLE: Away\./) as string,
      },
    ]);
  });

  it('has no line for a file', async () => {
    expect(await linesOf((gateway) => gateway.call('GET', '/nothing'))).toEqual([]);
  });
});

describe('request ids', () => {
  it('are accepted if well formed and generated otherwise', async () => {
    const gateway = await startGateway();
    const ask = async (id: string) =>
      (
        await gateway.call('GET', '/api/config', {
          headers: { 'x-request-id': id },
        })
      ).headers.get('x-request-id');
    expect(await ask('0123456789-abc')).toBe('0123456789-abc');
    expect(await ask('short')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ask('<script>alert(1)</script>')).toMatch(/^[0-9a-f-]{36}$/);
    await gateway.stop();
  });
});
