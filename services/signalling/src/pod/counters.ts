/**
 * Counters of the hot path as plain numbers; `metrics.ts` hands them to Prometheus when it asks. A labelled counter
 * of the client library costs more than forwarding a message.
 */
export interface Stats {
  /** By outcome: the way of proof (`grant`, `password`, `session`) or the reason of refusal. */
  readonly joins: Map<string, number>;
  /** By frame type. */
  readonly relayed: Map<string, number>;
  /** Of those, sent to another pod. */
  crossPod: number;
  /** Frames not delivered, by reason. */
  readonly drops: Map<string, number>;
  /** Sockets ended by us, by reason. */
  readonly ended: Map<string, number>;
  /** Seconds from reading a frame to writing it, for one in `latencySampling` local relays and every remote one. */
  observeLatency: (path: 'local' | 'remote', seconds: number) => void;
}

/** Reading the clock twice costs a tenth of a relay. */
export const latencySampling = 16;

export const createStats = (): Stats => ({
  joins: new Map(),
  relayed: new Map(),
  crossPod: 0,
  drops: new Map(),
  ended: new Map(),
  observeLatency: () => undefined,
});

export const count = (counters: Map<string, number>, label: string): void => {
  counters.set(label, (counters.get(label) ?? 0) + 1);
};
