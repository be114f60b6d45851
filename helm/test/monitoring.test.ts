import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { render } from './lib/chart.js';
import { dashboardFiles, ruleFiles, type Rule } from './lib/monitoring.js';
import { selectorsIn } from './lib/promql.js';
import { findTool } from './lib/tools.js';
import { isLongLived, matches, ofKind, workloadsIn } from './lib/workloads.js';

interface Group {
  name: string;
  interval?: string;
  rules: Rule[];
}

const wiki = 'https://wiki.example.com/tandem/runbooks';
const manifests = render({ chart: 'tandem', example: 'ha' });
/** The rules whose expressions depend on the values (selectors.test.ts). */
const fromValues = ['tandem:signalling_connections:limit', 'ServiceMissing'];
const promtool = findTool('promtool', 'prometheus');

const groupsFor = (namespace: string, ...sets: string[]): Group[] =>
  ofKind(
    render({
      chart: 'tandem',
      example: 'ha',
      extra: ['--namespace', namespace, ...sets.flatMap((one) => ['--set', one])],
    }),
    'PrometheusRule',
  ).flatMap(({ spec }) => (spec as unknown as { groups: Group[] }).groups);
/** Without the namespace that the chart adds. */
const inAnyNamespace = ({ expr, labels, ...rule }: Rule): Rule => {
  const { namespace: _namespace, ...others } = labels ?? {};
  return {
    ...rule,
    expr: expr.replaceAll(/\{namespace="[^"]*"(?:, |(\}))/g, (_all, end?: string) =>
      end ? '' : '{',
    ),
    ...(Object.keys(others).length > 0 && { labels: others }),
  };
};

