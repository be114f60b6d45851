import type { Random } from './random.js';
import type { World } from './world.js';

/** A figure with the goal that it has to meet, if there is one. */
export interface Measure {
  name: string;
  value: number;
  unit: string;
  /** Highest permitted value. */
  atMost?: number;
  /** Depends on what else the machine does. */
  isTime?: boolean;
}

export interface Series {
  name: string;
  unit: string;
  /** Seconds since the beginning of the round, and the value. */
  points: readonly (readonly [seconds: number, value: number])[];
}

export interface Findings {
  /** Number of attempts, by what was tried: events, kills, frames. */
  counts: Record<string, number>;
  measures: Measure[];
  series?: Series[];
  /** What happened and must not, one line each. */
  faults: string[];
}

export interface RoundContext {
  world: World;
  /** Stops the product and starts a fresh one, with an empty database. */
  renew: () => Promise<World>;
  random: Random;
  /** Time of the round; its set-up and its checks come on top. */
  seconds: number;
}

export interface Round {
  /** As in docs/chaos.md: `R2`. */
  id: string;
  title: string;
  /** Share of the time of a run, relative to the other rounds. */
  weight: number;
  /** Processes of each service; default: one. */
  replicas?: number;
  run(context: RoundContext): Promise<Findings>;
}

export interface RoundReport extends Findings {
  id: string;
  title: string;
  seed: number;
  seconds: number;
}

export const missesOf = ({ measures }: Findings): Measure[] =>
  measures.filter(({ value, atMost }) => atMost !== undefined && !(value <= atMost));

/** For a machine that has other work: times are reported, and have no goal. */
export const withoutTimeGoals = <Report extends Findings>(report: Report): Report => ({
  ...report,
  measures: report.measures.map(({ atMost, ...measure }) => ({
    ...measure,
    ...(atMost !== undefined && measure.isTime !== true && { atMost }),
  })),
});

/** A round without a count has tried nothing. */
export const hasHeld = (findings: Findings): boolean =>
  findings.faults.length === 0 &&
  missesOf(findings).length === 0 &&
  Object.values(findings.counts).some((count) => count > 0);

/** At most this many faults of a kind are listed. */
const listedFaults = 20;

export const listFaults = (faults: readonly string[]): string[] =>
  faults.length <= listedFaults
    ? [...faults]
    : [...faults.slice(0, listedFaults), `… and ${faults.length - listedFaults} more`];

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))] ??
  0;
