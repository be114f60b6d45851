import { basename } from 'node:path';
import {
  allRules,
  dashboardFiles,
  readDashboard,
  recordedMetrics,
  shownMetrics,
} from '../../helm/test/lib/monitoring.js';
import { parsePromql } from '../../helm/test/lib/promql.js';

const known = ['overview', 'gateway', 'grpc', 'signalling', 'events', 'transfers', 'business'];

// helm/test/processes/rendered-deployment.test.ts checks that the processes export each metric.
describe('dashboards', () => {
  it('are one for each subject', () => {
    const found = dashboardFiles.map((file) => basename(file, '.json'));
    expect(found.sort()).toEqual([...known].sort());
  });

  describe.each(dashboardFiles.map((file) => [basename(file), file]))('%s', (_name, file) => {
    const dashboard = readDashboard(file);
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');

    it('has a stable uid and a query in every panel', () => {
      expect(dashboard.uid).toMatch(/^tandem-[a-z]+$/);
      expect(panels.length).toBeGreaterThan(3);
      for (const { title, targets = [] } of panels)
        expect([title, targets.length > 0]).toEqual([title, true]);
    });

    it('has only queries that parse', () => {
      const questions = panels.flatMap(({ title, targets = [] }) =>
        targets.map(({ expr }) => ({ title, expr, fault: parsePromql(expr).fault })),
      );
      expect(questions.filter(({ fault }) => fault !== undefined)).toEqual([]);
    });

    it('uses only recorded series that a rule defines', () => {
      const recorded = recordedMetrics();
      const used = panels
        .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => parsePromql(expr).metrics))
        .filter((metric) => metric.startsWith('tandem:'));
      expect(used.filter((metric) => !recorded.has(metric))).toEqual([]);
    });
  });

  it('leave out requests that wait on purpose from every duration, as the objective does', () => {
    const durations = dashboardFiles
      .flatMap((file) => readDashboard(file).panels)
      .flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
      .filter(({ expr }) => expr.includes('http_server_request_seconds_bucket'));
    expect(durations.length).toBeGreaterThan(6);
    expect(durations.filter(({ expr }) => !expr.includes('waited!="true"'))).toEqual([]);
  });

  it('cover every metric that an alert uses', () => {
    const shown = shownMetrics();
    const paged = allRules()
      .filter(({ alert }) => alert)
      .flatMap(({ expr }) => parsePromql(expr).metrics);
    expect(paged.filter((metric) => !shown.has(metric) && !/:(5m|30m|2h)$/.test(metric))).toEqual(
      [],
    );
  });
});

describe('the checker of queries', () => {
  it('reports a syntax error and lists the metrics of a query', () => {
    expect(parsePromql('sum(rate(foo[5m]) by (x)').fault).toBeDefined();
    expect(parsePromql('sum by (x) (rate(foo{a="b"}[5m])) / bar').metrics).toEqual(['foo', 'bar']);
  });
});
