/**
 * Distinguishes a connection at a standstill from a path that is down (pure). The path is measured over a connection of
 * its own: while its pings are answered, bytes in flight arrive too, unless SCTP does not send them. That happens after
 * a computer has slept: the first acknowledgement makes the sleep a round trip, so SCTP waits for as long again before
 * it retransmits what was lost (RFC 9260, 6.3.1).
 *
 * Times are milliseconds.
 */
export interface Standstill {
  /** First bytes after an idle phase. No pings run while idle, so the last pong is stale. */
  onFirstSent(): void;
  onDelivered(nowMs: number): void;
  /** One of the two computers has slept. */
  onSlept(nowMs: number): void;
  /** A ping came back while bytes were in flight. @returns whether the connection is at a standstill. */
  onPong(nowMs: number, rttMs: number): boolean;
}

/** Longer than SCTP waits after an interruption: Chromium's timer backs off to 3 s. */
const patienceMs = 4_000;
/** After a sleep, SCTP's retransmission timer may run for as long as the sleep took. */
const sleptPatienceMs = 600;
/** Acknowledgements that waited during the sleep may arrive this long after it. */
const sleptMemoryMs = 10_000;
/** In round trips: a message waits behind one queue in each direction. */
const patienceRounds = 3;
/** In multiples of the last gap between bytes that arrived: a message on a slow line takes seconds. */
const patienceGaps = 2;
/** Without a pong for this long the path is down. A hidden page sends one a second. */
const answerGapMs = 2_500;

export const createStandstill = (): Standstill => {
  /** Time of the first pong since bytes arrived or the path returned. */
  let answeredSinceMs: number | null = null;
  /** While bytes are in flight. */
  let lastPongMs: number | null = null;
  /** Between bytes that arrived, on an answering path. */
  let gapMs = 0;
  let sleptAtMs = -Infinity;
  const isAnswered = (nowMs: number): boolean =>
    lastPongMs !== null && nowMs - lastPongMs < answerGapMs;
  const patience = (nowMs: number, rttMs: number): number =>
    Math.max(
      nowMs - sleptAtMs < sleptMemoryMs ? sleptPatienceMs : patienceMs,
      patienceRounds * rttMs,
      patienceGaps * gapMs,
    );
  return {
    onFirstSent() {
      lastPongMs = null;
    },
    onDelivered(nowMs) {
      gapMs = isAnswered(nowMs) ? nowMs - (answeredSinceMs ?? nowMs) : 0;
      answeredSinceMs = null;
    },
    onSlept(nowMs) {
      sleptAtMs = nowMs;
    },
    onPong(nowMs, rttMs) {
      if (!isAnswered(nowMs)) answeredSinceMs = nowMs;
      lastPongMs = nowMs;
      answeredSinceMs ??= nowMs;
      return nowMs - answeredSinceMs >= patience(nowMs, rttMs);
    },
  };
};
