import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render } from '../../../helm/test/lib/chart.js';
import { at } from '../../../helm/test/lib/paths.js';
import { findTool } from '../../../helm/test/lib/tools.js';
import { ofKind } from '../../../helm/test/lib/workloads.js';
import type { Certificates } from '../../../services/_kit/src/grpc/certificates.js';
import { createAuthority } from '../../../services/_kit/src/testing/index.js';
import { freePort, startProcess } from '../../../services/_kit/src/testing/process.js';
import { forDebian } from './for-debian.js';

/** The gateway of the one box serves TLS, that of the trial does not. */
const serve = (
  caddyfile: string,
  { key, certificate }: Certificates,
  answer: RequestListener,
): Server =>
  caddyfile.includes('tls_trust_pool')
    ? createSecureServer({ key, cert: certificate }, answer)
    : createServer(answer);

const caddy = findTool('caddy', 'caddy');
const whenCaddy = caddy ? describe : describe.skip;

/** The routes of the one box, and those of a trial in a cluster. */
const routes: Record<string, () => string> = {
  'one box': () => readFileSync(at('deploy/docker/edge/Caddyfile'), 'utf8'),
  trial: () => {
    const manifests = render({ chart: 'tandem', example: 'trial' });
    return (
      ofKind(manifests, 'ConfigMap').find(({ data }) => data?.['Caddyfile'])?.data?.['Caddyfile'] ??
      ''
    );
  },
};

const listen = async (server: Server, port: number): Promise<void> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
};

const close = async (server: Server): Promise<void> => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
};

// With one replica its absence cannot be hidden. Clients receive a `Retry-After` within 2 s.
whenCaddy.each(Object.keys(routes))('the proxy of the %s, while the gateway restarts', (name) => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-edge-'));
  let stop: (() => Promise<void>) | undefined;
  let origin = '';
  let gatewayPort = 0;
  let issued: Certificates;
  const serveGateway = (answer: RequestListener) => serve(routes[name]?.() ?? '', issued, answer);

  beforeAll(async () => {
    issued = await (await createAuthority()).issue('gateway', { hosts: ['localhost'] });
    const authority = join(home, 'ca.crt');
    writeFileSync(authority, issued.authorities);
    gatewayPort = await freePort();
    const port = await freePort();
    const caddyfile = (routes[name]?.() ?? '')
      .replace(/\{\$SITE_ADDRESS::8080\} \{|^:8080 \{/m, `http://127.0.0.1:${port} {`)
      .replace('\n:80 {', `\nhttp://127.0.0.1:${await freePort()} {`)
      .replace(':8090 {', `http://127.0.0.1:${await freePort()} {`)
      .replace(/(?:tandem-)?gateway(?:\.tandem\.svc)?:8080/, `localhost:${gatewayPort}`);
    expect(caddyfile).toContain(`reverse_proxy localhost:${gatewayPort}`);
    writeFileSync(join(home, 'Caddyfile'), forDebian(caddyfile, authority));
    const args = ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile'];
    const folders = { XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
    ({ stop } = await startProcess(caddy ?? '', args, /serving initial configuration/, folders));
    origin = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await stop?.();
    rmSync(home, { recursive: true, force: true });
  });

  it.each(['GET', 'POST'])('answers a %s with 503 and Retry-After', async (method) => {
    // The best of several, to exclude delays of a busy machine.
    let bestMs = Infinity;
    for (let round = 0; round < 10 && bestMs >= 2_000; round += 1) {
      const startedAt = performance.now();
      const answer = await fetch(`${origin}/api/config`, { method });
      bestMs = Math.min(bestMs, performance.now() - startedAt);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect(bestMs).toBeLessThan(2_000);
  });

  it('forwards a request once the gateway is back within the wait', async () => {
    let status: number | undefined;
    // On a busy machine the gateway may be back too late.
    for (let round = 0; round < 10 && status !== 200; round += 1) {
      const answered = fetch(`${origin}/api/config`);
      const gateway = serveGateway((_request, response) => response.end('back'));
      try {
        await listen(gateway, gatewayPort);
        const answer = await answered;
        ({ status } = answer);
        if (status === 200) expect(await answer.text()).toBe('back');
        else await answer.body?.cancel();
      } finally {
        await close(gateway);
      }
    }
    expect(status).toBe(200);
  });

  it('passes on the errors of the gateway', async () => {
    const gateway = serveGateway((_request, response) => response.writeHead(503).end('own'));
    await listen(gateway, gatewayPort);
    try {
      const answer = await fetch(`${origin}/api/config`);
      expect([answer.status, await answer.text()]).toEqual([503, 'own']);
    } finally {
      await close(gateway);
    }
  });
});
