import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { render, runHelm } from './lib/chart.js';
import { at } from './lib/paths.js';
import { secretsMadeBy, secretsReadBy } from './lib/secrets.js';
import { hasValue, valuesSchema } from './lib/values-schema.js';
import { ofKind, workloadsIn } from './lib/workloads.js';

const guide = ['docs/deploy.md', 'docs/sizing.md', 'docs/releasing.md']
  .map((page) => readFileSync(at(page), 'utf8'))
  .join('\n');
/** The indented command lines, with continuations joined. */
const commands = guide
  .replace(/\\\n\s+/g, '')
  .split('\n')
  .flatMap((line) => /^ {4}(?![ >])(.+)$/.exec(line)?.[1] ?? []);
const inCode = [...guide.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const starting = (start: string) => commands.filter((command) => command.startsWith(start));

// Runs the commands of docs/deploy.md that need no cluster; compares the names in the others.
describe('the deployment guide', () => {
  it('creates every Secret that the minimal installation reads, with every key', () => {
    const created = starting('kubectl -n tandem create secret generic').flatMap((command) => {
      const name = /secret generic (\S+)/.exec(command)?.[1] ?? '';
      const keys = [...command.matchAll(/--from-literal=([\w-]+)=|--from-file=(\S+)/g)];
      return keys.map(([, literal, file]) => `${name}/${literal ?? file ?? ''}`);
    });
    const manifests = render({ chart: 'tandem', example: 'minimal' });
    const made = secretsMadeBy(manifests);
    const read = secretsReadBy(manifests).filter((one) => !made.has(one.split('/')[0] ?? ''));
    expect([...new Set(created)].sort()).toEqual(read);
    expect(guide).toContain('create secret tls tandem-tls');
  });

  it('names the database in which each user of MongoDB was created', () => {
    const [command = ''] = starting('kubectl -n tandem create secret generic tandem-mongo');
    const addresses = [...command.matchAll(/--from-literal=(\w+)='(mongodb[^']+)'/g)];
    expect(addresses.length).toBeGreaterThan(0);
    for (const [, name = '', address = ''] of addresses)
      expect(new URL(address).searchParams.get('authSource')).toBe(name);
  });

  it('stops all services of one box before a restore, but not MongoDB and NATS', () => {
    const { services } = parse(readFileSync(at('docker-compose.yml'), 'utf8'), {
      merge: true,
    }) as { services: Record<string, { depends_on?: Record<string, unknown> | string[] }> };
    const product = Object.entries(services).flatMap(([name, { depends_on: needs = {} }]) =>
      'certificates' in needs || 'gateway' in needs ? [name] : [],
    );
    const [, stopped = ''] = /docker compose stop (.+)/.exec(guide) ?? [];
    expect(stopped.split(' ').sort()).toEqual(product.sort());
    expect(guide).toMatch(/mongodump .*--oplog /);
    for (const [restore] of guide.matchAll(/mongorestore .*/g))
      expect(restore).toMatch(/ --drop --oplogReplay /);
  });

  // The broker takes over passwords that the release makes.
  it('delivers the passwords to the broker while the job that declares streams waits', () => {
    const manifests = render({ chart: 'tandem', example: 'minimal' });
    const steps = ['helm upgrade --install tandem', 'kubectl -n tandem get secret tandem-nats'];
    const places = [...steps, 'kubectl -n tandem rollout status'].map((start) =>
      commands.findIndex((command) => command.startsWith(start)),
    );
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect([...secretsMadeBy(manifests)]).toContain('tandem-nats');
    expect(guide).toContain('waits for the broker for an hour');
    const job = workloadsIn(manifests).find(({ name }) => name.startsWith('tandem-jetstream'));
    expect(job?.manifest.spec).toHaveProperty('activeDeadlineSeconds', 3600);
  });

  // Kubernetes labels the Jobs of a CronJob like their pods unless the template of the Job has labels.
  it('waits for the provisioning Job of the release only', () => {
    const [wait = ''] = starting('kubectl -n tandem wait --for=condition=complete job');
    const [, name = ''] = /-l app\.kubernetes\.io\/name=(\S+)/.exec(wait) ?? [];
    const manifests = render({ chart: 'tandem', example: 'minimal' });
    const label = 'app.kubernetes.io/name';
    const jobs = ofKind(manifests, 'Job').filter(
      ({ metadata }) => metadata.labels?.[label] === name,
    );
    expect(jobs).toHaveLength(1);
    const [scheduled] = ofKind(manifests, 'CronJob').map(
      ({ spec }) =>
        spec as unknown as { jobTemplate: { metadata?: { labels: Record<string, string> } } },
    );
    expect(scheduled?.jobTemplate.metadata?.labels[label]).toBeDefined();
    expect(scheduled?.jobTemplate.metadata?.labels[label]).not.toBe(name);
  });

  // `helm rollback` applies the number of pods in the stored manifests; rendering anew keeps the autoscaler's.
  it('rolls back by rendering the earlier version again', () => {
    const runbooks = readFileSync(at('docs/runbooks/api-errors.md'), 'utf8');
    for (const text of [guide, runbooks])
      expect(text).toMatch(/helm .*upgrade .*--version <old> -f earlier\.values\.yaml/);
    expect(commands.filter((command) => command.includes('rollback'))).toEqual([]);
  });

  it('creates the Secret that the relay reads', () => {
    const [command = ''] = starting('kubectl -n turn create secret generic');
    const [relay] = workloadsIn(render({ chart: 'coturn', example: 'minimal' }));
    const { name, key } =
      relay?.pod.containers[0]?.env?.find((one) => one.valueFrom?.secretKeyRef)?.valueFrom
        ?.secretKeyRef ?? {};
    expect(command).toContain(`secret generic ${name ?? ''} --from-literal=${key ?? ''}=`);
  });

  it('contains a rendering command that works without a cluster', () => {
    const shown = inCode.find((code) => code.startsWith('helm template')) ?? '';
    const args = shown.split(' ').slice(1);
    const { isOk, stdout } = runHelm(args.map((one) => (one.startsWith('helm/') ? at(one) : one)));
    expect(isOk).toBe(true);
    expect(stdout).toContain('kind: Deployment');
  });

  it('labels and taints nodes as the coturn chart selects and tolerates them', () => {
    const { nodeSelector, tolerations } = parse(
      readFileSync(at('helm/coturn/values.yaml'), 'utf8'),
    ) as { nodeSelector: Record<string, string>; tolerations: { key: string; effect: string }[] };
    const [label = ''] = starting('kubectl label node');
    for (const [key, value] of Object.entries(nodeSelector))
      expect(label).toContain(`${key}=${value}`);
    for (const { key, effect } of tolerations) expect(label).toMatch(`${key}=true:${effect}`);
    for (const [key] of Object.entries(nodeSelector)) expect(guide).toContain(`${key}-\``);
  });

  it('refers to existing values, files and scripts only', () => {
    const charts = ['tandem', 'coturn'] as const;
    const families = charts.flatMap((chart) => Object.keys(valuesSchema(chart).properties ?? {}));
    const values = inCode
      .map((code) => code.replace(/: .*$/, ''))
      .filter((code) => /^[a-zA-Z]+\.[a-zA-Z<>.-]+$/.test(code))
      .filter((code) => families.includes(code.split('.')[0] ?? ''))
      // File names contain dots too.
      .filter((code) => !/\.(yaml|json|conf)$/.test(code));
    expect(values.length).toBeGreaterThan(5);
    expect(values.filter((path) => !charts.some((chart) => hasValue(chart, path)))).toEqual([]);

    const files = inCode.filter((code) => /^(deploy|docs|helm|services)\/[\w./-]+$/.test(code));
    expect(files.filter((file) => !existsSync(at(file)))).toEqual([]);
    for (const command of commands) {
      for (const [, file = ''] of command.matchAll(/(?:node|-f) ((?:deploy|helm)\/\S+)/g))
        expect([file, existsSync(at(file))]).toEqual([file, true]);
    }
    const scripts = inCode.flatMap((code) => {
      const [, script = '', workspace = '.'] = /^npm run ([\w:-]+)(?: -w (\S+))?/.exec(code) ?? [];
      return script ? [{ script, workspace }] : [];
    });
    expect(scripts.length).toBeGreaterThan(0);
    for (const { script, workspace } of scripts) {
      const manifest = JSON.parse(readFileSync(at(`${workspace}/package.json`), 'utf8')) as {
        scripts: Record<string, string>;
      };
      expect(Object.keys(manifest.scripts)).toContain(script);
    }
  });
});
