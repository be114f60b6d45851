/** Where received bytes go. One interface for picker handle, OPFS, service-worker stream and memory. */
export interface Sink {
  readonly kind: 'picker' | 'stream' | 'opfs' | 'memory';
  /** Prepare for `totalBytes`; resolves with the first byte offset not yet durable (0 for a fresh sink). */
  open(file: {
    filename: string;
    fileType: string;
    /** Null when a sender of protocol version 1 gave no number. */
    totalBytes: number | null;
    fileId: string;
  }): Promise<number>;
  /**
   * The next bytes in order: one whole block in protocol version 2. They belong to the sink from here on: it may
   * keep or transfer them, or resolve with the same memory once it is done with it, to be filled again.
   */
  write(bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /**
   * Optional, for sinks that outlive the page: remember that each write since the last commit was a whole block
   * with the SHA-256 at the same place of the list. Resolves when blocks and digests are durable.
   */
  commit?(sha256s: readonly Uint8Array[]): Promise<void>;
  /** Optional: the digests committed for what `open` found; an offset above 0 from `open` needs them. */
  restoredDigests?(): readonly Uint8Array[];
  /** Flush and hand the file to the user; resolves with the number of bytes it holds. */
  close(): Promise<number>;
  abort(reason: string): Promise<void>;
}
