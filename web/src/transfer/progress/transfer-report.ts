/** The analytics report of a completed transfer. */

import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
import type { ConnectionStats } from '../connection/stats.js';
import type { Device } from '../support/env.js';

export interface ReportFacts {
  shareId: string;
  connection: ConnectionStats;
  bytesTransferred: number;
  startedAt: Date;
  completedAt: Date;
  device: Device;
}

const browserType = (device: Device): TransferReport['browserType'] => {
  if (!device.isSafari) return 'Other';
  return device.isIos ? 'iOS Safari' : 'Safari';
};

export const composeReport = (facts: ReportFacts): TransferReport => {
  const { shareId, connection, bytesTransferred, startedAt, completedAt, device } = facts;
  const durationMs = Math.max(0, completedAt.getTime() - startedAt.getTime());
  const bytesPerSecond = durationMs === 0 ? 0 : Math.round((bytesTransferred * 1000) / durationMs);
  return {
    shareId,
    connectionType: connection.connectionType,
    stunServersUsed: connection.stunServersUsed,
    turnServersUsed: connection.turnServersUsed,
    localCandidateType: connection.localCandidateType,
    remoteCandidateType: connection.remoteCandidateType,
    selectedCandidatePair: connection.selectedCandidatePair,
    bytesTransferred: String(bytesTransferred),
    transferDuration: durationMs,
    averageSpeed: String(bytesPerSecond),
    rttMs: connection.rttMs,
    packetsLost: connection.packetsLost,
    userAgent: device.userAgent,
    isMobile: device.isMobile,
    browserType: browserType(device),
    transferStartedAt: startedAt.toISOString(),
    transferCompletedAt: completedAt.toISOString(),
  };
};
