import { setTimeout as pause } from 'node:timers/promises';
import { CommandFault, MissingFault, run } from './commands.js';
import { missingImages, unready, waitingContainers, type Item } from './pods.js';
import type { Chart } from './release.js';

/** Time for pods to become ready, pulls of images included. */
const readyMs = 600_000;
const pollMs = 2_000;
const helmMs = 60_000;

const readItems = async (namespace: string): Promise<Item[]> => {
  const kinds = 'pods,deployments,statefulsets';
  const text = await run('kubectl', ['-n', namespace, 'get', kinds, '-o', 'json']);
  return (JSON.parse(text) as { items: Item[] }).items;
};

/** A release of the chart in a namespace of its own. */
export const createInstallation = (namespace: string, release: string, signal: AbortSignal) => {
  const helm = (args: readonly string[], timeoutMs = helmMs) =>
    run('helm', [...args, '-n', namespace], { timeoutMs, signal });

  const waitUntilReady = async (): Promise<void> => {
    const endsAt = Date.now() + readyMs;
    for (;;) {
      const items = await readItems(namespace);
      const missing = missingImages(items);
      if (missing.length > 0)
        throw new MissingFault(
          `the nodes cannot get ${missing.join(', ')}: load the images (kind load docker-image) or set --registry and --tag`,
        );
      const late = unready(items);
      if (late.length === 0) return;
      if (Date.now() > endsAt)
        throw new CommandFault(
          `not ready after ${readyMs / 1000} s: ${late.join(', ')}`,
          waitingContainers(items).join('; '),
        );
      await pause(pollMs, undefined, { signal });
    }
  };

  /** `deployment.apps/…`, without those of the trial's stand-ins. */
  const serviceDeployments = async (): Promise<string[]> => {
    const own = `app.kubernetes.io/instance=${release},app.kubernetes.io/component!=trial`;
    const list = ['get', 'deployment', '-l', own, '-o', 'name'];
    const names = await run('kubectl', ['-n', namespace, ...list]);
    return names.trim().split('\n');
  };

  return {
    namespace,
    release,
    /** Installs or upgrades, and waits for all pods. */
    apply: async (chart: Chart, values: readonly string[]): Promise<void> => {
      await helm(['upgrade', '--install', release, ...chart.reference, ...chart.values, ...values]);
      await waitUntilReady();
    },
    /** `helm test`; the log of the test is in the fault. */
    test: async (): Promise<void> => {
      await helm(['test', release, '--logs', '--timeout', '5m'], 330_000);
    },
    /** Restarts all Deployments of the release's services and waits for their pods; together, or one after the other. */
    restart: async (isInTurn: boolean): Promise<number> => {
      const names = await serviceDeployments();
      const rounds = isInTurn ? names.map((name) => [name]) : [names];
      for (const round of rounds) {
        await run('kubectl', ['-n', namespace, 'rollout', 'restart', ...round], { signal });
        await waitUntilReady();
      }
      return names.length;
    },
    /** Image of a service's first container. */
    imageOf: async (service: string): Promise<string> => {
      const path = 'jsonpath={.spec.template.spec.containers[0].image}';
      const name = `deployment/${release}-${service}`;
      return (await run('kubectl', ['-n', namespace, 'get', name, '-o', path])).trim();
    },
    /** States of containers that wait, for the report of a failure. */
    describe: async (): Promise<string> => waitingContainers(await readItems(namespace)).join('; '),
  };
};
