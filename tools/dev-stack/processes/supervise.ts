import { Child, type ChildSpec, type Host } from './child.js';

/** Time between SIGTERM and SIGKILL. Idle services stop in less; a hanging one does not delay Ctrl-C by more. */
const stopGraceMs = 8_000;

export interface Supervisor {
  children: Map<string, Child>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

const inTier = (children: readonly Child[], tier: number) =>
  children.filter(({ spec }) => spec.tier === tier);

const isGate = ({ spec }: Child) => spec.isGate ?? spec.tier === 0;

/**
 * Starts the tiers in ascending order, each after the gates of the one before, and keeps every child
 * running. `start` rejects as soon as one child cannot start; the caller then stops the others.
 */
export const supervise = (specs: readonly ChildSpec[], host: Host): Supervisor => {
  const children = specs.map((spec) => new Child(spec, host));
  let isStopping = false;

  const start = async () => {
    const started: Promise<unknown>[] = [];
    for (const tier of [0, 1, 2]) {
      if (isStopping) return;
      const members = inTier(children, tier);
      started.push(...members.map((child) => child.start()));
      await Promise.all(members.filter(isGate).map((child) => child.whenReady()));
    }
    await Promise.all(started);
  };

  const stop = async () => {
    isStopping = true;
    for (const tier of [2, 1, 0]) {
      await Promise.all(inTier(children, tier).map((child) => child.stop(stopGraceMs)));
    }
    await Promise.all(children.map(({ output }) => output.close()));
  };

  return { children: new Map(children.map((child) => [child.name, child])), start, stop };
};
