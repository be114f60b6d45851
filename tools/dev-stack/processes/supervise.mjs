import { Child } from './child.mjs';

/**
 * Time a child has to end after SIGTERM. Longer than any of our services needs when idle, short
 * enough that Ctrl-C feels like one.
 */
const STOP_GRACE_MS = 8_000;

/** @param {Child[]} children @param {number} tier */
const inTier = (children, tier) => children.filter(({ spec }) => spec.tier === tier);

/** @param {Child} child */
const isGate = ({ spec }) => spec.isGate ?? spec.tier === 0;

/**
 * Starts every child: tier by tier where one waits for another, at once where not, and keeps them
 * running. Rejects as soon as one of them cannot be started; the caller then stops the rest.
 * @param {import('./child.mjs').ChildSpec[]} specs
 * @param {import('./child.mjs').Host} host
 */
export const supervise = (specs, host) => {
  const children = specs.map((spec) => new Child(spec, host));
  let isStopping = false;

  const start = async () => {
    const started = [];
    for (const tier of [0, 1, 2]) {
      if (isStopping) return;
      const members = inTier(children, tier);
      const gates = members.filter(isGate);
      started.push(...members.map((child) => child.start()));
      await Promise.all(gates.map((child) => child.whenReady()));
    }
    await Promise.all(started);
  };

  const stop = async () => {
    isStopping = true;
    for (const tier of [2, 1, 0]) {
      await Promise.all(inTier(children, tier).map((child) => child.stop(STOP_GRACE_MS)));
    }
    await Promise.all(children.map(({ output }) => output.close()));
  };

  return { children: new Map(children.map((child) => [child.name, child])), start, stop };
};
