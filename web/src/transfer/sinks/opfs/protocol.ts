/** Page ⇄ dedicated worker that owns one stored file: one request, one reply, in order. */

import { errorName } from '../../support/failures.js';

export type OpfsRequest =
  /** Can files be opened for writing? */
  | { op: 'probe' }
  | { op: 'open'; key: string }
  | { op: 'write'; bytes: Uint8Array<ArrayBuffer> }
  /** One digest per write since the last commit. */
  | { op: 'commit'; sha256s: readonly Uint8Array[] }
  | { op: 'read'; offset: number; length: number }
  | { op: 'close' }
  | { op: 'abort' };

export type OpfsReply =
  /**
   * `digests` are absent where nothing outlives the page. `bytes` of a write are returned for reuse; those of a read
   * are fewer at the end of the file.
   */
  | { ok: true; offset?: number; digests?: Uint8Array[]; bytes?: Uint8Array<ArrayBuffer> }
  /** `name` of the DOMException, e.g. QuotaExceededError. */
  | { ok: false; name: string };

export const failedReply = (error: unknown): OpfsReply => ({
  ok: false,
  name: errorName(error),
});

export const opfsFolder = 'received-files';
export const dataSuffix = '.data';
export const progressSuffix = '.progress';
/** An empty entry. Created when the user returns to a completed file; its expiry counts from then. */
export const seenSuffix = '.seen';
