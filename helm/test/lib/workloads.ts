import type { Manifest } from './chart.js';

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  env?: EnvVar[];
  ports?: { name: string; containerPort: number; hostPort?: number; protocol?: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop?: { exec?: { command: string[] } } };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: Record<string, unknown>;
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: {
    secretKeyRef?: { name: string; key: string };
    fieldRef?: { fieldPath: string };
  };
}

export interface Probe {
  httpGet?: { path: string; port: string | number };
  grpc?: { port: number };
  tcpSocket?: { port: string | number };
  periodSeconds?: number;
  timeoutSeconds?: number;
  failureThreshold?: number;
}

export interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  hostNetwork?: boolean;
  hostPID?: boolean;
  automountServiceAccountToken?: boolean;
  serviceAccountName?: string;
  securityContext?: Record<string, unknown>;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: {
    topologyKey: string;
    labelSelector: { matchLabels: Record<string, string> };
  }[];
  volumes?: Record<string, unknown>[];
}

export interface Workload {
  manifest: Manifest;
  name: string;
  kind: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  pod: PodSpec;
}

interface Template {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: PodSpec;
}

const podTemplate = (manifest: Manifest): Template | undefined => {
  if (manifest.kind === 'Pod') return manifest as unknown as Template;
  const spec = manifest['spec'] as
    | { template?: Template; jobTemplate?: { spec: { template: Template } } }
    | undefined;
  return spec?.template ?? spec?.jobTemplate?.spec.template;
};

/** All objects in the manifests that create pods. */
export const workloadsIn = (manifests: readonly Manifest[]): Workload[] =>
  manifests.flatMap((manifest) => {
    const found = podTemplate(manifest);
    if (!found?.spec.containers) return [];
    return [
      {
        manifest,
        name: manifest.metadata.name,
        kind: manifest.kind,
        labels: found.metadata?.labels ?? {},
        annotations: found.metadata?.annotations ?? {},
        pod: found.spec,
      },
    ];
  });

export const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

/** Whether it runs until it is stopped, unlike hooks and tests. */
export const isLongLived = ({ kind }: Workload): boolean =>
  kind === 'Deployment' || kind === 'DaemonSet';

/** Whether the release itself bundles it for a trial. */
export const isBundled = ({ labels }: Workload): boolean =>
  labels['app.kubernetes.io/component'] === 'trial';

export const matches = (
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean => Object.entries(selector).every(([key, value]) => labels[key] === value);
