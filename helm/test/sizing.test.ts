import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { at } from './lib/paths.js';

interface Service {
  autoscaling?: { minReplicas: number; maxReplicas: number };
  resources?: { requests: { cpu: string; memory: string }; limits: { memory: string } };
}

const { services, defaults } = parse(readFileSync(at('helm/tandem/values.yaml'), 'utf8')) as {
  services: Record<string, Service>;
  defaults: { targetCPUUtilization: number };
};
const sizing = readFileSync(at('docs/sizing.md'), 'utf8');
const lines = sizing.split('\n');
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Rows of the table whose first heading is `heading`, by heading. */
const tableOf = (heading: string): Record<string, string>[] => {
  const start = lines.findIndex((line) => cellsOf(line)[0] === heading);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const headings = cellsOf(lines[start] ?? '');
  return lines
    .slice(start + 2, end)
    .map((line) => Object.fromEntries(cellsOf(line).map((cell, i) => [headings[i] ?? '', cell])));
};

const numberIn = (text = '') => Number(text.replaceAll(',', ''));

/** Cores per request/s, from the measurements for 100 requests/s. */
const measured = new Map(
  tableOf('what').flatMap(({ what = '', measured: figures = '' }) => {
    if (!/^[\d. /]+ cores$/.test(figures)) return [];
    const names = what.split(/[\s:,]+/).filter((word) => word in services);
    const cores = figures.split(/[\s/]+/).map(Number);
    return names.map((name, index) => [name, (cores[index] ?? NaN) / 100] as const);
  }),
);
const rows = tableOf('connected peers');

// Repeats the arithmetic of docs/sizing.md.
describe('the sizing table', () => {
  it('has a column for every workload of the chart', () => {
    expect(rows).toHaveLength(4);
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(services)));
  });

  it.each(['gateway', 'shares', 'identity', 'billing', 'audit', 'analytics'])(
    'lists as many pods of %s as the measurements require',
    (name) => {
      const request = Number.parseInt(services[name]?.resources?.requests.cpu ?? '') / 1000;
      const load = measured.get(name) ?? NaN;
      for (const row of rows) {
        const cores = numberIn(row['API requests/s']) * load;
        const perPod = request * (defaults.targetCPUUtilization / 100);
        const pods = Math.ceil(Number((cores / perPod).toFixed(6))); // rounds 304.00000000000006 to 304
        expect([row['connected peers'], numberIn(row[name])]).toEqual([
          row['connected peers'],
          Math.max(pods, services[name]?.autoscaling?.minReplicas ?? NaN),
        ]);
      }
    },
  );

  it('has a memory limit for the gateway that holds as many streams of changes as one process accepts', () => {
    const config = readFileSync(at('gateway/src/config.ts'), 'utf8');
    const [, streams] = /MAX_CHANGE_STREAMS: .*\.default\(([\d_]+)\)/.exec(config) ?? [];
    const [, kilobytes] = /(\d+) KB of memory for each with TLS/.exec(sizing) ?? [];
    const [, megabytes] = /gateway \d+ → (\d+) MB/.exec(sizing) ?? [];
    const needed =
      Number(streams?.replace('_', '')) * Number(kilobytes) * 1e3 + Number(megabytes) * 1e6;
    const limit = Number.parseInt(services['gateway']?.resources?.limits.memory ?? '') * 2 ** 20;
    expect(needed).toBeGreaterThan(0);
    expect(limit).toBeGreaterThan(needed * 1.2);
  });

  it.each(Object.entries(services))(
    'stays within maxReplicas of %s up to 100,000 peers',
    (name, service) => {
      const row = rows.find((one) => one['connected peers'] === '100,000');
      const { minReplicas = NaN, maxReplicas = NaN } = service.autoscaling ?? {};
      expect(numberIn(row?.[name])).toBeGreaterThanOrEqual(minReplicas);
      expect(numberIn(row?.[name])).toBeLessThanOrEqual(maxReplicas);
    },
  );
});
