/** What the panel "Connection details" shows beside progress and route. */

import { unlimited, type RateSetting } from '../support/session.js';
import type { LimitingFactor } from './limiting-factor.js';

export interface ConnectionFacts {
  /** Round trip now, with the queue at the bottleneck; null before a measurement. */
  rttMs: number | null;
  /** Share of lost packets, 0–1; null where it is not measured. */
  lossShare: number | null;
  /** Null while it is not known. */
  limitedBy: LimitingFactor | null;
  /** Bytes per second in each of the last 60 seconds, oldest first. */
  rates: readonly number[];
  /** The limit that the other side has set. */
  peerLimit: RateSetting;
  /** Connections that carry the file. */
  lanes: number;
  /** IP address of the other side, without its port; '' while it is not known, and behind a relay. */
  peerAddress: string;
}

export const noFacts: ConnectionFacts = {
  rttMs: null,
  lossShare: null,
  limitedBy: null,
  rates: [],
  peerLimit: unlimited,
  lanes: 1,
  peerAddress: '',
};
