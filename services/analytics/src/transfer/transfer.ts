import { createHash } from 'node:crypto';
import type { ConnectionType } from '@tandem/proto/browser/transfers';

/** One browser's account of one transfer. */
export interface Transfer {
  /** Derived from the report: the same report again is the same transfer. */
  id: string;
  shareId: string;
  connectionType: ConnectionType;
  bytesTransferred: number;
  transferDurationMs: number;
  /** Verified uid and e-mail; empty for a visitor. */
  callerUid: string;
  callerEmail: string;
  createdAt: Date;
  /** What helps to explain a slow transfer; not read by any sum. */
  details: Record<string, unknown>;
}

export const transferIdOf = (report: {
  shareId: string;
  startedAt: Date;
  /** Two recipients of one sender may begin in the same millisecond. */
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
