import { parseArgs } from 'node:util';

export const usage = `npm run cluster -- [options]

Proves a release against the cluster of KUBECONFIG: installs the trial and the minimal configuration in namespaces of its
own, transfers a file between two browsers, upgrades, rolls back and restarts, all under load. Deletes its namespaces.

  --registry R          prefix of the images, such as ghcr.io/owner/repository (default: the chart's)
  --tag T               tag of the images (default: the chart's)
  --pull-policy P       Always, IfNotPresent or Never (default: IfNotPresent)
  --from CHART          release to upgrade from: a folder, an archive or oci://… (default: the last tag v*)
  --from-version V      version of that chart, for oci://…
  --from-registry R     prefix of that release's images (default: --registry)
  --from-tag T          tag of that release's images (default: its chart's)
  --restarts N          rolling restarts of every Deployment, at two replicas and at one (default: 100)
  --in-turn             restarts one Deployment after the other: for nodes that all new pods together would saturate
  --rate N              requests per second (default: 50)
  --minutes N           gives up after this time (default: 240)
  --minimal-values F    Firebase, Stripe, databases and broker of yours for the minimal configuration; without it,
                        helm test of minimal is not run, because it signs up at Firebase
  --only PART           trial or minimal
  --port N              local port of the trial (default: 8080)
  --report FOLDER       of cluster.json and cluster.md (default: .state/cluster)
  --keep                leaves the namespaces
`;

/** A mistake in the arguments. Its message is one line. */
export class UsageFault extends Error {}

export interface Options {
  registry?: string | undefined;
  tag?: string | undefined;
  pullPolicy: string;
  from?: string | undefined;
  fromVersion?: string | undefined;
  fromRegistry?: string | undefined;
  fromTag?: string | undefined;
  restarts: number;
  isInTurn: boolean;
  /** Requests per second. */
  rate: number;
  minutes: number;
  minimalValues?: string | undefined;
  parts: readonly ('trial' | 'minimal')[];
  port: number;
  report: string;
  isKept: boolean;
}

const number = (name: string, text: string, { min, max }: { min: number; max: number }) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageFault(`--${name} must be a whole number from ${min} to ${max}`);
};

const oneOf = <Value extends string>(name: string, text: string, allowed: readonly Value[]) => {
  const found = allowed.find((value) => value === text);
  if (found !== undefined) return found;
  throw new UsageFault(`--${name} must be ${allowed.join(', ')}`);
};

const text = { type: 'string' } as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        registry: text,
        tag: text,
        'pull-policy': { ...text, default: 'IfNotPresent' },
        from: text,
        'from-version': text,
        'from-registry': text,
        'from-tag': text,
        restarts: { ...text, default: '100' },
        'in-turn': { type: 'boolean', default: false },
        rate: { ...text, default: '50' },
        minutes: { ...text, default: '240' },
        'minimal-values': text,
        only: text,
        port: { ...text, default: '8080' },
        report: { ...text, default: '.state/cluster' },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageFault((error as Error).message.split('\n')[0] ?? '', { cause: error });
  }
};

/** Undefined: the caller asked for the usage. */
export const readOptions = (args: readonly string[]): Options | undefined => {
  const given = parse(args);
  if (given.help) return undefined;
  if (given['from-version'] !== undefined && given.from === undefined)
    throw new UsageFault('--from-version needs --from');
  return {
    registry: given.registry,
    tag: given.tag,
    pullPolicy: oneOf('pull-policy', given['pull-policy'], ['Always', 'IfNotPresent', 'Never']),
    from: given.from,
    fromVersion: given['from-version'],
    fromRegistry: given['from-registry'] ?? given.registry,
    fromTag: given['from-tag'],
    restarts: number('restarts', given.restarts, { min: 0, max: 1000 }),
    isInTurn: given['in-turn'],
    rate: number('rate', given.rate, { min: 1, max: 100 }),
    minutes: number('minutes', given.minutes, { min: 5, max: 1440 }),
    minimalValues: given['minimal-values'],
    parts:
      given.only === undefined
        ? ['trial', 'minimal']
        : [oneOf('only', given.only, ['trial', 'minimal'])],
    port: number('port', given.port, { min: 1024, max: 65_535 }),
    report: given.report,
    isKept: given.keep,
  };
};
