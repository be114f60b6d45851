/**
 * A wide-area path in virtual time: a bottleneck with a drop-tail queue, and one SCTP association over it that
 * behaves like the browsers' (dcSCTP): slow start up to the peer's receive window, at most 20 gaps reported per
 * SACK, and a retransmission timer that resets the congestion window to one packet without leaving fast recovery.
 * A model, not an implementation: it reproduces the stall and the window's effect, not exact rates.
 */

import type { VirtualTime } from './clocks/virtual-time.js';

export interface PathOptions {
  rttMs: number;
  /** Rate of the bottleneck in both directions. */
  mbit: number;
  /** Depth of the queue as time at that rate. */
  queueMs: number;
  /** Share of packets lost at random, 0–1. */
  lossRate?: number;
  /** Mean length of a burst of losses in packets; 1 = independent. */
  burstPackets?: number;
  /** Uniform extra delay of every packet, up to this much; order is kept. */
  jitterMs?: number;
  seed?: number;
}

const payloadBytes = 1_160;
/** IPv4, UDP, DTLS and SCTP headers of one packet. */
const overheadBytes = 93;
const maxReportedGaps = 20;
const initialCwnd = 10 * payloadBytes;
const peerWindow = 5 * 1024 * 1024;
const rtoMinMs = 400;
const duplicatesUntilLost = 3;

/** xorshift32: the same packets are lost in every run with this seed. */
export const createDice = (seed: number): (() => number) => {
  let state = seed * 2_654_435_761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
};

export const createLink = (time: VirtualTime, options: PathOptions) => {
  const { rttMs, mbit, queueMs, lossRate = 0, burstPackets = 1, jitterMs = 0, seed = 1 } = options;
  const msPerByte = 8 / (mbit * 1_000);
  const roll = createDice(seed);
  let freeAtMs = 0;
  let lastArrivalMs = 0;
  let isInBurst = false;
  const stats = { packets: 0, lost: 0, dropped: 0, queueMsSum: 0 };

  /** Gilbert model: in the bad state every packet is lost. */
  const isLost = (): boolean => {
    if (lossRate === 0) return false;
    if (burstPackets <= 1) return roll() < lossRate;
    const leave = 1 / burstPackets;
    const enter = (lossRate * leave) / (1 - lossRate);
    if (roll() < (isInBurst ? leave : enter)) isInBurst = !isInBurst;
    return isInBurst;
  };

  return {
    stats,
    /** Time that a packet waits if it arrives at the queue now. */
    waitMs: () => Math.max(0, freeAtMs - time.now()),
    send(bytes: number, onArrival: () => void): void {
      stats.packets += 1;
      if (isLost()) {
        stats.lost += 1;
        return;
      }
      const waitMs = Math.max(0, freeAtMs - time.now());
      if (waitMs > queueMs) {
        stats.dropped += 1;
        return;
      }
      stats.queueMsSum += waitMs;
      freeAtMs = time.now() + waitMs + bytes * msPerByte;
      const arrivalMs = freeAtMs + rttMs / 2 + jitterMs * roll();
      lastArrivalMs = Math.max(lastArrivalMs, arrivalMs);
      time.after(lastArrivalMs - time.now(), onArrival);
    },
  };
};

export type Link = ReturnType<typeof createLink>;

interface Packet {
  tsn: number;
  sentAtMs: number;
  misses: number;
  state: 'in-flight' | 'lost' | 'acked';
}

