import { parseArgs } from 'node:util';

/** A mistake in the arguments. Its message is one line. */
export class UsageFault extends Error {}

export interface Options {
  minutes: number;
  /** Ids of rounds. */
  only: readonly string[];
  seed: number;
  /** Folder of the report. */
  report: string;
  /** Whether times count. */
  isBusy: boolean;
}

export const usage = (ids: readonly string[]): string => `npm run chaos -- [options]

Starts the product on this machine and injects faults, in rounds: kills and suspends processes, floods, malformed frames, damaged
data. Fails if a round finds a fault or misses a goal. Writes chaos.html and chaos.json.

  --minutes N      time of all rounds together (default: 60)
  --only R2,R5     rounds (default: ${ids.join(', ')})
  --seed N         repeats what a report with this seed has tried (default: a new one)
  --report FOLDER  (default: .state/chaos)
  --busy           for a machine with other work: times are reported, but have no goals
`;

const text = { type: 'string' } as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { ...text, default: '60' },
        only: text,
        seed: text,
        report: { ...text, default: '.state/chaos' },
        busy: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageFault((error as Error).message.split('\n')[0] ?? '', { cause: error });
  }
};

const mostMinutes = 1_440;
const seeds = 2 ** 32;

/** Undefined: the caller asked for the usage. */
export const readOptions = (
  args: readonly string[],
  ids: readonly string[],
  random = Math.random,
): Options | undefined => {
  const given = parse(args);
  if (given.help) return undefined;
  const minutes = Number(given.minutes);
  if (!(minutes > 0 && minutes <= mostMinutes)) {
    throw new UsageFault(`--minutes must be above 0 and at most ${mostMinutes}`);
  }
  const only = given.only?.split(',').map((id) => id.trim().toUpperCase()) ?? ids;
  const unknown = only.filter((id) => !ids.includes(id));
  if (unknown.length > 0) {
    throw new UsageFault(`--only: no round ${unknown.join(', ')}; there are ${ids.join(', ')}`);
  }
  const seed = given.seed === undefined ? Math.floor(random() * seeds) : Number(given.seed);
  if (!Number.isInteger(seed) || seed < 0 || seed >= seeds) {
    throw new UsageFault(`--seed must be a whole number below ${seeds}`);
  }
  return { minutes, only, seed, report: given.report, isBusy: given.busy };
};
