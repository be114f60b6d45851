import { readdirSync, readFileSync } from 'node:fs';
import { runHelm } from '../../helm/test/lib/chart.js';
import {
  allRules,
  dashboardFiles,
  readDashboard,
  shownMetrics,
} from '../../helm/test/lib/monitoring.js';
import { at } from '../../helm/test/lib/paths.js';
import { parsePromql } from '../../helm/test/lib/promql.js';
import { hasValue, valuesSchema } from '../../helm/test/lib/values-schema.js';

const rules = allRules();
const pages = readdirSync(at('docs/runbooks'))
  .filter((name) => name !== 'README.md')
  .map((name) => [name, readFileSync(at(`docs/runbooks/${name}`), 'utf8')] as const);

const inCode = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
/** Names in italics, including those that span two lines. */
const inItalics = (text: string) =>
  [...text.replace(/`[^`]*`/g, '').matchAll(/(?<=^|[\s(])_([^_]+)_(?=[\s.,:;)?]|$)/gm)].map(
    ([, name = '']) => name.replace(/\s+/g, ' '),
  );
const section = (page: string, title: string) =>
  new RegExp(`^## ${title}\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(page)?.[1] ?? '';

/** The series of a rule, with recorded ones expanded recursively. */
const metricsOf = (expr: string): string[] =>
  parsePromql(expr).metrics.flatMap((metric) => {
    const recorded = rules.find(({ record }) => record === metric);
    return recorded ? [metric, ...metricsOf(recorded.expr)] : [metric];
  });

const command = /^(kubectl|nats|helm|docker|turnutils_uclient|curl|npm|db\.|rs\.)/;
const relayOptions = readFileSync(at('deploy/coturn/turnserver.conf'), 'utf8').match(
  /^[a-z-]+(?==)/gm,
);

const isValue = (code: string) => {
  const path = code.replace(/[:=].*$/, '').replace('<name>', 'any');
  return hasValue('tandem', path) || hasValue('coturn', path);
};

const dashboards = dashboardFiles.map(readDashboard);
const titles = new Set([
  ...dashboards.map(({ title }) => title.replace('Tandem / ', '')),
  ...dashboards.flatMap(({ panels }) => panels.map(({ title }) => title)),
]);
const shown = shownMetrics();
const metricName =
  /^((?:admission|audit|change|database|events|grpc|http_server|nodejs|outbox|policy|signalling|tls|turn_total)_[a-z0-9_]+)(?![a-z0-9_.-])/;
/** Pages of the product's admin dashboard. */
const elsewhere = new Set(['Cost insights']);

// A runbook must be usable by an operator who has never seen the alert.
describe.each(pages)('the runbook %s', (name, page) => {
  const own = rules.filter(
    ({ alert, annotations }) => alert && annotations?.['runbook']?.endsWith(name),
  );

  it('lists exactly the alerts that link to it', () => {
    expect(own.length).toBeGreaterThan(0);
    const named = inCode(/^Alerts?: (.*)$/m.exec(page)?.[1] ?? '');
    expect(named.sort()).toEqual(own.map(({ alert }) => alert).sort());
  });

  it('contains the measured series as a valid query', () => {
    const measured = /^Measured by ([^]*?)\n\n/m.exec(page)?.[1] ?? '';
    const [first = ''] = inCode(measured);
    expect([first, parsePromql(first).fault]).toEqual([first, undefined]);
    const asked = parsePromql(first).metrics;
    expect(asked.length).toBeGreaterThan(0);
    const looksAt = own.flatMap(({ expr }) => metricsOf(expr));
    expect(looksAt).toEqual(expect.arrayContaining(asked));
  });

  it('begins with a command', () => {
    const [first = ''] = section(page, 'Check first').split(/^2\. /m);
    expect(inCode(first).filter((code) => command.test(code))).not.toEqual([]);
  });

  it('names a value, an option or a command that fixes it', () => {
    const codes = inCode(section(page, 'Fix'));
    const knobs = codes.filter(
      (code) => isValue(code) || command.test(code) || relayOptions?.includes(code),
    );
    expect(knobs).not.toEqual([]);
  });

  it('names only values, dashboards and panels that exist', () => {
    const families = new Set([
      ...Object.keys(valuesSchema('tandem').properties ?? {}),
      ...Object.keys(valuesSchema('coturn').properties ?? {}),
    ]);
    const values = inCode(page).filter((code) => /^[a-zA-Z]+(\.[a-zA-Z<>-]+)+/.test(code));
    const ours = values.filter((code) => families.has(code.split('.')[0] ?? ''));
    expect(ours.filter((code) => !isValue(code))).toEqual([]);
    const named = inItalics(page).filter((one) => !elsewhere.has(one));
    expect(named.filter((one) => !titles.has(one))).toEqual([]);
  });

  it('names only metrics that a dashboard shows', () => {
    const named = inCode(page).flatMap((code) => metricName.exec(code)?.[1] ?? []);
    expect(named.filter((metric) => !shown.has(metric))).toEqual([]);
  });
});

it('every command that reads the logs of several pods says how much of them', () => {
  const guide = readFileSync(at('docs/deploy.md'), 'utf8');
  const commands = [...pages.map(([, page]) => page), guide].flatMap((page) =>
    [...page.matchAll(/kubectl [^`\n]*\blogs -l [^`\n]*/g)].map(([one]) => one),
  );
  expect(commands.length).toBeGreaterThan(4);
  // With a selector kubectl reads the last ten lines of each container by default, `--since` notwithstanding.
  expect(commands.filter((one) => !one.includes(' --tail='))).toEqual([]);
});

it('the runbooks name objects of a release as the chart does', () => {
  const objects = pages.flatMap(([, page]) =>
    [...page.matchAll(/<release>(-[a-z-]+[a-z])/g)].map(([, rest = '']) => rest),
  );
  expect(objects.length).toBeGreaterThan(3);
  const rule = readFileSync(at('docs/runbooks/README.md'), 'utf8');
  expect(rule).toMatch(/contains `tandem`, otherwise the\s+name followed by `-tandem`/);
  for (const [release, start] of [
    ['my-tandem', 'my-tandem'],
    ['files', 'files-tandem'],
  ] as const) {
    const args = ['template', release, at('helm/tandem'), '--kube-version', '1.34.0'];
    const values = at('helm/tandem/examples/minimal.values.yaml');
    const { stdout } = runHelm([...args, '--values', values]);
    for (const rest of objects) expect(stdout).toMatch(new RegExp(`${start}${rest}\\b`));
  }
});

it('the list of runbooks names every page with its alerts', () => {
  const list = readFileSync(at('docs/runbooks/README.md'), 'utf8');
  const linked = [...list.matchAll(/^- \[.+\]\(([\w-]+\.md)\): (.+)$/gm)].map(
    ([, name = '', alerts = '']) => [name, alerts],
  );
  expect(linked).toEqual(
    pages.map(([name, page]) => [name, /^Alerts?: (.*)$/m.exec(page)?.[1] ?? '']),
  );
});
