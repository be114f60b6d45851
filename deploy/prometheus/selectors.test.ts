import { readdirSync, readFileSync } from 'node:fs';
import { status as grpcStatus } from '@grpc/grpc-js';
import { parse } from 'yaml';
import { render } from '../../helm/test/lib/chart.js';
import { allRules, dashboardFiles, readDashboard } from '../../helm/test/lib/monitoring.js';
import { at } from '../../helm/test/lib/paths.js';
import { matchersIn, selectorsIn, type Matcher } from '../../helm/test/lib/promql.js';
import { ofKind } from '../../helm/test/lib/workloads.js';
import { events } from '../../proto/events.js';
import { latencyBuckets } from '../../services/_kit/src/observability/metrics.js';
import { connectionStates } from '../../services/_kit/src/observability/pool-stats.js';
import {
  closeReasons,
  protocolErrors,
} from '../../services/signalling/src/protocol/close-codes.js';
import { topology } from '../../tools/dev-stack/topology.js';

const read = (path: string) => readFileSync(at(path), 'utf8');
const found = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([, value = '']) => value);

const { scrape_configs: scraped } = parse(read('deploy/prometheus/prometheus.yaml')) as {
  scrape_configs: { job_name: string }[];
};
/** In a cluster the job of a series is the value of the PodMonitor's jobLabel. */
const monitoredJobs = (['tandem', 'coturn'] as const).flatMap((chart) =>
  ofKind(
    render({
      chart,
      example: chart === 'tandem' ? 'ha' : 'minimal',
      extra: ['--set', 'operators.prometheus=true'],
    }),
    'PodMonitor',
  ).map(({ spec }) => {
    const { jobLabel = '' } = spec as { jobLabel?: string };
    return spec.selector.matchLabels[jobLabel];
  }),
);
const routes = readdirSync(at('gateway/src/routes'), { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => found(read(`gateway/src/routes/${file}`), /'(\/api\/[^']+)'/g));
const errorCodesOf = (all: Readonly<Record<string, { errorCode: string }>>) =>
  Object.values(all).map(({ errorCode }) => errorCode);

/** All values of a label, read from the code that sets them; by metric if a label has two meanings. */
const values: Readonly<Record<string, readonly string[]>> = {
  job: scraped.map(({ job_name }) => job_name).filter((job) => monitoredJobs.includes(job)),
  service: [...new Set(topology.map(({ name }) => name.replace(/-\d+$/, '')))],
  subject: Object.values(events).map(({ subject }) => subject),
  code: Object.keys(grpcStatus).filter((name) => !/^\d+$/.test(name)),
  status: Array.from({ length: 500 }, (_, index) => String(100 + index)),
  route: routes,
  waited: ['true', 'false'],
  le: [...latencyBuckets.map(String), '+Inf'],
  state: connectionStates,
  'events_handled_total.outcome': found(
    read('services/_kit/src/bus/delivery/consumer.ts'),
    /handled\.inc\(\{ \.\.\.labels, outcome: '(\w+)' \}\)/g,
  ),
  'grpc_server_refused_assertions_total.reason': found(
    read('services/_kit/src/security/signed-claims.ts'),
    /ServiceError\('unauthenticated', '([\w-]+)'/g,
  ),
  'signalling_joins_total.outcome': errorCodesOf(closeReasons),
  'signalling_dropped_total.reason': [
    ...errorCodesOf(protocolErrors),
    closeReasons.slowConsumer.errorCode,
  ],
};

const questions = [
  ...allRules().map(({ alert, record, expr }) => ({ asker: alert ?? record ?? '', expr })),
  ...dashboardFiles.flatMap((file) =>
    readDashboard(file).panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ asker: title, expr })),
    ),
  ),
];

/** Whether a condition can never match: no process sets the label, or none sets it to this value. */
const idle = ({ metric, label, isRegex, value }: Matcher): boolean => {
  const possible = values[`${metric}.${label}`] ?? values[label] ?? [];
  if (!isRegex) return !possible.includes(value);
  const isWhole = (text: string, pattern: string) => new RegExp(`^(?:${pattern})$`).test(text);
  // Check each alternative separately: the others would hide a misspelt one.
  const [, before = '', inner = '', after = ''] = /^(.*?)\(([^()]*)\)(.*)$/.exec(value) ?? [];
  const alternatives = inner
    ? inner.split('|').map((one) => `${before}${one}${after}`)
    : value.split('|');
  return !alternatives.every((one) => possible.some((text) => isWhole(text, one)));
};

