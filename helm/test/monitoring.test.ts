import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { render } from './lib/chart.js';
import { dashboardFiles, ruleFiles, type Rule } from './lib/monitoring.js';
import { isLongLived, matches, ofKind, workloadsIn } from './lib/workloads.js';

interface Group {
  name: string;
  interval?: string;
  rules: Rule[];
}

const wiki = 'https://wiki.example.com/tandem/runbooks';
const manifests = render({ chart: 'tandem', example: 'ha' });
/** The rule whose expression depends on the values (selectors.test.ts). */
const fromValues = 'tandem:signalling_connections:limit';

// Compose and chart use the same files.
describe('the monitoring objects of the chart', () => {
  it.each(ruleFiles.map((file) => [basename(file, '.yaml'), file]))(
    'contain the rules of %s with the URL of each runbook',
    (name, file) => {
      const { groups } = parse(readFileSync(file, 'utf8')) as { groups: Group[] };
      const object = ofKind(manifests, 'PrometheusRule').find(
        ({ metadata }) => metadata.name === `tandem-${name}`,
      );
      const rendered = (object?.spec as unknown as { groups: Group[] } | undefined)?.groups ?? [];
      const expected = groups.map((group) => ({
        ...group,
        rules: group.rules.map((rule) => ({
          ...rule,
          ...(rule.record === fromValues && {
            expr: expect.stringMatching(/vector\(\d+\)$/) as string,
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
