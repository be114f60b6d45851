import { createHash } from 'node:crypto';
import type { ConnectionType } from '@tandem/proto/browser/transfers';

/** One browser's report of one transfer. */
export interface Transfer {
  /** Derived from the report, so that a repeated report is the same transfer. */
  id: string;
  shareId: string;
  connectionType: ConnectionType;
  bytesTransferred: number;
  transferDurationMs: number;
  /** Verified uid and e-mail; empty for a visitor. */
  callerUid: string;
  callerEmail: string;
  createdAt: Date;
  /** Helps to explain a slow transfer; not part of any sum. */
  details: Record<string, unknown>;
}

export const transferIdOf = (report: {
  shareId: string;
  startedAt: Date;
  /** Two recipients of one sender may start in the same millisecond. */
  completedAt: Date;
  callerUid: string;
  ipAddress: string;
}): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        report.shareId,
        report.startedAt.getTime(),
        report.completedAt.getTime(),
        report.callerUid || report.ipAddress,
      ]),
    )
    .digest('base64url')
    .slice(0, 22);
