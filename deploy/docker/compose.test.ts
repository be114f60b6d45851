import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { quotedVariables } from '@tandem/proto/policy-settings';
import { parse } from 'yaml';
import { composeFile } from '../../helm/test/lib/compose-schema.js';
import { at } from '../../helm/test/lib/paths.js';
import { acceptedByOldNats, findTool } from '../../helm/test/lib/tools.js';
import { processNames, services as productServices } from '../../tools/topology/services.js';
import { environment, example, render } from './env.mjs';

const text = readFileSync(at('docker-compose.yml'), 'utf8');
const compose = composeFile.parse(parse(text, { merge: true, maxAliasCount: -1 }));
const services = Object.entries(compose.services);
const processes = productServices.filter(({ kind }) => kind !== 'static').flatMap(processNames);
const ours = services.filter(([name]) => processes.includes(name));

const variables = (source: string) =>
  new Set([...source.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
const given = new Set(
  render(environment({ url: 'http://localhost:8080', secret: () => 'x' }))
    .split('\n')
    .flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []),
);

describe('docker-compose.yml', () => {
  it('has every process of the product, two of signalling, and all dependencies', () => {
    expect(services.map(([name]) => name).sort()).toEqual(
      [
        ...productServices.flatMap(processNames),
        ...['edge', 'mongo', 'nats', 'coturn', 'auth-emulator', 'payments-stand-in'],
        ...['certificates', 'streams'],
        ...['prometheus', 'grafana', 'otel-collector', 'tempo'],
      ].sort(),
    );
  });

  it.each(services)('%s restarts automatically and has a pinned image', (name, service) => {
    // The job that declares the streams exits when it is done and is restarted only after a failure.
    expect(service.restart).toBe(name === 'streams' ? 'on-failure' : 'unless-stopped');
    expect(service.image).toMatch(/:(\$\{TAG:-local\}|v?\d+(\.\d+)+[\w.-]*)$/);
  });

  it.each(services)(
    '%s has a limit of its memory, so that a leak ends no other',
    (_name, service) => {
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    },
  );

  it('leaves the database more than its cache', () => {
    const { command = [], mem_limit: limit = '' } = compose.services['mongo'] ?? {};
    const cacheGb = Number(command[command.indexOf('--wiredTigerCacheSizeGB') + 1]);
    expect(Number(/^(\d+)g$/.exec(limit)?.[1])).toBeGreaterThanOrEqual(2 * cacheGb + 1);
  });

  it.each(ours)('%s has a health check, is hardened and has time to drain', (_name, service) => {
    expect(service.healthcheck?.test.join(' ')).toContain('9464/readyz');
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '40s' });
  });

  it('passes every variable of product and policy in the README to the gateway', () => {
    const [, section = ''] = readFileSync(at('README.md'), 'utf8').split('### Product and policy');
    const [table = ''] = section.split('Each service lists');
    const named = [...table.matchAll(/`(_?[A-Z_]+)`/g)].map(([, name = '']) => name);
    const environment = Object.keys(compose.services['gateway']?.environment ?? {});
    // A name such as `_PRO` is only a suffix, which replaces that of the variable before it.
    const whole = named.filter((name) => !name.startsWith('_'));
    expect(whole.length).toBeGreaterThanOrEqual(15);
    expect(whole.filter((name) => !environment.includes(name))).toEqual([]);
  });

  it('builds the web image, as npm start the pages, with every variable that prerendered pages quote', () => {
    const dockerfile = readFileSync(at('deploy/docker/web.Dockerfile'), 'utf8');
    const startup = readFileSync(at('tools/bootstrap/build-steps.ts'), 'utf8');
    const [, pattern = ''] = /settings:\s*\/(.+)\/,/.exec(startup) ?? [];
    const { args } = compose.services['web']?.build ?? {};
    expect(quotedVariables).toContain('EXPIRY_DAYS_PROFOREVER');
    for (const name of quotedVariables) {
      expect(args).toHaveProperty(name, `\${${name}:-}`);
      expect(dockerfile).toContain(`\nARG ${name}\n`);
      expect(name).toMatch(new RegExp(pattern));
    }
  });

  it('gives the STUN servers of .env to the gateway and to turn-credentials', () => {
    for (const name of ['gateway', 'turn-credentials']) {
      expect(compose.services[name]?.environment).toHaveProperty('STUN_URLS', '${STUN_URLS:-}');
    }
  });

  it.each([
    ['analytics', 'TURN_PRICE_PER_GB'],
    ['audit', 'AUDIT_TIMESTAMP_URL'],
    ['shares', 'PUSH_SERVICE_HOSTS'],
  ])('passes to %s the optional %s of its README', (name, variable) => {
    expect(compose.services[name]?.environment).toHaveProperty(variable, `\${${variable}:-}`);
  });

  it('starts services after their dependencies', () => {
    for (const [name, { depends_on: needs }] of services) {
      for (const needed of Array.isArray(needs) ? needs : Object.keys(needs ?? {})) {
        expect([name, compose.services[needed] !== undefined]).toEqual([name, true]);
        const condition = Array.isArray(needs) ? undefined : needs?.[needed]?.condition;
        if (condition === 'service_healthy') {
          expect([needed, compose.services[needed]?.healthcheck]).not.toEqual([needed, undefined]);
        }
      }
    }
  });

  it('gives each process the certificates of its own service only', () => {
    const mounts = (name: string) =>
      (compose.services[name]?.volumes ?? []).filter((volume) => volume.startsWith('tls-'));
    for (const service of productServices.filter(({ kind }) => kind !== 'static')) {
      for (const name of processNames(service)) {
        expect([name, mounts(name)]).toEqual([name, [`tls-${service.name}:/run/tls:ro`]]);
        expect(compose.services[name]?.depends_on).toMatchObject({
          certificates: { condition: 'service_healthy' },
        });
      }
    }
    expect([mounts('web'), mounts('edge')]).toEqual([
      ['tls-web:/run/tls:ro'],
      ['tls-edge:/run/tls:ro'],
    ]);
    const issuer = compose.services['certificates'];
    expect(issuer).toMatchObject({ network_mode: 'none', read_only: true, cap_drop: ['ALL'] });
    expect(mounts('certificates')).toContain('tls-authority:/tls/authority');
    const issued = (issuer?.command ?? []).at(-1) ?? '';
    expect(issuer?.healthcheck?.test.join(' ')).toContain(`/tls/${issued}/ca.crt`);
  });

  it('mounts only files and volumes that exist', () => {
    for (const [name, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./'))
          expect([name, source, existsSync(at(source))]).toEqual([name, source, true]);
        else if (!source.startsWith('$')) expect(Object.keys(compose.volumes)).toContain(source);
      }
    }
  });

  // Compose does not notice a changed file behind a mount. MongoDB has no configuration there.
  it('documents an upgrade command that recreates every service with a mounted file', () => {
    const guide = readFileSync(at('docs/deploy.md'), 'utf8');
    const [, named = ''] =
      /^ {4}docker compose up -d --force-recreate --no-deps (.+)$/m.exec(guide) ?? [];
    const mounting = services
      .filter(([name]) => name !== 'mongo')
      .filter(([, { volumes = [] }]) => volumes.some((volume) => volume.startsWith('./')))
      .map(([name]) => name);
    expect(named.split(' ').sort()).toEqual(mounting.sort());
  });

  // Without the stand-in, a payment in the demo profile would fail with "not configured".
  it('uses the payment stand-in for the demo and Stripe for a public address', () => {
    const written = (url: string) => render(environment({ url, secret: () => 'x' }));
    const base = /^STRIPE_API_BASE=http:\/\/([\w-]+):(\d+)$/m.exec(
      written('http://localhost:8080'),
    );
    const standIn = compose.services[base?.[1] ?? ''];
    expect(standIn?.environment?.['PORT']).toBe(base?.[2]);
    expect(standIn?.environment?.['STRIPE_WEBHOOK_URL']).toBe(
      // Through the edge, because the gateway serves TLS with a certificate of our own authority.
      'http://edge:8080/api/webhooks/stripe',
    );
    for (const name of ['gateway', 'billing']) {
      expect(compose.services[name]?.environment).toHaveProperty('STRIPE_API_BASE');
    }
    expect(written('https://files.example.com')).toMatch(/^STRIPE_API_BASE=$/m);
  });

  it('contains neither keys nor a stand-in of Stripe when payments are off', () => {
    const written = ['http://localhost:8080', 'https://files.example.com'].map((url) =>
      render(environment({ url, hasPayments: false, secret: () => 'x' })),
    );
    for (const text of written) {
      expect(text).toMatch(/^PAYMENTS_PROVIDER=none$/m);
      expect(text.match(/^STRIPE_\w+=$/gm)).toHaveLength(4);
    }
  });

  // The server exits on an unknown flag, and every service depends on it.
  const natsServer = findTool('nats-server', 'nats-server');
  (natsServer ? it : it.skip)('starts NATS with flags that it accepts', () => {
    const command = compose.services['nats']?.command ?? [];
    const { status, stderr } = spawnSync(natsServer ?? '', [...command, '-c', '/dev/null', '-t'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('not defined')]);
  });

  (natsServer ? it : it.skip)('configures NATS with users that it accepts', () => {
    const home = mkdtempSync(join(tmpdir(), 'tandem-nats-'));
    const config = join(home, 'server.conf');
    copyFileSync(at('deploy/nats/nats.conf'), join(home, 'nats.conf'));
    writeFileSync(config, acceptedByOldNats(readFileSync(at('deploy/nats/server.conf'), 'utf8')));
    const env = Object.fromEntries(
      Object.keys(compose.services['nats']?.environment ?? {}).map((name) => [name, 'p1']),
    );
    const { status, stderr } = spawnSync(natsServer ?? '', ['-c', config, '-t'], {
      encoding: 'utf8',
      env,
    });
    rmSync(home, { recursive: true });
    expect([status, stderr]).toEqual([0, expect.stringContaining('valid')]);
  });

  it('gives each process the credentials of its own database user only', () => {
    const users = productServices.filter(({ needs }) => needs.includes('mongo'));
    const variable = (user: string) => `MONGO_PASSWORD_${user.toUpperCase()}`;
    for (const service of productServices) {
      for (const name of processNames(service)) {
        const text = JSON.stringify(compose.services[name]?.environment ?? {});
        const named = users.filter((user) => text.includes(variable(user.name)));
        expect([name, named.map((user) => user.name)]).toEqual([
          name,
          service.needs.includes('mongo') ? [service.name] : [],
        ]);
      }
    }
    const ofDatabase = Object.keys(compose.services['mongo']?.environment ?? {});
    expect(ofDatabase).toEqual(expect.arrayContaining(users.map(({ name }) => variable(name))));
  });

  it('creates a user per database, with a password of its own and no other right', () => {
    const created: { database: string; user: unknown }[] = [];
    const db = {
      getSiblingDB: (database: string) => ({
        createUser: (user: unknown) => created.push({ database, user }),
      }),
    };
    const users = productServices.filter(({ needs }) => needs.includes('mongo'));
    const env = Object.fromEntries(
      users.map(({ name }) => [`MONGO_PASSWORD_${name.toUpperCase()}`, `of-${name}`]),
    );
    const script = readFileSync(at('deploy/docker/mongo/users.js'), 'utf8');
    runInNewContext(script, { db, process: { env } });
    expect(created).toEqual(
      users.map(({ name }) => ({
        database: name,
        user: { user: name, pwd: `of-${name}`, roles: [{ role: 'readWrite', db: name }] },
      })),
    );
  });

  it('gives each process the credentials of its own broker user only', () => {
    for (const service of productServices) {
      for (const name of processNames(service)) {
        const url = compose.services[name]?.environment?.['NATS_URL'];
        const user = service.name.toUpperCase().replaceAll('-', '_');
        expect([name, url]).toEqual([
          name,
          service.needs.includes('nats')
            ? `nats://${service.name}:\${NATS_PASSWORD_${user}:?}@nats:4222`
            : undefined,
        ]);
      }
    }
  });

  // The binaries of these images have the file capability to bind low ports. Without that capability in
  // the container the kernel refuses to execute them.
  it.each(['coturn', 'edge'])('grants %s the file capability of its binary', (name) => {
    expect(compose.services[name]).toMatchObject({
      cap_drop: ['ALL'],
      cap_add: ['NET_BIND_SERVICE'],
    });
  });

  it('samples traces in the public services and ignores the decision of browsers', () => {
    const doors = ours.filter(([, { environment: env }]) => env?.['PUBLIC_URL'] !== undefined);
    const deciding = ours.filter(([, { environment: env }]) => env?.['OTEL_TRACES_SAMPLER']);
    expect(doors.length).toBeGreaterThan(0);
    expect(deciding.map(([name]) => name)).toEqual(doors.map(([name]) => name));
    for (const [, { environment }] of deciding)
      expect(environment?.['OTEL_TRACES_SAMPLER']).toBe('traceidratio');
  });

  it('lets Prometheus scrape the collector', () => {
    const prometheus = readFileSync(at('deploy/prometheus/prometheus.yaml'), 'utf8');
    // The collector's default is loopback, which Prometheus cannot reach.
    const { service } = parse(readFileSync(at('deploy/otel/collector.yaml'), 'utf8')) as {
      service: { telemetry: { metrics: { readers: unknown[] } } };
    };
    expect(service.telemetry.metrics.readers).toMatchObject([
      { pull: { exporter: { prometheus: { host: '0.0.0.0', port: 8888 } } } },
    ]);
    expect(prometheus).toContain("'otel-collector:8888'");
  });

  it('mounts each folder that the configuration of Prometheus reads', () => {
    const config = readFileSync(at('deploy/prometheus/prometheus.yaml'), 'utf8');
    const read = [...config.matchAll(/(\/etc\/prometheus\/[\w-]+)\/\*\.yaml/g)].map(
      ([, folder]) => folder,
    );
    expect(read.length).toBe(3);
    const mounted = (compose.services['prometheus']?.volumes ?? []).map(
      (volume) => volume.split(':')[1],
    );
    expect(mounted).toEqual(expect.arrayContaining(read));
  });

  it('contains no secrets; each is a required environment variable', () => {
    const secret = /(SECRET|PASSWORD|KEYS|KEYFILE)$/;
    for (const [name, service] of services) {
      for (const [variable, value] of Object.entries(service.environment ?? {})) {
        if (secret.test(variable) && !variable.startsWith('STRIPE_')) {
          expect([name, variable, String(value)]).toEqual([
            name,
            variable,
            expect.stringMatching(/^\$\{\w+:\?\}$/),
          ]);
        }
      }
    }
  });
});

