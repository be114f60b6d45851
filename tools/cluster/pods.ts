/** What `kubectl get pods,deployments,statefulsets,jobs -o json` says about an installation. Pure. */

interface Waiting {
  reason?: string;
  message?: string;
}

interface ContainerStatus {
  name: string;
  image: string;
  restartCount?: number;
  state?: { waiting?: Waiting };
}

export interface Item {
  kind: string;
  metadata: { name: string; generation?: number };
  spec?: { replicas?: number };
  status?: {
    containerStatuses?: ContainerStatus[];
    initContainerStatuses?: ContainerStatus[];
    observedGeneration?: number;
    updatedReplicas?: number;
    readyReplicas?: number;
    replicas?: number;
  };
}

const pullFaults = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'ErrImageNeverPull',
  'InvalidImageName',
]);

const statusesOf = ({ status }: Item) => [
  ...(status?.initContainerStatuses ?? []),
  ...(status?.containerStatuses ?? []),
];

/** Images that the nodes cannot get. */
export const missingImages = (items: readonly Item[]): string[] =>
  [
    ...new Set(
      items
        .filter(({ kind }) => kind === 'Pod')
        .flatMap(statusesOf)
        .filter(({ state }) => pullFaults.has(state?.waiting?.reason ?? ''))
        .map(({ image }) => image),
    ),
  ].sort();

/** Deployments and StatefulSets whose current pods are not all ready. */
export const unready = (items: readonly Item[]): string[] =>
  items
    .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    .filter(({ metadata, spec, status }) => {
      const wanted = spec?.replicas ?? 1;
      const isSeen = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
      return (
        !isSeen ||
        (status?.readyReplicas ?? 0) < wanted ||
        (status?.updatedReplicas ?? 0) < wanted ||
        (status?.replicas ?? 0) > wanted
      );
    })
    .map(({ metadata }) => metadata.name)
    .sort();

/** Containers that wait, with the reason: `shares-abc: CreateContainerConfigError secret "x" not found`. */
export const waitingContainers = (items: readonly Item[]): string[] =>
  items
    .filter(({ kind }) => kind === 'Pod')
    .flatMap((pod) =>
      statusesOf(pod).flatMap(({ state, restartCount = 0 }) => {
        const { reason, message = '' } = state?.waiting ?? {};
        if (reason === undefined && restartCount === 0) return [];
        const restarts = restartCount > 0 ? ` (${restartCount} restarts)` : '';
        return [`${pod.metadata.name}: ${reason ?? 'running'}${restarts} ${message}`.trim()];
      }),
    );