// With a selector that never matches, an alert never fires and a panel stays empty.
describe('a condition on a label', () => {
  const matchers = questions.flatMap(({ asker, expr }) =>
    matchersIn(expr)
      // The namespace is selected in the dashboard.
      .filter(({ label }) => label !== 'namespace')
      .map((matcher) => ({ asker, ...matcher })),
  );

  it('is found in every expression', () => {
    const written = questions.flatMap(({ expr }) => found(expr, /(\w+)\s*(?:=~|!~|!=|=)\s*"/g));
    expect(matchers).toHaveLength(written.filter((label) => label !== 'namespace').length);
    expect(matchers.length).toBeGreaterThan(50);
  });

  it('uses only values that a process or the scrape sets', () => {
    expect(matchers.filter(idle)).toEqual([]);
  });

  it.each([
    'up{job="tandm"}',
    'events_handled_total{outcome="died"}',
    'signalling_joins_total{outcome="dead"}',
    'grpc_server_handled_seconds_count{code=~"UNKNOWN|INTERNL"}',
    'http_server_request_seconds_count{route!~".*(export|webhok).*"}',
    'http_server_request_seconds_bucket{le="0.2"}',
    'events_published_total{subject="shares.share.made.v1"}',
    'signalling_connections{pod="x"}',
  ])('is reported when it never matches: %s', (expression) => {
    expect(matchersIn(expression).filter(idle)).toHaveLength(1);
  });
});

it('the alert on missing services names each that is scraped', () => {
  const missing = allRules().find(({ alert }) => alert === 'ServiceMissing');
  const named = selectorsIn(missing?.expr ?? '').flatMap(
    ({ matchers }) => matchers['service'] ?? [],
  );
  const { scrape_configs: jobs } = parse(read('deploy/prometheus/prometheus.yaml')) as {
    scrape_configs: {
      job_name: string;
      relabel_configs?: { regex: string; target_label: string }[];
      static_configs: { targets: string[] }[];
    }[];
  };
  const job = jobs.find(({ job_name: name }) => name === 'tandem');
  const regex = job?.relabel_configs?.find(({ target_label: label }) => label === 'service')?.regex;
  const scrapedServices = (job?.static_configs ?? [])
    .flatMap(({ targets }) => targets)
    .map((target) => new RegExp(`^(?:${regex ?? ''})$`).exec(target)?.[1]);
  expect(named.sort()).toEqual([...new Set(scrapedServices)].sort());
});

describe('the limit of a signalling pod', () => {
  const perPod = (
    parse(read('helm/tandem/values.yaml')) as {
      services: { signalling: { autoscaling: { connectionsPerPod: number } } };
    }
  ).services.signalling.autoscaling.connectionsPerPod;
  const limit = 'tandem:signalling_connections:limit';

  it('is by default a quarter above the target of the chart’s autoscaler', () => {
    const rule = allRules().find(({ record }) => record === limit);
    expect(rule?.expr).toBe(`1.25 * vector(${perPod})`);
  });

  it.each([perPod, 5000])('follows the chart’s connectionsPerPod of %i', (wanted) => {
    const extra = ['--set', `services.signalling.autoscaling.connectionsPerPod=${wanted}`];
    const rules = ofKind(render({ chart: 'tandem', example: 'ha', extra }), 'PrometheusRule')
      .flatMap(({ spec }) => (spec as unknown as { groups: { rules: object[] }[] }).groups)
      .flatMap((group) => group.rules as { record?: string; expr: string }[]);
    const found = rules.filter(({ record }) => record === limit);
    expect(found.map(({ expr }) => expr)).toEqual([`1.25 * vector(${wanted})`]);
  });
});

describe('the limits of a relay', () => {
  const limitsOf = (...extra: string[]) =>
    ofKind(render({ chart: 'tandem', example: 'ha', extra }), 'PrometheusRule')
      .flatMap(({ spec }) => (spec as unknown as { groups: { rules: object[] }[] }).groups)
      .flatMap((group) => group.rules as { record?: string; expr: string }[])
      .filter(({ record }) => /^tandem:turn_.*:limit$/.test(record ?? ''))
      .map(({ record, expr }) => [record, expr]);

  it('are by default those of the rules', () => {
    const written = allRules().filter(({ record }) => /^tandem:turn_.*:limit$/.test(record ?? ''));
    expect(limitsOf()).toEqual(written.map(({ record, expr }) => [record, expr]));
  });

  it('follow the chart’s values', () => {
    const set = 'monitoring.turn.allocations=9000,monitoring.turn.egressBytes=250000000';
    expect(limitsOf('--set', set)).toEqual([
      ['tandem:turn_allocations:limit', 'vector(9000)'],
      ['tandem:turn_egress_bytes:limit', 'vector(250000000)'],
    ]);
  });
});
