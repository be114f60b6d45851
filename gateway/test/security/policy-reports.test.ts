import { startGateway, type Gateway } from '../support/harness.js';

const path = '/api/policy-reports';
let gateway: Gateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.stop());

const send = (body: unknown, type = 'application/csp-report', headers = {}) =>
  gateway.call('POST', path, {
    headers: { 'content-type': type, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const report = (part: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': 'https://tandem.example/share/SeCrEtShareId',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/a.js?share=SeCrEtShareId',
    'original-policy': "default-src 'self'",
    ...part,
  },
});

const counts = async () => {
  const text = await gateway.registry.metrics();
  return text
    .split('\n')
    .filter((line) => line.startsWith('policy_violations_total{'))
    .map((line) => {
      const [, page, directive, value] =
        /page="([^"]*)",directive="([^"]*)".* (\d+)$/.exec(line) ?? [];
      return `${page} ${directive} ${value}`;
    });
};

describe('reports of policy violations', () => {
  it('are counted by page class and directive', async () => {
    expect((await send(report())).status).toBe(204);
    await send(report({ 'document-uri': 'https://tandem.example/' }));
    await send(report({ 'document-uri': 'https://tandem.example/' }));
    expect(await counts()).toEqual(['share script-src-elem 1', 'app script-src-elem 2']);
  });

  it('arrive in batches of the Reporting API, with those of subresource integrity', async () => {
    const url = 'https://tandem.example/login';
    const batch = [
      { type: 'csp-violation', url, body: { effectiveDirective: 'img-src', blockedURL: 'inline' } },
      { type: 'integrity-violation', url, body: { blockedURL: 'https://tandem.example/a.js' } },
    ];
    expect((await send(batch, 'application/reports+json')).status).toBe(204);
    expect(await counts()).toEqual(['sign-in img-src 1', 'sign-in integrity 1']);
  });

  it('are logged as warnings only if the browser blocked something', async () => {
    await send(report({ disposition: 'report' }));
    expect(gateway.logLines.join('')).not.toContain('blocked content');
    await send(report({ disposition: 'enforce' }));
    expect(gateway.logLines.join('')).toContain('blocked content');
    expect(await counts()).toEqual(['share script-src-elem 2']);
  });

  it('are logged once a minute for a page class and directive, so that they cannot fill the log', async () => {
    for (let sent = 0; sent < 3; sent += 1) {
      await send(report({ 'blocked-uri': `https://${sent}.example/` }));
      await send(report({ 'effective-directive': 'img-src' }));
    }
    const lines = gateway.logLines.filter((line) => line.includes('blocked content'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ directive: 'script-src-elem', blocked: 'https://0.example' }),
      expect.objectContaining({ directive: 'img-src' }),
    ]);
    expect(await counts()).toEqual(['share script-src-elem 3', 'share img-src 3']);
  });

  it('come from any document, without credentials', async () => {
    const headers = { origin: 'null', 'sec-fetch-site': 'cross-site' };
    expect((await send(report(), 'application/csp-report', headers)).status).toBe(204);
  });

  it('create no time series and no log text of the sender’s choice', async () => {
    await send(
      report({
        'document-uri': 'no address',
        'effective-directive': 'made-up{x="1"}',
        'blocked-uri': 'line\nbreak',
      }),
    );
    expect(await counts()).toEqual(['unknown other 1']);
    expect(gateway.logLines.join('')).toContain('"blocked":"other"');
    expect(gateway.logLines.join('')).not.toContain('break');
  });

  it('leave no share ID in logs and metrics', async () => {
    await send(report());
    expect(gateway.logLines.join('')).toContain('"blocked":"https://evil.example"');
    expect(gateway.logLines.join('') + (await gateway.registry.metrics())).not.toContain(
      'SeCrEtShareId',
    );
  });

  it.each<[string, unknown, string, number]>([
    ['JSON of another shape', { a: 1 }, 'application/csp-report', 400],
    ['an unknown type of report', [{ type: 'crash', body: {} }], 'application/reports+json', 400],
    ['text that is not JSON', '{', 'application/csp-report', 400],
    ['another media type', report(), 'text/plain', 400],
    ['no body', '', 'application/csp-report', 400],
    ['a large report', report({ padding: 'x'.repeat(20_000) }), 'application/csp-report', 413],
    ['a long batch', Array.from({ length: 21 }, () => ({})), 'application/reports+json', 400],
  ])('are refused and not counted: %s', async (_what, body, type, status) => {
    expect((await send(body, type)).status).toBe(status);
    expect(await counts()).toEqual([]);
  });

  it('are limited by network address', async () => {
    await gateway.stop();
    gateway = await startGateway({ RATE_LIMIT_SCALE: '0.05' });
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await send(report())).status);
    expect(statuses).toEqual([204, 204, 204, 429, 429]);
    expect(await counts()).toEqual(['share script-src-elem 3']);
  });
});
