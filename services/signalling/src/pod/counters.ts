/**
 * Counters of the hot path as plain numbers, which `metrics.ts` exports on a scrape. A labelled counter of the
 * Prometheus client costs more than relaying a message.
 */
export interface Counters {
  /** By outcome: the credential (`grant`, `password`, `session`) or the error code of the refusal. */
  readonly joins: Map<string, number>;
  /** By frame type. */
  readonly relayed: Map<string, number>;
  /** Those relayed to another pod. */
  crossPod: number;
  /** Frames not delivered, by error code. */
  readonly dropped: Map<string, number>;
  /** Sockets closed by the server, by error code. */
  readonly closed: Map<string, number>;
  /** Seconds from reading a frame to writing it, for every remote relay and one in `latencySampling` local ones. */
  observeLatency: (path: 'local' | 'remote', seconds: number) => void;
}

/** Reading the clock twice costs a tenth of a relay. */
export const latencySampling = 16;

export const createCounters = (): Counters => ({
  joins: new Map(),
  relayed: new Map(),
  crossPod: 0,
  dropped: new Map(),
  closed: new Map(),
  observeLatency: () => undefined,
});

export const count = (counters: Map<string, number>, label: string): void => {
  counters.set(label, (counters.get(label) ?? 0) + 1);
};
