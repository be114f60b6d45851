/**
 * The end of a room at the expiry of its share. The owner may have extended the share since the members joined, up to
 * the last moment, so the shares service is asked before the room closes.
 */
const expiryTimes = {
  /** How long before the expiry the first check runs, so that most extensions are known by then. */
  recheckBeforeMs: 30_000,
  /** Interval of the checks after the expiry. */
  recheckEveryMs: 2_000,
  /** How long a room stays open past the expiry while no check is answered. */
  answerMs: 10_000,
} as const;

/** The checks around the expiry at `ofMs`. */
export interface ExpiryChecks {
  ofMs: number;
  nextMs: number;
  /** Infinity before the expiry has passed. */
  closeAtMs: number;
}

export const noExpiryChecks: ExpiryChecks = {
  ofMs: Infinity,
  nextMs: Infinity,
  closeAtMs: Infinity,
};

/**
 * A pod may miss the stop of a share without noticing, because the broker delivers at most once and its servers may be
 * partitioned. The interval equals the lifetime of a grant, so a room whose stop was missed closes soon after its grants
 * have expired.
 */
const routineMs = 600_000;

/** Call several times a second; records what it returns as done. */
export const isRoutineDue = (
  room: { routineAtMs: number | undefined },
  monotonicMs: number,
): boolean => {
  room.routineAtMs ??= monotonicMs + routineMs;
  if (monotonicMs < room.routineAtMs) return false;
  room.routineAtMs = monotonicMs + routineMs;
  return true;
};

/** Call several times a second; records what it returns as done. */
export const nextExpiryStep = (
  room: { readonly expiresAtMs: number; expiryChecks: ExpiryChecks },
  nowMs: number,
): 'wait' | 'recheck' | 'close' => {
  const { expiresAtMs } = room;
  if (expiresAtMs - nowMs > expiryTimes.recheckBeforeMs) return 'wait';
  if (room.expiryChecks.ofMs !== expiresAtMs) {
    room.expiryChecks = { ofMs: expiresAtMs, nextMs: nowMs, closeAtMs: Infinity };
  }
  const checks = room.expiryChecks;
  const hasPassed = expiresAtMs <= nowMs;
  // A credential from before an extension may assert an expiry that passed long ago.
  if (hasPassed) checks.closeAtMs = Math.min(checks.closeAtMs, nowMs + expiryTimes.answerMs);
  if (nowMs >= checks.closeAtMs) return 'close';
  if (nowMs < checks.nextMs) return 'wait';
  checks.nextMs = hasPassed ? nowMs + expiryTimes.recheckEveryMs : expiresAtMs;
  return 'recheck';
};
