/** How far an upload is: what it has sent, and what the receiver says has arrived and is stored. */

import type { UploadLoop } from './upload-loop.js';
import type { UploadPacing } from './upload-pacing.js';

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
  /** Null in version 1. */
  storedBytes(): number | null;
  /** Nothing is sent: the receiver has every block, and this side still reads the file to digest it. */
  isChecking(): boolean;
}

export const createUploadProgress = (
  loop: UploadLoop,
  pacing: UploadPacing,
  totalBytes: number,
): UploadProgress => {
  const storedBytes = (): number | null => loop.v2?.bytesAcknowledged() ?? null;
  const bytesSent = (): number => loop.sent.position();
  const bytesAcknowledged = (): number => storedBytes() ?? bytesSent();
  return {
    bytesSent,
    hasSentAll: () => loop.sent.hasAll(),
    bytesAcknowledged,
    bytesArrived() {
      const { v2 } = loop;
      const { pacer } = pacing;
      if (v2 === null || pacer === null) return bytesAcknowledged();
      const reported = v2.bytesSent() - pacer.inFlightBytes();
      return Math.max(bytesAcknowledged(), Math.min(reported, totalBytes - 1));
    },
    storedBytes,
    isChecking: () => loop.v2?.isChecking() === true,
  };
};
