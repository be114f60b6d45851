import { readFileSync } from 'node:fs';
import { follow, run, type Followed } from '../commands.js';
import { createCounts, parseLine, type Counts } from './load-counts.js';

const name = 'load';
const startMs = 120_000;
/** A count follows each second. */
const tickMs = 15_000;

interface Settings {
  namespace: string;
  /** Image with Node, which the nodes have: that of the gateway. */
  image: string;
  pullPolicy: string;
  baseUrl: string;
  publicUrl: string;
  rate: number;
}

const manifests = ({ namespace, image, pullPolicy, baseUrl, publicUrl, rate }: Settings) => ({
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace },
      data: { 'load.mjs': readFileSync(new URL('./load.mjs', import.meta.url), 'utf8') },
    },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace },
      spec: {
        restartPolicy: 'Never',
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: 5,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        containers: [
          {
            name,
            image,
            imagePullPolicy: pullPolicy,
            command: ['node', '/load/load.mjs'],
            env: [
              { name: 'BASE_URL', value: baseUrl },
              { name: 'PUBLIC_URL', value: publicUrl },
              { name: 'RATE', value: String(rate) },
            ],
            resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '256Mi' } },
            securityContext: {
              allowPrivilegeEscalation: false,
              capabilities: { drop: ['ALL'] },
            },
            volumeMounts: [{ name: 'script', mountPath: '/load' }],
          },
        ],
        volumes: [{ name: 'script', configMap: { name } }],
      },
    },
  ],
});

export interface LoadPod {
  /** Runs a phase to its end and returns the counts of its requests. */
  during: (phase: () => Promise<unknown>) => Promise<Counts>;
  stop: () => Promise<void>;
}

/** Starts the load in a pod: `kubectl port-forward` would lose connections of its own. */
export const startLoad = async (settings: Settings): Promise<LoadPod> => {
  const { namespace } = settings;
  const kubectl = (...args: string[]) => run('kubectl', ['-n', namespace, ...args]);
  await kubectl('delete', 'pod', name, '--ignore-not-found', '--wait=true');
  await run('kubectl', ['apply', '-f', '-'], { input: JSON.stringify(manifests(settings)) });
  await run(
    'kubectl',
    ['-n', namespace, 'wait', `pod/${name}`, '--for=condition=Ready', '--timeout=120s'],
    {
      timeoutMs: startMs + 10_000,
    },
  );

  const counts = createCounts();
  let onTick: (() => void) | undefined;
  let last = '';
  const logs: Followed = follow('kubectl', ['-n', namespace, 'logs', '-f', name], (text) => {
    const line = parseLine(text);
    if (line === undefined) {
      last = text;
      return;
    }
    counts.add(line);
    if (line.type === 'tick') onTick?.();
  });
  /** Resolves with the next count, so that the responses of a phase belong to it. */
  const nextTick = async () => {
    const limit = AbortSignal.timeout(tickMs);
    await Promise.race([
      new Promise<void>((resolve) => (onTick = resolve)),
      logs.lost,
      new Promise<never>((_resolve, reject) => {
        limit.onabort = () => reject(new Error(`the load has stopped: ${last}`));
      }),
    ]);
    onTick = undefined;
  };
  await nextTick();

  return {
    during: async (phase) => {
      await nextTick();
      counts.take();
      await Promise.race([phase(), logs.lost]);
      await nextTick();
      await nextTick();
      return counts.take();
    },
    stop: async () => {
      await logs.stop();
      await kubectl('delete', 'pod', name, '--ignore-not-found', '--wait=false');
    },
  };
};
