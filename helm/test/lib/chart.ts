import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { at } from './paths.js';

/** A Kubernetes object as far as every kind has it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  spec: Spec;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  /** Of a ServiceAccount. */
  automountServiceAccountToken?: boolean;
}

/**
 * The fields of a spec that the checks look at, whichever kind has them. Everything else is checked field
 * by field where the manifests are compiled against the API's models.
 */
export interface Spec {
  replicas?: number;
  template?: unknown;
  clusterIP?: string;
  selector: Record<string, string> & { matchLabels: Record<string, string> };
  ports: { name: string; port: number; targetPort: string }[];
  scaleTargetRef: { kind?: string; name: string };
  /** Of a HorizontalPodAutoscaler; KEDA's objects say …Count. */
  minReplicas?: number;
  maxReplicas?: number;
  minReplicaCount?: number;
  maxReplicaCount?: number;
  metrics?: ScaleMetric[];
  behavior?: ScaleBehaviour;
  /** Of KEDA's ScaledObject. */
  triggers?: { type: string; metadata: Record<string, string> }[];
  advanced?: { horizontalPodAutoscalerConfig: { behavior: ScaleBehaviour } };
  /** Of a PodDisruptionBudget. */
  maxUnavailable?: number | string;
  minAvailable?: number | string;
  podSelector: { matchLabels: Record<string, string> };
  policyTypes: string[];
  ingress: PolicyRule[];
  egress: PolicyRule[];
  podMetricsEndpoints: Record<string, unknown>[];
  /** Of an Ingress or an HTTPRoute; each check knows which it has before it. */
  rules: unknown[];
}

export interface ScaleMetric {
  type: string;
  pods?: { metric: { name: string }; target: { type: string; averageValue: string } };
  resource?: { name: string; target: { type: string; averageUtilization: number } };
}

export interface ScaleBehaviour {
  scaleDown: {
    stabilizationWindowSeconds: number;
    policies: { type: string; value: number; periodSeconds: number }[];
  };
}

export interface PolicyPeer {
  podSelector?: { matchLabels: Record<string, string> };
}

export interface PolicyRule {
  ports: { protocol: string; port: number }[];
  /** Absent: anybody. */
  from?: PolicyPeer[];
  to?: PolicyPeer[];
}

/** Helm 3 of node_modules, or the one that `HELM` names: the charts are the same for Helm 3 and 4. */
const helm = process.env['HELM'] ?? at('node_modules/.bin/helm');

export interface HelmResult {
  isOk: boolean;
  stdout: string;
  /** Without the notes on symbolic links, which are meant; refusals of a schema in one wording. */
  stderr: string;
}

/** What a schema refuses, told by JSON pointers since Helm 3.18, in the words of the Helm before. */
const inOldWording = (line: string): string =>
  line.replace(/at '\/?([^']*)': (.*)/, (_line, pointer: string, reason: string) => {
    const unknown = /^additional properties '(\w+)'/.exec(reason)?.[1];
    const missing = /^missing property '(\w+)'/.exec(reason)?.[1];
    const told = unknown
      ? `${unknown} is not allowed`
      : missing
        ? `${missing} is required`
        : reason;
    return `${pointer.replaceAll('/', '.') || '(root)'}: ${told}`;
  });

export const runHelm = (args: readonly string[]): HelmResult => {
  const { status, stdout, stderr, error } = spawnSync(helm, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  const told = stderr
    .split('\n')
    .filter((line) => !line.includes('found symbolic link in path'))
    .map(inOldWording)
    .join('\n')
    .trim();
  return { isOk: status === 0, stdout, stderr: told };
};

export interface Rendering {
  chart: 'tandem' | 'coturn';
  example?: string;
  kubeVersion?: string;
  extra?: readonly string[];
}

const templateArgs = ({ chart, example, kubeVersion = '1.34.0', extra = [] }: Rendering) => [
  'template',
  chart,
  at(`helm/${chart}`),
  '--namespace',
  chart,
  '--kube-version',
  kubeVersion,
  ...(example ? ['--values', at(`helm/${chart}/examples/${example}.values.yaml`)] : []),
  ...extra,
];

export const tryTemplate = (rendering: Rendering): HelmResult => runHelm(templateArgs(rendering));

/** Helm 4 leaves an empty line before each separator; committed are the renderings without. */
export const asCommitted = (rendered: string): string =>
  rendered.replace(/\n{2,}---\n/g, '\n---\n').replace(/\n+$/, '\n');

export const template = (rendering: Rendering): string => {
  const { isOk, stdout, stderr } = tryTemplate(rendering);
  if (!isOk) throw new Error(`${rendering.chart} ${rendering.example ?? ''}: ${stderr}`);
  return asCommitted(stdout);
};

export const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => {
      if (document.errors[0]) throw document.errors[0];
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);

export const render = (rendering: Rendering): Manifest[] => manifestsOf(template(rendering));

export const examplesOf = (chart: Rendering['chart']): string[] =>
  readdirSync(at(`helm/${chart}/examples`))
    .filter((name) => name.endsWith('.values.yaml'))
    .map((name) => name.replace('.values.yaml', ''));

export const everyExample: { chart: Rendering['chart']; example: string }[] = (
  ['tandem', 'coturn'] as const
).flatMap((chart) => examplesOf(chart).map((example) => ({ chart, example })));
