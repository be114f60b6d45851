import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { createInstallation } from './installation.js';
import { startLoad } from './load/load-pod.js';
import type { Options } from './options.js';
import type { Recorder } from './recorder.js';
import { earlierRelease, ownChart } from './release.js';
import { claimOfLoad } from './report.js';

export const trialNamespace = 'tandem-proof-trial';
const release = 'tandem';

/** All requests of the load come from one address and one account. */
const rateLimitScale = 100;

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const valuesOf = ({ port }: Options, replicas: 1 | 2, more: readonly string[] = []): string[] => [
  '-f',
  join(root, 'helm/tandem/examples/trial.values.yaml'),
  '--set',
  `publicUrl=http://localhost:${port},defaults.replicas=${replicas}`,
  '--set-string',
  `services.gateway.env.RATE_LIMIT_SCALE=${rateLimitScale}`,
  ...more,
];

/** The trial: installation, test, transfer, upgrade, rollback and restarts, under load. */
export const proveTrial = async (
  options: Options,
  { prove, record, say }: Recorder,
  signal: AbortSignal,
): Promise<void> => {
  const own = ownChart(options);
  const from = await earlierRelease(options);
  const trial = createInstallation(trialNamespace, release, signal);
  const transfer = async () => {
    const { transferFile } = await import('./transfer.js');
    await transferFile(trialNamespace, `${release}-edge`, options.port);
  };

  const first = from ?? own;
  say(`installing the trial of ${first.title} with two replicas`);
  await prove(`the trial of ${first.title} installs`, () =>
    trial.apply(first, valuesOf(options, 2)),
  );
  await prove(`helm test passes in the trial of ${first.title}`, trial.test);

  const load = await startLoad({
    namespace: trialNamespace,
    image: await trial.imageOf('gateway'),
    pullPolicy: options.pullPolicy,
    baseUrl: `http://${release}-edge:8080`,
    publicUrl: `http://localhost:${options.port}`,
    rate: options.rate,
  });
  const under = async (what: string, replicas: 1 | 2, phase: () => Promise<unknown>) => {
    say(what);
    const startedAt = Date.now();
    const counts = await load.during(phase);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    record({ ...claimOfLoad(what, replicas, counts), seconds });
  };

  try {
    // Without an earlier release, the same chart with other values replaces every pod that reads a Secret.
    const changed = from ? [] : ['--set-string', 'secretsRevision=proof'];
    const what = from ? `the upgrade from ${from.title}` : 'an upgrade to other values';
    if (!from) {
      const detail = 'no tag v* before this commit; --from names a chart';
      record({ claim: 'the upgrade from the last release', result: 'not run', detail });
    }
    await under(what, 2, () => trial.apply(own, valuesOf(options, 2, changed)));
    await prove('helm test passes after the upgrade', trial.test);
    await prove('a file crosses between two browsers, identical', transfer);
    // Not `helm rollback`: see "Upgrading" in docs/deploy.md.
    await under('the rollback', 2, () => trial.apply(first, valuesOf(options, 2)));
    await prove('helm test passes after the rollback', trial.test);
    await trial.apply(own, valuesOf(options, 2));

    for (const replicas of [2, 1] as const) {
      if (options.restarts === 0) break;
      await trial.apply(own, valuesOf(options, replicas));
      const how = options.isInTurn ? 'in turn' : 'together';
      const rounds = `${plural(options.restarts, 'rolling restart')} of every Deployment, ${how}, at ${plural(replicas, 'replica')}`;
      await under(rounds, replicas, async () => {
        for (let round = 1; round <= options.restarts; round += 1) {
          const count = await trial.restart(options.isInTurn);
          if (round % 10 === 1)
            say(`  round ${round} of ${options.restarts}: ${count} Deployments`);
        }
      });
    }
    await prove('a file crosses after the restarts', transfer);
  } finally {
    await load.stop();
  }
};
