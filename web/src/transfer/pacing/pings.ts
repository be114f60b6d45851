/**
 * Which pings were answered, and in which order; how long none was; and the share that was lost on the way or on the way
 * back (pure).
 */

/** Fewer pings give no share of lost ones. */
const minPingsForLoss = 20;
/** An interruption of the path takes at least this many pings in a row; losses at random hardly ever do. */
const minPingsOfInterruption = 3;
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
 * that its round trip says nothing about the path or the other computer. `forgotten`: in turn, but the ping is removed.
 */
export type Answer = 'unknown' | 'in-turn' | 'out-of-turn' | 'forgotten';

export const createPings = () => {
  /** By the time of sending, the oldest first. */
  const pings = new Map<number, Ping>();
  let sent = 0;
  let previousMs: number | null = null;
  /** The first removed ping that got no answer in turn. */
  let forgottenMs: number | null = null;
  /** @param ms when the previous ping was sent */
  const isAfterInTurn = (ms: number | null): boolean =>
    ms === null || (pings.get(ms)?.isInTurn ?? forgottenMs === null);
  const forget = (sentAtMs: number, { isInTurn }: Ping): void => {
    pings.delete(sentAtMs);
    forgottenMs = isInTurn ? null : (forgottenMs ?? sentAtMs);
  };
  return {
    sent: () => sent,
    onPing(nowMs: number): void {
      sent += 1;
      pings.set(nowMs, { isAnswered: false, isInTurn: false, previousMs });
      previousMs = nowMs;
      for (const [sentAtMs, ping] of pings) {
        if (sentAtMs >= nowMs - pingMemoryMs) break;
        forget(sentAtMs, ping);
      }
    },
    /** @returns `unknown` for a second answer to a ping, and for an answer to none. */
    onPong(sentAtMs: number, isLate: boolean): Answer {
      if (sentAtMs === forgottenMs) return 'forgotten';
      const ping = pings.get(sentAtMs);
      if (ping === undefined || ping.isAnswered) return 'unknown';
      ping.isAnswered = true;
      ping.isInTurn = !isLate || isAfterInTurn(ping.previousMs);
      return ping.isInTurn ? 'in-turn' : 'out-of-turn';
    },
    /**
     * Time over which the pings directly before this one were lost; 0 for too few. A page that is busy answers late, but
     * answers all of them: only the path loses several in a row.
     * @param sentAtMs of an answered ping
     */
    lostBeforeMs(sentAtMs: number): number {
      let firstMs = sentAtMs;
      let count = 0;
      let ms = pings.get(sentAtMs)?.previousMs ?? null;
      while (ms !== null) {
        const ping = pings.get(ms);
        if (ping === undefined || ping.isAnswered) break;
        firstMs = ms;
        count += 1;
        ms = ping.previousMs;
      }
      return count < minPingsOfInterruption ? 0 : sentAtMs - firstMs;
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
