import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { allRules, ruleFiles, ruleTestFiles } from '../../helm/test/lib/monitoring.js';
import { at } from '../../helm/test/lib/paths.js';
import { parsePromql } from '../../helm/test/lib/promql.js';
import { findTool } from '../../helm/test/lib/tools.js';

const promtool = findTool('promtool', 'prometheus');
const withPromtool = promtool ? it : it.skip;

interface RuleTests {
  tests: { name: string; alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
}

// Each alert needs a runbook, and in deploy/prometheus/tests a case that fires it and one that keeps it quiet.
describe('alerting rules', () => {
  const alerts = allRules().filter(({ alert }) => alert);

  withPromtool('are valid for Prometheus', () => {
    const { status, stderr } = spawnSync(promtool ?? '', ['check', 'rules', ...ruleFiles], {
      encoding: 'utf8',
    });
    expect(`${status}${stderr}`).toBe('0');
  });

  withPromtool('are loaded by a valid Prometheus configuration', () => {
    const home = mkdtempSync(join(tmpdir(), 'tandem-prometheus-'));
    try {
      const file = join(home, 'prometheus.yaml');
      const config = readFileSync(at('deploy/prometheus/prometheus.yaml'), 'utf8');
      // Compose mounts the rules and the Alertmanagers there.
      writeFileSync(file, config.replaceAll('/etc/prometheus/', `${at('deploy/prometheus')}/`));
      const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'config', file], {
        encoding: 'utf8',
      });
      expect(`${status}${stderr}`).toBe('0');
      expect(stdout.match(/SUCCESS: \d+ rules found/g)).toHaveLength(ruleFiles.length + 1);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  withPromtool.each(ruleTestFiles.map((file) => [basename(file), file]))(
    'fire and stay quiet as specified in %s',
    (_name, file) => {
      const { status, stderr, stdout } = spawnSync(promtool ?? '', ['test', 'rules', file], {
        encoding: 'utf8',
      });
      expect(status === 0 ? 'passed' : stdout + stderr).toBe('passed');
    },
  );

  const expectations = ruleTestFiles.flatMap((file) =>
    (parse(readFileSync(file, 'utf8')) as RuleTests).tests.flatMap((test) => test.alert_rule_test),
  );

  it.each(alerts)('$alert has a test that fires it and one that does not', ({ alert }) => {
    const own = expectations.filter(({ alertname }) => alertname === alert);
    expect(own.some(({ exp_alerts: expected }) => expected.length > 0)).toBe(true);
    expect(own.some(({ exp_alerts: expected }) => expected.length === 0)).toBe(true);
  });

  it.each(alerts)('$alert has a severity, a summary, a description and a runbook', (rule) => {
    expect(['page', 'ticket']).toContain(rule.labels?.['severity']);
    expect(rule.annotations?.['summary']).toBeTruthy();
    expect(rule.annotations?.['description']).toBeTruthy();
    const page = rule.annotations?.['runbook'] ?? '';
    expect(existsSync(at(page))).toBe(true);
    expect(readFileSync(at(page), 'utf8')).toContain(`\`${rule.alert ?? ''}\``);
  });

  it('parse with the PromQL grammar', () => {
    const faulty = allRules().filter(({ expr }) => parsePromql(expr).fault !== undefined);
    expect(faulty).toEqual([]);
  });

  it('use the total-quota of the relay of one box, which has a port for each allocation', () => {
    const compose = readFileSync(at('docker-compose.yml'), 'utf8');
    const option = (name: string) => Number(new RegExp(`- --${name}=(\\d+)`).exec(compose)?.[1]);
    const quota = option('total-quota');
    expect(readFileSync(at('deploy/prometheus/one-box/turn.yaml'), 'utf8')).toContain(
      `expr: vector(${quota})`,
    );
    expect(quota).toBeLessThanOrEqual(option('max-port') - option('min-port') + 1);
  });

  it('use the total-quota of turnserver.conf', () => {
    const quota = /^total-quota=(\d+)$/m.exec(
      readFileSync(at('deploy/coturn/turnserver.conf'), 'utf8'),
    );
    const limit = allRules().find(({ record }) => record === 'tandem:turn_allocations:limit');
    expect(limit?.expr).toBe(`vector(${quota?.[1] ?? 'none'})`);
  });
});
