/** Progress, speed and remaining time; speed is the mean of the last five samples of 500 ms. */

import { statsSamples } from '../support/constants.js';

export interface TransferStats {
  /** 0–100, one decimal. */
  progressPercent: number;
  /**
   * Receiving: bytes received. Sending: bytes that have reached the recipient in a paced transfer, else those that it
   * acknowledged as stored; in protocol version 1, without acknowledgements, those that left the send queue.
   */
  bytesTransferred: number;
  totalBytes: number;
  /** Mean of the last five 500 ms samples; 0 until the first. */
  bytesPerSecond: number;
  /** Null until a speed is known. */
  etaSeconds: number | null;
}

export const emptyStats: TransferStats = {
  progressPercent: 0,
  bytesTransferred: 0,
  totalBytes: 0,
  bytesPerSecond: 0,
  etaSeconds: null,
};

export interface SpeedMeter {
  /** @param bytes position in the file; a step backwards (a repeated block) counts as no progress. */
  sample(nowMs: number, bytes: number): void;
  /** Start measuring at this position: after a pause, or when a transfer resumes. */
  reset(nowMs: number, bytes: number): void;
  bytesPerSecond(): number;
}

export const createSpeedMeter = (): SpeedMeter => {
  let last: { nowMs: number; bytes: number } | null = null;
  let speeds: number[] = [];
  return {
    sample(nowMs, bytes) {
      if (last !== null && nowMs > last.nowMs) {
        const speed = (Math.max(0, bytes - last.bytes) * 1000) / (nowMs - last.nowMs);
        speeds = [...speeds, speed].slice(-statsSamples);
      }
      last = { nowMs, bytes };
    },
    reset(nowMs, bytes) {
      last = { nowMs, bytes };
      speeds = [];
    },
    bytesPerSecond: () =>
      speeds.length === 0 ? 0 : speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length,
  };
};

/** Several recipients as one figure. */
export const combineStats = (all: readonly TransferStats[]): TransferStats => {
  const sum = (pick: (stats: TransferStats) => number): number =>
    all.reduce((total, stats) => total + pick(stats), 0);
  const etas = all.flatMap(({ etaSeconds }) => (etaSeconds === null ? [] : [etaSeconds]));
  return {
    ...describeProgress(
      sum((stats) => stats.bytesTransferred),
      sum((stats) => stats.totalBytes),
      sum((stats) => stats.bytesPerSecond),
    ),
    etaSeconds: etas.length === 0 ? null : Math.max(...etas),
  };
};

/**
 * The remaining time is the estimator's to add: see `estimate.ts`.
 *
 * @param isComplete an empty file is 0 % until it is done, then 100 %.
 */
export const describeProgress = (
  bytesTransferred: number,
  totalBytes: number,
  bytesPerSecond: number,
  isComplete = false,
): TransferStats => {
  const fraction = isComplete ? 1 : totalBytes === 0 ? 0 : bytesTransferred / totalBytes;
  return {
    // Rounded down, so that 100 means complete.
    progressPercent: Math.floor(Math.min(1, fraction) * 1000) / 10,
    bytesTransferred,
    totalBytes,
    bytesPerSecond,
    etaSeconds: isComplete ? 0 : null,
  };
};
