/** What limits a running transfer now, from what the engine measures (pure). */

import type { Wait, WaitShares } from './wait-meter.js';

/**
 * `line`: the network between the two. `relay`: the same through a relay, which may be the slower part. `devices`: the
 * processors of both, on a path too short for the network to matter. `sender-device`: the sender's processor. The
 * others name what the sender waits for.
 */
export type LimitingFactor =
  | 'line'
  | 'relay'
  | 'sender-limit'
  | 'recipient-limit'
  | 'sender-disk'
  | 'recipient-disk'
  | 'sender-device'
  | 'devices';

export const limitingFactors: readonly LimitingFactor[] = [
  'line',
  'relay',
  'sender-limit',
  'recipient-limit',
  'sender-disk',
  'recipient-disk',
  'sender-device',
  'devices',
];

export interface SenderFacts extends WaitShares {
  isRelayed: boolean;
  /** The round trip is one within a machine or a building. */
  isNear: boolean;
}

/** Until this much is measured, nothing is stated. */
const minMeasuredMs = 1_000;
/** A wait for less than this share of the time is not what limits the transfer. */
const minShare = 0.2;

const factorOf = (wait: Wait, { isRelayed, isNear }: SenderFacts): LimitingFactor => {
  switch (wait) {
    case 'path':
      if (isRelayed) return 'relay';
      return isNear ? 'devices' : 'line';
    case 'credit':
      return 'recipient-disk';
    case 'source':
      return 'sender-disk';
    case 'own-limit':
      return 'sender-limit';
    case 'peer-limit':
      return 'recipient-limit';
  }
};

/** The longest wait; a sender that waits for nothing is busy itself. Null while too little is measured. */
export const limitingFactor = (facts: SenderFacts): LimitingFactor | null => {
  if (facts.measuredMs < minMeasuredMs) return null;
  const waits = Object.entries(facts.shares) as [Wait, number][];
  const [longest, share] = waits.reduce((a, b) => (b[1] > a[1] ? b : a));
  return share < minShare ? 'sender-device' : factorOf(longest, facts);
};

/** @returns null for one of a later version. */
export const readLimitingFactor = (text: string): LimitingFactor | null =>
  limitingFactors.find((factor) => factor === text) ?? null;
