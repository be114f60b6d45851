/**
 * How pods repair their view of each other's members after frames were lost:
 *
 *     settled ──frames missed──▶ announcing ──▶ confirming ──▶ settled, or announcing if frames were missed again
 *                                    ▲
 *     any ──broker lost──▶ unreachable ──broker is back
 *
 * The pod announces all its members to all pods, which reply with theirs. After an outage of the broker, members of
 * other pods that are not confirmed within some seconds are removed.
 */
export const repairTimes = {
  /** Pods announce at a random time within this, so that they do not all broadcast together. */
  announceJitterMs: 1_000,
  confirmMs: 5_000,
} as const;

export type Repair =
  | { readonly phase: 'settled' }
  | { readonly phase: 'unreachable' }
  | { readonly phase: 'announcing'; readonly atMs: number }
  /** A pod that keeps missing frames announces no more often than this. */
  | { readonly phase: 'confirming'; readonly untilMs: number; readonly hasMissed: boolean };

export type RepairEvent =
  | { readonly type: 'broker-lost' }
  | { readonly type: 'frames-missed'; readonly nowMs: number; readonly jitterMs: number }
  /** The broker is reachable. */
  | { readonly type: 'clock'; readonly nowMs: number; readonly jitterMs: number };

export type RepairAction =
  | 'nothing'
  /** The broker is back: members of other pods stay only if they are announced again. */
  | 'require-confirmation'
  | 'announce'
  | 'remove-unconfirmed';

type Step = readonly [Repair, RepairAction];

const onMissed = (repair: Repair, nowMs: number, jitterMs: number): Repair => {
  switch (repair.phase) {
    case 'settled':
      return { phase: 'announcing', atMs: nowMs + jitterMs };
    case 'confirming':
      return { ...repair, hasMissed: true };
    case 'announcing':
    case 'unreachable':
      return repair;
  }
};

const onClock = (repair: Repair, nowMs: number, jitterMs: number): Step => {
  switch (repair.phase) {
    case 'settled':
      return [repair, 'nothing'];
    case 'unreachable':
      return [{ phase: 'announcing', atMs: nowMs + jitterMs }, 'require-confirmation'];
    case 'announcing':
      return nowMs < repair.atMs
        ? [repair, 'nothing']
        : [
            { phase: 'confirming', untilMs: nowMs + repairTimes.confirmMs, hasMissed: false },
            'announce',
          ];
    case 'confirming':
      if (nowMs < repair.untilMs) return [repair, 'nothing'];
      return [
        repair.hasMissed ? { phase: 'announcing', atMs: nowMs + jitterMs } : { phase: 'settled' },
        'remove-unconfirmed',
      ];
  }
};

export const nextRepair = (repair: Repair, event: RepairEvent): Step => {
  switch (event.type) {
    case 'broker-lost':
      return [{ phase: 'unreachable' }, 'nothing'];
    case 'frames-missed':
      return [onMissed(repair, event.nowMs, event.jitterMs), 'nothing'];
    case 'clock':
      return onClock(repair, event.nowMs, event.jitterMs);
  }
};
