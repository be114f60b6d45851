/**
 * What limits the transfer to one recipient: for this page, and as a report for the recipient's, which cannot measure
 * it.
 */

import { peerAddressOf } from '../../connection/stats.js';
import type { ConnectionFacts } from '../../progress/connection-facts.js';
import { limitingFactor } from '../../progress/limiting-factor.js';
import type { ProgressSampler } from '../../progress/progress-sampler.js';
import type { Clock } from '../../support/env.js';
import type { Upload } from '../upload/upload.js';

export type MeasuredUpload = Pick<Upload, 'pacing' | 'waits' | 'peerLimit' | 'lanes'>;
export type MeasuredPath = Pick<ProgressSampler, 'connectionStats' | 'rates'>;

export const connectionFacts = (
  upload: MeasuredUpload,
  { connectionStats, rates }: MeasuredPath,
): ConnectionFacts => {
  const { rttMs = null, queueMs = 0, isNear = false, lossShare = null } = upload.pacing() ?? {};
  const isRelayed = connectionStats.connectionType === 'turn';
  return {
    rttMs: rttMs === null ? connectionStats.rttMs : rttMs + Math.max(0, queueMs),
    lossShare,
    limitedBy: limitingFactor({ ...upload.waits(), isRelayed, isNear }),
    rates,
    peerLimit: upload.peerLimit(),
    lanes: upload.lanes(),
    peerAddress: peerAddressOf(connectionStats),
  };
};

/** Minimum interval between reports to the recipient about what limits the transfer. */
const rateReportMs = 2_000;

/** @returns sends the facts to the recipient when a report is due. */
export const createRateReporter = (
  clock: Clock,
): ((upload: Pick<Upload, 'report'>, facts: ConnectionFacts) => void) => {
  let reportedMs = -Infinity;
  return (upload, { limitedBy, rttMs, lossShare }) => {
    const nowMs = clock.now();
    if (limitedBy === null || nowMs - reportedMs < rateReportMs) return;
    reportedMs = nowMs;
    upload.report({ limitedBy, rttMs, lossShare });
  };
};
