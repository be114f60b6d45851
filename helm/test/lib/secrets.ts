import type { Manifest } from './chart.js';
import { ofKind, workloadsIn } from './workloads.js';

interface ProvisionManifest {
  secrets: Record<string, Record<string, unknown>>;
  certificates?: {
    authority: string;
    services: Record<string, string>;
    hosts: Record<string, string[]>;
  };
}

/** What the provisioning Job makes, by its ConfigMap. */
export const provisionedBy = (manifests: readonly Manifest[]): ProvisionManifest | undefined => {
  const text = ofKind(manifests, 'ConfigMap').find(({ metadata }) =>
    metadata.name.endsWith('-provisioning'),
  )?.data?.['secrets.json'];
  return text === undefined ? undefined : (JSON.parse(text) as ProvisionManifest);
};

/** Secrets that the release or cert-manager makes. */
export const secretsMadeBy = (manifests: readonly Manifest[]): Set<string> => {
  const made = provisionedBy(manifests);
  return new Set([
    ...Object.keys(made?.secrets ?? {}),
    ...Object.values(made?.certificates?.services ?? {}),
    ...ofKind(manifests, 'Certificate').map(({ metadata }) => metadata.name),
    ...ofKind(manifests, 'Secret').map(({ metadata }) => metadata.name),
  ]);
};

/** The keys that the pods read, as `secret/key`, sorted. */
export const secretsReadBy = (manifests: readonly Manifest[]): string[] => {
  const read = workloadsIn(manifests).flatMap(({ pod }) => [
    ...pod.containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => {
        const { name, key } = valueFrom?.secretKeyRef ?? {};
        return name && key ? [`${name}/${key}`] : [];
      }),
    ),
    ...(pod.volumes ?? []).flatMap((volume) => {
      const { secretName = '', items = [] } = (volume['secret'] ?? {}) as {
        secretName?: string;
        items?: { key: string }[];
      };
      return items.map(({ key }) => `${secretName}/${key}`);
    }),
  ]);
  return [...new Set(read)].sort();
};