// Compose and chart use the same files.
describe('the monitoring objects of the chart', () => {
  it.each(ruleFiles.map((file) => [basename(file, '.yaml'), file]))(
    'contain the rules of %s with the URL of each runbook',
    (name, file) => {
      const { groups } = parse(readFileSync(file, 'utf8')) as { groups: Group[] };
      const object = ofKind(manifests, 'PrometheusRule').find(
        ({ metadata }) => metadata.name === `tandem-${name}`,
      );
      const rendered = (
        (object?.spec as unknown as { groups: Group[] } | undefined)?.groups ?? []
      ).map((group) => ({ ...group, rules: group.rules.map(inAnyNamespace) }));
      const expected = groups.map((group) => ({
        ...group,
        rules: group.rules.map((rule) => ({
          ...rule,
          ...(fromValues.includes(rule.record ?? rule.alert ?? '') && {
            expr: expect.any(String) as string,
          }),
          ...(rule.alert && {
            annotations: {
              ...rule.annotations,
              runbook_url: `${wiki}/${basename(rule.annotations?.['runbook'] ?? '')}`,
            },
          }),
        })),
      }));
      expect(rendered).toEqual(expected);
      // The label that this example's Prometheus selects by.
      expect(object?.metadata.labels).toMatchObject({ release: 'kube-prometheus-stack' });
    },
  );

  it.each(dashboardFiles.map((file) => [basename(file), file]))(
    'contain the dashboard %s with the label that Grafana selects by',
    (name, file) => {
      const object = ofKind(manifests, 'ConfigMap').find(({ data }) => data && name in data);
      expect(object?.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
      expect(JSON.parse(object?.data?.[name] ?? '')).toEqual(
        JSON.parse(readFileSync(file, 'utf8')),
      );
      // Client-side apply stores a copy in an annotation, which is limited to 256 KiB.
      expect((object?.data?.[name] ?? '').length).toBeLessThan(200_000);
    },
  );

  it('select the metrics port and path of each process', () => {
    const [monitor, ...others] = ofKind(manifests, 'PodMonitor');
    expect(others).toEqual([]);
    expect(monitor?.spec.podMetricsEndpoints).toMatchObject([
      { port: 'metrics', path: '/metrics' },
    ]);
    const processes = workloadsIn(manifests).filter(
      (one) => isLongLived(one) && one.pod.containers[0]?.command?.[0] === 'node',
    );
    expect(processes.length).toBeGreaterThan(7);
    for (const { name, labels, pod } of processes) {
      expect([name, matches(monitor?.spec.selector.matchLabels ?? {}, labels)]).toEqual([
        name,
        true,
      ]);
      const [container] = pod.containers;
      const port = container?.ports?.find((one) => one.name === 'metrics')?.containerPort;
      const listens = container?.env?.find((one) => one.name === 'METRICS_PORT')?.value;
      expect([name, listens]).toEqual([name, String(port)]);
    }
  });
});

// Staging and production of one cluster are often scraped by one Prometheus.
describe('the rules of a release', () => {
  const ofOthers = (groups: readonly Group[], namespaces: readonly string[]) =>
    groups
      .flatMap(({ rules }) => rules)
      .flatMap(({ alert, record, expr }) =>
        selectorsIn(expr)
          .filter(({ matchers }) => !namespaces.includes(matchers['namespace'] ?? ''))
          .map(({ metric }) => [alert ?? record, metric]),
      );

  it('select the series of its namespace, and those of all relays', () => {
    const foreign = ofOthers(groupsFor('staging'), ['staging']);
    const relays = new Set(
      foreign.map(([, metric = '']) => (metric.startsWith('turn_') ? 'turn_' : metric)),
    );
    expect([...relays].sort()).toEqual(['turn_', 'up']);
    const ofRelays = new Set(foreign.flatMap(([rule, metric]) => (metric === 'up' ? [rule] : [])));
    expect([...ofRelays]).toEqual(['TurnDown', 'TurnMissing']);
  });

  it('select the relays of monitoring.turn.namespace', () => {
    const groups = groupsFor('staging', 'monitoring.turn.namespace=relays');
    expect(ofOthers(groups, ['staging', 'relays'])).toEqual([]);
    expect(ofOthers(groups, ['staging'])).toContainEqual(['TurnDown', 'up']);
  });

  it('record series of its namespace', () => {
    const records = groupsFor('staging').flatMap(({ rules }) =>
      rules.filter(({ record }) => record),
    );
    expect(records.length).toBeGreaterThan(20);
    expect(records.filter(({ labels }) => labels?.['namespace'] !== 'staging')).toEqual([]);
  });

  it('report each service of the release that has no process', () => {
    const missing = groupsFor('staging')
      .flatMap(({ rules }) => rules)
      .find(({ alert }) => alert === 'ServiceMissing');
    const services = selectorsIn(missing?.expr ?? '').flatMap(
      ({ matchers }) => matchers['service'] ?? [],
    );
    const deployed = workloadsIn(manifests)
      .filter((one) => isLongLived(one) && one.pod.containers[0]?.command?.[0] === 'node')
      .flatMap(({ labels }) => labels['app.kubernetes.io/name'] ?? []);
    expect(services.sort()).toEqual(deployed.sort());
  });

  (promtool ? it : it.skip)('leave the rules of another release alone', () => {
    const home = mkdtempSync(join(tmpdir(), 'tandem-rules-'));
    const production = groupsFor('production');
    const staging = groupsFor('staging', 'services.signalling.autoscaling.connectionsPerPod=1000');
    writeFileSync(join(home, 'production.yaml'), stringify({ groups: production }));
    writeFileSync(
      join(home, 'staging.yaml'),
      stringify({ groups: staging.map((group) => ({ ...group, name: `staging-${group.name}` })) }),
    );
    const pod = (namespace: string) => `namespace="${namespace}", instance="10.0.0.1:9464"`;
    const test = {
      name: 'staging is scraped, production is not, or holds more than staging may',
      interval: '1m',
      input_series: [
        { series: `up{${pod('staging')}, job="tandem", service="signalling"}`, values: '1x20' },
        { series: `signalling_connections{${pod('production')}}`, values: '5000x20' },
      ],
      promql_expr_test: [
        {
          expr: 'count by (alertname, namespace) (ALERTS{alertstate="firing", alertname=~"NothingScraped|SignallingNearLimit"})',
          eval_time: '15m',
          exp_samples: [
            { labels: '{alertname="NothingScraped", namespace="production"}', value: 1 },
          ],
        },
      ],
    };
    const file = join(home, 'test.yaml');
    const rules = ['production.yaml', 'staging.yaml'];
    writeFileSync(file, stringify({ rule_files: rules, evaluation_interval: '1m', tests: [test] }));
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', file], {
      encoding: 'utf8',
    });
    rmSync(home, { recursive: true });
    expect(status === 0 ? 'passed' : stdout + stderr).toBe('passed');
  });
});