/** One association sending over `link`; `onDelivered` gets the bytes that arrived in order. */
export const createAssociation = (
  time: VirtualTime,
  link: Link,
  rttMs: number,
  onDelivered: (bytes: number) => void,
) => {
  const packets = new Map<number, Packet>();
  let queuedPackets = 0;
  let nextTsn = 0;
  let firstUnacked = 0;
  let cwnd = initialCwnd;
  let ssthresh = peerWindow;
  let flightBytes = 0;
  let recoveryEnd: number | null = null;
  let partialAcked = 0;
  let srttMs = 500;
  let timerGeneration = 0;
  const toRetransmit: number[] = [];
  // receiver
  const received = new Set<number>();
  let cumulative = -1;

  const transmit = (packet: Packet): void => {
    packet.state = 'in-flight';
    packet.sentAtMs = time.now();
    packet.misses = 0;
    flightBytes += payloadBytes;
    link.send(payloadBytes + overheadBytes, () => receive(packet.tsn));
  };

  const armTimer = (): void => {
    timerGeneration += 1;
    if (flightBytes === 0 && toRetransmit.length === 0) return;
    const own = timerGeneration;
    time.after(Math.max(rtoMinMs, 2 * srttMs), () => {
      if (own === timerGeneration) onTimeout();
    });
  };

  const pump = (): void => {
    let hasSent = false;
    while (flightBytes + payloadBytes <= cwnd) {
      const again = toRetransmit.shift();
      if (again !== undefined) {
        const packet = packets.get(again);
        if (packet?.state !== 'lost') continue;
        transmit(packet);
      } else if (queuedPackets > 0) {
        queuedPackets -= 1;
        const packet: Packet = { tsn: nextTsn, sentAtMs: 0, misses: 0, state: 'in-flight' };
        packets.set(nextTsn, packet);
        nextTsn += 1;
        transmit(packet);
      } else break;
      hasSent = true;
    }
    if (hasSent) armTimer();
  };

  const markLost = (packet: Packet): void => {
    packet.state = 'lost';
    flightBytes -= payloadBytes;
    toRetransmit.push(packet.tsn);
  };

  /** The defect: the window resets to one packet while fast recovery, which prevents its growth, continues. */
  const onTimeout = (): void => {
    ssthresh = Math.max(cwnd / 2, 4 * payloadBytes);
    cwnd = payloadBytes;
    for (const packet of packets.values()) if (packet.state === 'in-flight') markLost(packet);
    toRetransmit.sort((a, b) => a - b);
    pump();
    armTimer();
  };

  const grow = (ackedBytes: number, wasFull: boolean): void => {
    if (recoveryEnd !== null || !wasFull) return;
    if (cwnd <= ssthresh) {
      cwnd += Math.min(ackedBytes, payloadBytes);
      return;
    }
    partialAcked += ackedBytes;
    if (partialAcked < cwnd) return;
    partialAcked -= cwnd;
    cwnd += payloadBytes;
  };

  const onSack = (acked: number, gaps: readonly (readonly [number, number])[]): void => {
    const wasFull = flightBytes + payloadBytes > cwnd;
    let ackedBytes = 0;
    let highestNew = acked;
    const accept = (tsn: number): void => {
      const packet = packets.get(tsn);
      if (packet === undefined || packet.state === 'acked') return;
      if (packet.state === 'in-flight') flightBytes -= payloadBytes;
      srttMs += (time.now() - packet.sentAtMs - srttMs) / 8;
      packet.state = 'acked';
      ackedBytes += payloadBytes;
      highestNew = Math.max(highestNew, tsn);
    };
    const hasAdvanced = acked >= firstUnacked;
    for (; firstUnacked <= acked; firstUnacked += 1) {
      accept(firstUnacked);
      packets.delete(firstUnacked);
    }
    for (const [from, to] of gaps) {
      for (let tsn = from; tsn <= to; tsn += 1) accept(tsn);
    }
    if (recoveryEnd !== null && acked >= recoveryEnd) recoveryEnd = null;
    let isLossFound = false;
    // RFC 9260, 7.2.4: below the highest packet that this SACK reports for the first time; in recovery, when the
    // cumulative acknowledgement advances, below all that it reports.
    const isRepairing = recoveryEnd !== null && hasAdvanced;
    const limit = isRepairing ? (gaps.at(-1)?.[1] ?? acked) : highestNew;
    for (let tsn = firstUnacked; tsn < limit; tsn += 1) {
      const packet = packets.get(tsn);
      if (packet?.state !== 'in-flight') continue;
      packet.misses += 1;
      if (packet.misses < duplicatesUntilLost) continue;
      markLost(packet);
      isLossFound = true;
    }
    if (isLossFound && recoveryEnd === null) {
      ssthresh = Math.max(cwnd / 2, 4 * payloadBytes);
      cwnd = ssthresh;
      partialAcked = 0;
      recoveryEnd = nextTsn - 1;
    }
    if (hasAdvanced) grow(ackedBytes, wasFull);
    if (hasAdvanced) armTimer();
    pump();
  };

  const gapsOf = (): [number, number][] => {
    const gaps: [number, number][] = [];
    let left = received.size;
    for (let tsn = cumulative + 1; left > 0 && gaps.length < maxReportedGaps; tsn += 1) {
      if (!received.has(tsn)) continue;
      const from = tsn;
      while (received.has(tsn)) {
        tsn += 1;
        left -= 1;
      }
      gaps.push([from, tsn - 1]);
    }
    return gaps;
  };

  const receive = (tsn: number): void => {
    if (tsn <= cumulative) {
      acknowledge();
      return;
    }
    received.add(tsn);
    let inOrder = 0;
    while (received.delete(cumulative + 1)) {
      cumulative += 1;
      inOrder += 1;
    }
    if (inOrder > 0) onDelivered(inOrder * payloadBytes);
    // Acknowledge every second packet; every packet while there are gaps.
    if (received.size > 0 || tsn % 2 === 1) acknowledge();
  };

  const acknowledge = (): void => {
    const acked = cumulative;
    const gaps = gapsOf();
    time.after(rttMs / 2, () => onSack(acked, gaps));
  };

  return {
    /** Queues bytes; rounded up to whole packets. */
    send(bytes: number): void {
      queuedPackets += Math.ceil(bytes / payloadBytes);
      pump();
    },
    /** Bytes that were never transmitted: `bufferedAmount`. */
    queuedBytes: () => queuedPackets * payloadBytes,
  };
};
