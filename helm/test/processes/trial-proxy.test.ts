import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess } from '../../../services/_kit/src/testing/process.js';
import { render } from '../lib/chart.js';
import { findTool } from '../lib/tools.js';
import { ofKind } from '../lib/workloads.js';

const caddy = findTool('caddy', 'caddy');
const whenCaddy = caddy ? describe : describe.skip;

const upstreams = ['auth-emulator', 'signalling', 'gateway', 'web'] as const;

/** Responds with its name. */
const serve = async (name: string): Promise<{ server: Server; port: number }> => {
  const server = createServer((_request, response) => response.end(name));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};

// One origin and one port for everything that browsers use: a single `kubectl port-forward`.
whenCaddy('the proxy of a trial', () => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-proxy-'));
  const servers: Server[] = [];
  let stop: (() => Promise<void>) | undefined;
  let origin = '';

  beforeAll(async () => {
    const manifests = render({ chart: 'tandem', example: 'trial' });
    const config = ofKind(manifests, 'ConfigMap').find(({ data }) => data?.['Caddyfile'])?.data;
    let caddyfile = config?.['Caddyfile'] ?? '';
    for (const name of upstreams) {
      const { server, port } = await serve(name);
      servers.push(server);
      const address = new RegExp(`tandem-${name}\\.tandem\\.svc:\\d+`);
      expect(caddyfile).toMatch(address);
      caddyfile = caddyfile.replace(address, `127.0.0.1:${port}`);
    }
    const port = await freePort();
    caddyfile = caddyfile.replace(':8080 {', `http://127.0.0.1:${port} {`);
    writeFileSync(join(home, 'Caddyfile'), caddyfile);
    const args = ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile'];
    const folders = { XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
    ({ stop } = await startProcess(caddy ?? '', args, /serving initial configuration/, folders));
    origin = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await stop?.();
    for (const server of servers) server.close();
    rmSync(home, { recursive: true, force: true });
  });

  it.each([
    ['/', 'web'],
    ['/share/AbC', 'web'],
    ['/ws/x', 'web'],
    ['/ws', 'signalling'],
    ['/api', 'gateway'],
    ['/api/config', 'gateway'],
    ['/identitytoolkit.googleapis.com/v1/accounts:signUp', 'auth-emulator'],
    ['/securetoken.googleapis.com/v1/token', 'auth-emulator'],
    ['/emulator/action', 'auth-emulator'],
    ['/gapi-shim.js', 'auth-emulator'],
  ])('sends %s to %s', async (path, upstream) => {
    expect(await (await fetch(`${origin}${path}`)).text()).toBe(upstream);
  });
});
