import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render } from '../../../helm/test/lib/chart.js';
import { at } from '../../../helm/test/lib/paths.js';
import { findTool } from '../../../helm/test/lib/tools.js';
import { ofKind } from '../../../helm/test/lib/workloads.js';
import {
  createAuthority,
  freePort,
  startProcess,
} from '../../../services/_kit/src/testing/index.js';
import { forDebian } from './for-debian.js';

const caddy = findTool('caddy', 'caddy');
const whenCaddy = caddy ? describe : describe.skip;

/** The routes, and the name that the edge verifies. */
const proxies: Record<
  'one box' | 'trial',
  { caddyfile: () => string; nameOf: (service: string) => string }
> = {
  // A certificate names the process, and the test's processes are on this machine.
  'one box': {
    caddyfile: () => readFileSync(at('deploy/docker/edge/Caddyfile'), 'utf8'),
    nameOf: () => 'localhost',
  },
  trial: {
    caddyfile: () => {
      const extra = ['--set', 'edgeTls.enabled=true'];
      const configs = ofKind(render({ chart: 'tandem', example: 'trial', extra }), 'ConfigMap');
      return configs.find(({ data }) => data?.['Caddyfile'])?.data?.['Caddyfile'] ?? '';
    },
    nameOf: (service) => `tandem-${service}.tandem.svc`,
  },
};

const services = ['gateway', 'signalling', 'web'] as const;
const pathOf = { gateway: '/api/config', signalling: '/ws?share=x', web: '/' };
const kinds = ['right', 'other-name', 'other-authority', 'plain'] as const;

// ASVS 12.3.3: the edge verifies the certificates of gateway, signalling and web, and does not fall back to plain HTTP.
whenCaddy.each(['one box', 'trial'] as const)('the proxy of the %s', (proxy) => {
  const { caddyfile, nameOf } = proxies[proxy];
  const home = mkdtempSync(join(tmpdir(), 'tandem-upstream-'));
  const servers: Server[] = [];
  const stops: (() => Promise<void>)[] = [];
  const origins = new Map<string, string>();

  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  beforeAll(async () => {
    const [authority, other] = [await createAuthority(), await createAuthority()];
    const ca = join(home, 'ca.crt');
    const start = async (kind: (typeof kinds)[number]) => {
      const port = await freePort();
      let text = caddyfile()
        .replace(/\{\$SITE_ADDRESS::8080\} \{|^:8080 \{/m, `http://127.0.0.1:${port} {`)
        .replace('\n:80 {', `\nhttp://127.0.0.1:${await freePort()} {`)
        .replace(':8090 {', `http://127.0.0.1:${await freePort()} {`);
      for (const service of services) {
        const hosts = [kind === 'other-name' ? 'elsewhere' : nameOf(service)];
        const issuer = kind === 'other-authority' ? other : authority;
        const { key, certificate, authorities } = await issuer.issue(service, { hosts });
        if (kind === 'right') writeFileSync(ca, authorities);
        const answer: RequestListener = (request, response) =>
          response.end(`${service} for ${String(request.headers.host)}`);
        const upstream =
          kind === 'plain'
            ? createServer(answer)
            : createSecureServer({ key, cert: certificate }, answer);
        const address = new RegExp(`(?:tandem-)?${service}(?:-1)?(?:\\.tandem\\.svc)?:8080`);
        expect(text).toMatch(address);
        text = text.replace(address, `localhost:${await listen(upstream)}`);
      }
      const file = join(home, `${kind}.caddy`);
      writeFileSync(file, forDebian(text.replace(' signalling-2:8080', ''), ca));
      const args = ['run', '--config', file, '--adapter', 'caddyfile'];
      const folders = { XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
      const { stop } = await startProcess(
        caddy ?? '',
        args,
        /serving initial configuration/,
        folders,
      );
      stops.push(stop);
      origins.set(kind, `http://127.0.0.1:${port}`);
    };
    for (const kind of kinds) await start(kind);
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(home, { recursive: true, force: true });
  });

  const ask = async (kind: (typeof kinds)[number], service: (typeof services)[number]) => {
    const answer = await fetch(`${origins.get(kind) ?? ''}${pathOf[service]}`);
    return `${answer.status} ${await answer.text()}`;
  };

  it.each(services)(
    'reaches %s over TLS and passes on the host of the request',
    async (service) => {
      const host = new URL(origins.get('right') ?? '').host;
      expect(await ask('right', service)).toBe(`200 ${service} for ${host}`);
    },
  );

  it.each(services)(
    'refuses %s under another name, by another authority, or plain',
    async (service) => {
      for (const kind of ['other-name', 'other-authority', 'plain'] as const) {
        expect(await ask(kind, service)).toBe('503 Service unavailable');
      }
    },
  );
});
