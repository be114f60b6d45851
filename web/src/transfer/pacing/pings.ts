/** Which pings got an answer, and the share of those that were lost on the way or on the way back (pure). */

/** Share of lost pings is stated from this many on. */
const minPingsForLoss = 20;
/** A ping without an answer for this long counts as lost. */
const lostAfterMs = 3_000;
/** Pings older than this do not count towards the loss. */
const lossMemoryMs = 30_000;
/** Pings older than this are removed. */
const pingMemoryMs = 2 * lossMemoryMs;

export const createPings = () => {
  /** By the time of sending, the oldest first. */
  const isAnswered = new Map<number, boolean>();
  let sent = 0;
  return {
    sent: () => sent,
    onPing(nowMs: number): void {
      sent += 1;
      isAnswered.set(nowMs, false);
      for (const sentAtMs of isAnswered.keys()) {
        if (sentAtMs >= nowMs - pingMemoryMs) break;
        isAnswered.delete(sentAtMs);
      }
    },
    /** @returns whether this is the first answer to a ping. */
    onPong(sentAtMs: number): boolean {
      if (isAnswered.get(sentAtMs) !== false) return false;
      isAnswered.set(sentAtMs, true);
      return true;
    },
    lossShare(nowMs: number): number | null {
      const due = [...isAnswered].filter(
        ([sentAtMs, isBack]) =>
          sentAtMs >= nowMs - lossMemoryMs && (isBack || sentAtMs < nowMs - lostAfterMs),
      );
      if (due.length < minPingsForLoss) return null;
      return due.filter(([, isBack]) => !isBack).length / due.length;
    },
  };
};
