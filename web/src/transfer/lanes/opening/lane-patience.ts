/**
 * How long a lane may be at a standstill before it is given up (pure).
 *
 *     unknown ─▶ alive ─ pings stop ─▶ silent ─ pings return ─▶ resuming ─ time to resume ─▶ alive
 */

export type PathPulse =
  | { pulse: 'unknown' }
  /** Pings return. */
  | { pulse: 'alive'; sinceMs: number }
  | { pulse: 'silent' }
  /** Pings return after an interruption: every lane gets time to resume. */
  | { pulse: 'resuming'; sinceMs: number };

export interface PathCheck {
  nowMs: number;
  isAlive: boolean;
  rttMs: number;
  queueMs: number;
}

export interface Patience {
  pulse: PathPulse;
  /** Age from which a lane's oldest piece is overdue; null while no lane is to be given up. */
  overdueMs: number | null;
}

/** A lane is at a standstill when its oldest piece is older than this and six round trips, although pings return. */
const stallMs = 1_000;
/** `stallMs` when pings do not return: the measuring connection may be the one that is lost. */
const silentStallMs = 10_000;
/**
 * After an interruption of the path SCTP resumes within 3 s (docs/benchmarks.md); a longer wait avoids sending twice
 * what still arrives.
 */
const interruptedMs = 5_000;

export const initialPulse: PathPulse = { pulse: 'unknown' };

export const nextPatience = (
  before: PathPulse,
  { nowMs, isAlive, rttMs, queueMs }: PathCheck,
): Patience => {
  if (!isAlive) return { pulse: { pulse: 'silent' }, overdueMs: silentStallMs };
  const sinceMs = 'sinceMs' in before ? before.sinceMs : nowMs;
  const overdueMs = stallMs + 6 * rttMs + 2 * Math.max(0, queueMs);
  const isResuming = before.pulse === 'silent' || before.pulse === 'resuming';
  if (nowMs - sinceMs <= (isResuming ? interruptedMs : overdueMs))
    return { pulse: { pulse: isResuming ? 'resuming' : 'alive', sinceMs }, overdueMs: null };
  return { pulse: { pulse: 'alive', sinceMs }, overdueMs };
};