describe('the environment of docker-compose.yml', () => {
  it('is what the script writes, with no variable missing or unused', () => {
    const optional = new Set([
      ...['IMAGE_PREFIX', 'TAG', 'LOG_LEVEL', 'TLS_HTTP_PORT', 'TLS_PORT', 'TURN_SECRET_PREVIOUS'],
    ]);
    const used = variables(text);
    expect([...used].filter((name) => name && !given.has(name) && !optional.has(name))).toEqual([]);
    expect([...given].filter((name) => !used.has(name) && name !== 'COMPOSE_PROFILES')).toEqual([]);
  });

  it('has an example written by the script', () => {
    expect(readFileSync(at('.env.example'), 'utf8')).toBe(example());
  });

  // Accounts of the demo can be forged, and ports that Docker publishes bypass the firewall of the host.
  it.each(['http://localhost:8080', 'http://127.0.0.1', 'https://files.example.com'])(
    'publishes plain HTTP on this machine only, with %s',
    (url) => {
      const written = render(environment({ url, secret: () => 'x' }));
      expect(written).toMatch(/^HTTP_PORT=127\.0\.0\.1:\d+$/m);
      const published = compose.services['edge']?.ports?.map(String) ?? [];
      expect(published.filter((port) => !/^\$\{\w+:-127\.0\.0\.1:\d+\}:\d+$/.test(port))).toEqual(
        [],
      );
      expect(published).toHaveLength(3);
    },
  );

  // An .env from before has no name of a project: its volumes are those of `tandem`.
  it('names a project, by default that of earlier installations', () => {
    expect(text).toMatch(/^name: \$\{COMPOSE_PROJECT_NAME:-tandem\}$/m);
  });
});

describe('the schema of docker-compose.yml', () => {
  it('rejects an unknown key', () => {
    const wrong = { ...compose, services: { a: { image: 'x:1', restrat: 'always' } } };
    expect(composeFile.safeParse(wrong).success).toBe(false);
  });
});
