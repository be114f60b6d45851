import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { composeFile } from '../../helm/test/lib/compose-schema.js';
import { at } from '../../helm/test/lib/paths.js';

const read = (path: string) => readFileSync(at(path), 'utf8');
const { services } = composeFile.parse(
  parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }),
);
const checked = Object.entries(services).flatMap(([name, service]) =>
  service.healthcheck ? [{ name, service, test: service.healthcheck.test }] : [],
);

/** Images with a single program and no shell cannot run a health check; Prometheus' `up` covers them. */
const askedFromOutside: Readonly<Record<string, string>> = {
  'otel-collector': 'otel-collector:8888',
  tempo: 'tempo:3200',
};

const busybox = ['wget', 'nc', 'sh'];
/** Programs in each image, by image name; our images are based on those of Node and nginx. */
const programs: readonly [image: RegExp, programs: readonly string[]][] = [
  [/^mongo:8/, ['mongosh', 'bash', 'sh']],
  [/^(nats|caddy|coturn\/coturn):[\d.]+-alpine$/, busybox],
  [/^prom\/prometheus:v3/, busybox],
  // Based on Alpine.
  [/^grafana\/grafana:12/, busybox],
  [/\/web:\$\{TAG/, busybox],
  [/^\$\{IMAGE_PREFIX:-tandem\}\/[\w-]+:\$\{TAG/, ['node']],
];

const programOf = ([kind, first = '']: readonly string[]) =>
  kind === 'CMD-SHELL' ? (first.split(' ')[0] ?? '') : first;

describe('health checks', () => {
  it('exist for every service; Prometheus scrapes those whose image has no shell', () => {
    const names = checked.map(({ name }) => name);
    // One-shot services exit, so they have no health check.
    const lasting = Object.entries(services).filter(([, { restart }]) => restart !== 'on-failure');
    const unchecked = lasting.map(([name]) => name).filter((name) => !names.includes(name));
    expect(unchecked.sort()).toEqual(Object.keys(askedFromOutside).sort());
    const scraped = read('deploy/prometheus/prometheus.yaml');
    for (const target of Object.values(askedFromOutside))
      expect(scraped).toContain(`['${target}']`);
  });

  it.each(checked)(
    'of $name execute a program that its image contains',
    ({ name, service, test }) => {
      expect(['CMD', 'CMD-SHELL']).toContain(test[0]);
      const known = programs.find(([image]) => image.test(service.image))?.[1];
      expect([name, service.image, known]).toEqual([name, service.image, expect.any(Array)]);
      expect(known).toContain(programOf(test));
      if (test[0] === 'CMD-SHELL') expect(known).toContain('sh');
    },
  );

  it.each(checked)('of $name use loopback and run at least every 10 s', ({ service, test }) => {
    const addresses = [...test.join(' ').matchAll(/https?:\/\/([\w.]+)/g)].map(([, host]) => host);
    for (const host of addresses) expect(host).toBe('127.0.0.1');
    expect(service.healthcheck?.interval).toMatch(/^([1-9]|10)s$/);
    expect(service.healthcheck?.timeout).toMatch(/^([1-9]|10)s$/);
  });

  it('use the ports that the servers’ configurations open', () => {
    const asked = (name: string) => services[name]?.healthcheck?.test.join(' ') ?? '';
    const port = (name: string) => /127\.0\.0\.1(?::| )(\d+)/.exec(asked(name))?.[1] ?? 'none';
    expect(read('deploy/docker/edge/Caddyfile')).toContain(`:${port('edge')} {`);
    expect(read('deploy/docker/web/listen-tls.nginx')).toContain(`listen ${port('web')} ssl;`);
    expect(asked('web')).toContain('https://');
    expect(read('deploy/docker/web/nginx.conf')).toContain('/healthz');
    expect(services['nats']?.command).toContain(port('nats'));
    expect(services['coturn']?.command).toContain(`--listening-port=${port('coturn')}`);
    for (const name of ['grafana', 'prometheus', 'auth-emulator']) {
      expect(services[name]?.ports?.join()).toMatch(new RegExp(`:${port(name)}$`));
    }
    for (const { name, service } of checked) {
      const metricsPort = service.environment?.['METRICS_PORT'];
      if (metricsPort !== undefined) expect([name, port(name)]).toEqual([name, metricsPort]);
    }
  });
});
