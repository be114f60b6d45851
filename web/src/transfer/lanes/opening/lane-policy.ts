/**
 * How many lanes a transfer wants (pure). A lane is one connection that carries messages of the file; the first is the
 * file's own channel.
 *
 *     observing ──held back, no queue──▶ opening ──all open, or too late──▶ settling ──▶ observing
 *         │                                                                              │
 *         └──the last lanes brought no more──▶ resting ◀──────a lane failed to open──────┘
 *
 * SCTP halves its congestion window for every loss, so random loss holds a connection below what the path carries, and
 * the rate grows with the number of connections. Bytes then wait in every channel although round trips show no queue.
 * With a queue the path is full, and without waiting bytes something else is the limit: more lanes would not help.
 *
 * Times are milliseconds.
 */
export interface LaneObservation {
  nowMs: number;
  /** Null before the first measurement. */
  baseRttMs: number | null;
  /** The round trip is one within a machine or a building, where loss costs nothing. */
  isNear: boolean;
  /** Added to the round trip by the queue at the bottleneck. */
  queueMs: number;
  /** Every lane has bytes waiting in its channel. */
  isHeldBack: boolean;
  /** Lanes that carry messages now. */
  lanes: number;
  /** The most lanes that the peers, the route and the page allow now. */
  maxLanes: number;
  /** Payload that the receiver has reported so far. */
  deliveredBytes: number;
}

/** Totals over the whole observation. */
interface Sums {
  sinceMs: number;
  lastMs: number;
  heldBackMs: number;
  queuedMs: number;
  deliveredBytes: number;
}

type Phase =
  | ({ phase: 'observing' } & Sums)
  | { phase: 'opening'; sinceMs: number }
  | { phase: 'settling'; untilMs: number }
  | { phase: 'resting'; untilMs: number };

export type LanePolicy = Phase & {
  /** Lanes to keep open, the first included. */
  wanted: number;
  /** Bytes per millisecond before the last lanes opened; null when none did since the last rest. */
  rateBefore: number | null;
  restMs: number;
};

/** Shorter observations mistake the slow start of a new lane for loss. */
const minObservationMs = 500;
const observationRounds = 8;
const minHeldBackShare = 0.5;
const maxQueuedShare = 0.25;
/** Growth of the rate that doubling the lanes must bring. Random loss allows twice the rate. */
const minGain = 1.2;
const openingPatienceMs = 5_000;
const minRestMs = 1_500;
const maxRestMs = 60_000;
/** An eighth of the round trip: half the queue that the send window aims at. */
const queueThresholdMs = (baseRttMs: number): number => Math.min(20, Math.max(5, baseRttMs / 8));

export const initialLanePolicy: LanePolicy = {
  phase: 'resting',
  untilMs: 0,
  wanted: 1,
  rateBefore: null,
  restMs: minRestMs,
};

const observationMs = (baseRttMs: number): number =>
  Math.max(minObservationMs, observationRounds * baseRttMs);

const observe = (policy: LanePolicy, { nowMs, deliveredBytes }: LaneObservation): LanePolicy => ({
  ...policy,
  phase: 'observing',
  sinceMs: nowMs,
  lastMs: nowMs,
  heldBackMs: 0,
  queuedMs: 0,
  deliveredBytes,
});

const rest = (policy: LanePolicy, nowMs: number): LanePolicy => ({
  ...policy,
  phase: 'resting',
  untilMs: nowMs + policy.restMs,
  rateBefore: null,
  restMs: Math.min(maxRestMs, 2 * policy.restMs),
});

const conclude = (policy: LanePolicy, sums: Sums, observation: LaneObservation): LanePolicy => {
  const { nowMs, deliveredBytes, maxLanes } = observation;
  const spanMs = nowMs - sums.sinceMs;
  const isHeldBack = sums.heldBackMs >= minHeldBackShare * spanMs;
  const isFree = sums.queuedMs <= maxQueuedShare * spanMs;
  if (!isHeldBack || !isFree || policy.wanted >= maxLanes) return observe(policy, observation);
  const rate = (deliveredBytes - sums.deliveredBytes) / spanMs;
  const { rateBefore } = policy;
  if (rateBefore !== null && rate < minGain * rateBefore) return rest(policy, nowMs);
  const wanted = Math.min(maxLanes, 2 * policy.wanted);
  return { ...policy, wanted, rateBefore: rate, phase: 'opening', sinceMs: nowMs };
};

/** @param observation of now; call it at least a few times per round trip. */
export const nextLanePolicy = (policy: LanePolicy, observation: LaneObservation): LanePolicy => {
  const { nowMs, baseRttMs, isNear, queueMs, isHeldBack, lanes } = observation;
  if (baseRttMs === null || isNear) return policy;
  switch (policy.phase) {
    case 'observing': {
      const passedMs = nowMs - policy.lastMs;
      const sums = {
        sinceMs: policy.sinceMs,
        lastMs: nowMs,
        heldBackMs: policy.heldBackMs + (isHeldBack ? passedMs : 0),
        queuedMs: policy.queuedMs + (queueMs > queueThresholdMs(baseRttMs) ? passedMs : 0),
        deliveredBytes: policy.deliveredBytes,
      };
      if (nowMs - sums.sinceMs < observationMs(baseRttMs)) return { ...policy, ...sums };
      return conclude(policy, sums, observation);
    }
    case 'opening':
      if (lanes < policy.wanted && nowMs - policy.sinceMs < openingPatienceMs) return policy;
      return { ...policy, phase: 'settling', untilMs: nowMs + observationMs(baseRttMs) };
    case 'settling':
    case 'resting':
      return nowMs < policy.untilMs ? policy : observe(policy, observation);
  }
};

/** A lane could not be opened: the network or the browser allows no more. */
export const onLaneRefused = (policy: LanePolicy, nowMs: number, lanes: number): LanePolicy =>
  rest({ ...policy, wanted: Math.max(1, lanes) }, nowMs);
