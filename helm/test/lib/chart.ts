import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { at } from './paths.js';

/** The fields common to all kinds of Kubernetes objects, and the data of some. */
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
  /** On a ServiceAccount. */
  automountServiceAccountToken?: boolean;
}

/**
 * The fields of a spec that the checks read, for all kinds. Compiling the manifests against the API's models
 * checks the others.
 */
export interface Spec {
  replicas?: number;
  template?: unknown;
  clusterIP?: string;
  selector: Record<string, string> & { matchLabels: Record<string, string> };
  ports: { name: string; port: number; targetPort: string }[];
  scaleTargetRef: { kind?: string; name: string };
  /** On a HorizontalPodAutoscaler; in KEDA the names end in `Count`. */
  minReplicas?: number;
  maxReplicas?: number;
  minReplicaCount?: number;
  maxReplicaCount?: number;
  metrics?: ScaleMetric[];
  behavior?: ScaleBehaviour;
  /** On KEDA's ScaledObject. */
  triggers?: { type: string; metadata: Record<string, string> }[];
  fallback?: { failureThreshold: number; replicas: number; behavior?: string };
  advanced?: { horizontalPodAutoscalerConfig: { behavior: ScaleBehaviour } };
  /** On a PodDisruptionBudget. */
  maxUnavailable?: number | string;
  minAvailable?: number | string;
  podSelector: { matchLabels: Record<string, string> };
  policyTypes: string[];
  ingress: PolicyRule[];
  egress: PolicyRule[];
  podMetricsEndpoints: Record<string, unknown>[];
  /** On an Ingress or an HTTPRoute. */
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
  /** Absent: any peer. */
  from?: PolicyPeer[];
  to?: PolicyPeer[];
}

/** Helm 3 from node_modules (Linux x64 only), or the path in `HELM`; the charts work with Helm 3 and 4. */
const helm = process.env['HELM'] ?? at('node_modules/.bin/helm');

export interface HelmResult {
  isOk: boolean;
  stdout: string;
  /** Without warnings about symbolic links, which are intended; schema errors in the older wording. */
  stderr: string;
}

/** Converts a schema error of Helm 3.18 and later, with a JSON pointer, to the older wording. */
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

/** Helm exits before it needs garbage collection, which takes a fifth of its processor time. */
const env = { ...process.env, GOGC: 'off', GOMAXPROCS: '1' };

export const runHelm = (args: readonly string[]): HelmResult => {
  const { status, stdout, stderr, error } = spawnSync(helm, args, {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) {
    throw new Error(`${error.message}. Set HELM to the path of Helm 3 or 4.`, { cause: error });
  }
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

const results = new Map<string, HelmResult>();

/** Renders each combination once: the test files of a worker share it. Values are not taken from files that change. */
export const tryTemplate = (rendering: Rendering): HelmResult => {
  const args = templateArgs(rendering);
  const key = JSON.stringify(args);
  const result = results.get(key) ?? runHelm(args);
  results.set(key, result);
  return result;
};

/** The faults in the message of a refused installation, or nothing. */
export const faultsOf = (rendering: Rendering): string[] => {
  const { isOk, stderr } = tryTemplate(rendering);
  if (isOk) return [];
  const [, list = ''] = /The values cannot be installed:\n((?: {2}- .*\n)+)/.exec(stderr) ?? [];
  if (list === '') throw new Error(`no list of faults: ${stderr}`);
  return list
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/^- /, ''));
};

/** Removes the empty line that Helm 4 writes before each separator; committed files have none. */
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
