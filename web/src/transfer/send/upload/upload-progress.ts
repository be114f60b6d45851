/** How far an upload is: what it has sent, and what the receiver says has arrived and is stored. */

import type { UploadLoop } from './upload-loop.js';

export interface UploadProgress {
  /** See `SentBytes`. */
  bytesSent(): number;
  hasSentAll(): boolean;
  /** What the receiver has stored. Version 1 has no acknowledgements: bytes that left the send queue instead. */
  bytesAcknowledged(): number;
  /**
   * What has reached the receiver. A paced transfer reports it several times a block; else as acknowledged. The last
   * byte counts when it is acknowledged: 100 % is what the receiver has stored.
   */
  bytesArrived(): number;
  /**
   * What speed is measured on: `bytesArrived` in a paced transfer, else `bytesSent`, because blocks are acknowledged as
   * a whole.
   */
  bytesMoved(): number;
  /** Null in version 1. */
  storedBytes(): number | null;
  /** Nothing is sent: the receiver has every block, and this side reads the file to digest it or to check a claim. */
  isChecking(): boolean;
}

export const createUploadProgress = (loop: UploadLoop, totalBytes: number): UploadProgress => {
  const storedBytes = (): number | null => loop.v2?.bytesAcknowledged() ?? null;
  const bytesSent = (): number => loop.sent.position();
  const bytesAcknowledged = (): number => storedBytes() ?? bytesSent();
  const bytesReported = (): number | null => {
    const reported = loop.v2?.bytesReported() ?? null;
    if (reported === null) return null;
    return Math.max(bytesAcknowledged(), Math.min(reported, totalBytes - 1));
  };
  return {
    bytesSent,
    hasSentAll: () => loop.sent.hasAll(),
    bytesAcknowledged,
    bytesArrived: () => bytesReported() ?? bytesAcknowledged(),
    bytesMoved: () => bytesReported() ?? bytesSent(),
    storedBytes,
    isChecking: () => loop.v2?.isChecking() === true,
  };
};
