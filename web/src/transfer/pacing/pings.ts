/** Which pings got an answer, whether in turn, and the share of those that were lost on the way or back (pure). */

/** Share of lost pings is stated from this many on. */
const minPingsForLoss = 20;
/** A ping without an answer for this long counts as lost. */
const lostAfterMs = 3_000;
/** Pings older than this do not count towards the loss. */
const lossMemoryMs = 30_000;
/** Pings older than this are removed. */
const pingMemoryMs = 2 * lossMemoryMs;

interface Ping {
  isAnswered: boolean;
  /** Answered in time, or directly after one that was answered in turn. */
  isInTurn: boolean;
  /** When the ping before it was sent. */
  previousMs: number | null;
}

/**
 * `out-of-turn`: late, after pings that were lost. It waited in SCTP's queue on this side until the path returned, so
 * that its round trip says nothing about the path or the other computer.
 */
export type Answer = 'unknown' | 'in-turn' | 'out-of-turn';

export const createPings = () => {
  /** By the time of sending, the oldest first. */
  const pings = new Map<number, Ping>();
  let sent = 0;
  let previousMs: number | null = null;
  const isAfterInTurn = ({ previousMs: ms }: Ping): boolean =>
    ms === null || pings.get(ms)?.isInTurn !== false;
  return {
    sent: () => sent,
    onPing(nowMs: number): void {
      sent += 1;
      pings.set(nowMs, { isAnswered: false, isInTurn: false, previousMs });
      previousMs = nowMs;
      for (const sentAtMs of pings.keys()) {
        if (sentAtMs >= nowMs - pingMemoryMs) break;
        pings.delete(sentAtMs);
      }
    },
    /** @returns `unknown` unless this is the first answer to a ping that is remembered. */
    onPong(sentAtMs: number, isLate: boolean): Answer {
      const ping = pings.get(sentAtMs);
      if (ping === undefined || ping.isAnswered) return 'unknown';
      ping.isAnswered = true;
      ping.isInTurn = !isLate || isAfterInTurn(ping);
      return ping.isInTurn ? 'in-turn' : 'out-of-turn';
    },
    lossShare(nowMs: number): number | null {
      const due = [...pings].filter(
        ([sentAtMs, { isAnswered }]) =>
          sentAtMs >= nowMs - lossMemoryMs && (isAnswered || sentAtMs < nowMs - lostAfterMs),
      );
      if (due.length < minPingsForLoss) return null;
      return due.filter(([, { isAnswered }]) => !isAnswered).length / due.length;
    },
  };
};
