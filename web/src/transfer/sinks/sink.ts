/**
 * Until when the browser needs the page, after `close`, to take over the file: it may ask the user first where to save,
 * which no API reports and which may last until they are back at their device. It has done so once the user has left the
 * page and returned.
 */
export interface HandOver {
  /** And not before this time after `close`. */
  afterMs: number;
}

/**
 * Where received bytes go. Its properties and `saveAgain` may change when it is opened. One interface for the save
 * dialog, OPFS, the service-worker stream and memory.
 */
export interface Sink {
  readonly kind: 'picker' | 'stream' | 'opfs' | 'memory';
  /** Optional, for sinks after whose `close` the browser is still at work: leaving the page may end it. */
  readonly handOver?: HandOver | undefined;
  /** Optional: what is durable outlives the page, and a later attempt continues from it. */
  readonly survivesReload?: boolean | undefined;
  /** Prepares for the file; resolves with the first byte offset that is not durable yet, 0 for a new file. */
  open(file: SinkFile): Promise<number>;
  /**
   * The next bytes in order: one whole block in protocol version 2. The sink owns them from here on. It resolves
   * with the same buffer when the caller may fill it again, with undefined when it keeps or transfers it.
   */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Optional, for sinks that survive a reload: records the SHA-256 of every block written since the last commit.
   * Resolves when blocks and digests are durable.
   */
  commit?(sha256s: readonly Uint8Array[]): Promise<void>;
  /** Optional: the committed digests of what `open` found. Required where `open` may resolve above 0. */
  restoredDigests?(): readonly Uint8Array[];
  /**
   * Optional: reads back durable bytes. Rejects or resolves with fewer bytes when the sink no longer has them.
   */
  read?(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Flushes and hands the file to the user; resolves with its size in bytes.
   *
   * @throws EngineFailure with `isComplete` when the sink still has the whole file and can be closed again
   */
  close(): Promise<number>;
  /**
   * Optional, after `close`, for sinks whose file stays in the browser: hands it to the user once more. Resolves with
   * false when it is no longer there.
   */
  readonly saveAgain?: (() => Promise<boolean>) | undefined;
  /**
   * Optional, for sinks whose writing the browser can forbid again: asks the user to allow it. Call it in a click
   * handler. Resolves with whether it is allowed.
   */
  readonly askToWrite?: (() => Promise<boolean>) | undefined;
  /**
   * Optional, for sinks whose file goes where the user has chosen: asks for another place, which the next `open` or
   * `close` uses. Call it in a click handler. Rejects as `pickFile` does.
   */
  readonly choosePlace?: (() => Promise<void>) | undefined;
  /** Optional: the name of the file in its place, which the browser or the user may have changed. */
  readonly savedName?: string | undefined;
  /** Keeps durable data for a later attempt, unless the reason is `discardReason`. */
  abort(reason: string): Promise<void>;
}

export interface SinkFile {
  /** Safe for any file system. */
  filename: string;
  /** Null when a sender of protocol version 1 gave no number. */
  totalBytes: number | null;
  /** Equal for equal content; empty when the sender gave none. */
  fileId: string;
}

/** Reason for `abort`: durable data is wrong, so a later attempt must not find it. */
export const discardReason = 'digest-mismatch';
