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
/** Follows the values (selectors.test.ts); everything else is taken over letter by letter. */
const fromValues = 'tandem:signalling_connections:limit';

// Observability: "Rules and dashboards are plain files used by compose and chart alike".
describe('what the chart hands to Prometheus and Grafana', () => {
  it.each(ruleFiles.map((file) => [basename(file, '.yaml'), file]))(
    'are the rules of %s, with the address of each runbook added',
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
      // What this Prometheus selects by.
      expect(object?.metadata.labels).toMatchObject({ release: 'kube-prometheus-stack' });
    },
  );

  it.each(dashboardFiles.map((file) => [basename(file), file]))(
    'is the dashboard %s, labelled so that Grafana finds it',
    (name, file) => {
      const object = ofKind(manifests, 'ConfigMap').find(({ data }) => data && name in data);
      expect(object?.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
      expect(JSON.parse(object?.data?.[name] ?? '')).toEqual(
        JSON.parse(readFileSync(file, 'utf8')),
      );
      // A ConfigMap holds a mebibyte, and client-side apply a quarter of it twice.
      expect((object?.data?.[name] ?? '').length).toBeLessThan(200_000);
    },
  );

  it('leads to the metrics of each process, at the port and path that it serves', () => {
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
