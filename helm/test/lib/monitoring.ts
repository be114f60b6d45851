import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { at } from './paths.js';

export interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

const filesIn = (folder: string, ending: string) =>
  readdirSync(at(folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => at(`${folder}/${name}`));

export const ruleFiles = filesIn('deploy/prometheus/rules', '.yaml');
export const ruleTestFiles = filesIn('deploy/prometheus/tests', '.yaml');
export const dashboardFiles = filesIn('deploy/grafana/dashboards', '.json');

export const allRules = (): Rule[] =>
  ruleFiles.flatMap((file) => {
    const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] };
    return groups.flatMap(({ rules }) => rules);
  });

export interface DashboardPanel {
  title: string;
  type: string;
  targets?: { expr: string; exemplar?: boolean }[];
}

export interface Dashboard {
  uid: string;
  title: string;
  panels: DashboardPanel[];
}

export const readDashboard = (file: string): Dashboard =>
  JSON.parse(readFileSync(file, 'utf8')) as Dashboard;

/** Names coturn's exporter has (src/apps/relay/prom_server.c); Debian's build comes without it. */
export const coturnMetrics = new Set([
  'stun_binding_request',
  'stun_binding_response',
  'stun_binding_error',
  'turn_total_allocations',
  ...['', '_peer'].flatMap((side) =>
    ['rcvp', 'rcvb', 'sentp', 'sentb'].flatMap((what) => [
      `turn_traffic${side}_${what}`,
      `turn_total_traffic${side}_${what}`,
    ]),
  ),
]);
/** Written by Prometheus itself. */
export const prometheusMetrics = new Set(['up', 'ALERTS']);

export const recordedMetrics = (): Set<string> =>
  new Set(allRules().flatMap(({ record }) => (record ? [record] : [])));
