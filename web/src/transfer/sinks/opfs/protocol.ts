/** Page ⇄ dedicated worker that owns the file: one request, one reply, in order. */
export type OpfsRequest =
  /** Can this browser write synchronously here? */
  | { op: 'probe' }
  | { op: 'open'; key: string }
  | { op: 'write'; bytes: Uint8Array<ArrayBuffer> }
  /** One digest for every write since the last commit. */
  | { op: 'commit'; sha256s: readonly Uint8Array[] }
  | { op: 'close' }
  | { op: 'abort' };

export type OpfsReply =
  /** `bytes` of a write come back, to be filled again. */
  | { ok: true; offset?: number; digests?: Uint8Array[]; bytes?: Uint8Array<ArrayBuffer> }
  /** `name` of the DOMException, e.g. QuotaExceededError. */
  | { ok: false; name: string };

export const OPFS_FOLDER = 'received-files';
export const DATA_SUFFIX = '.data';
export const PROGRESS_SUFFIX = '.progress';
