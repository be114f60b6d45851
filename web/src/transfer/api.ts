/**
 * What screens know of the engine: two sessions with immutable snapshots to render.
 * A session starts at once, never throws from its methods, and reports every failure in its snapshot.
 */

export { EMPTY_STATS } from './progress/progress.js';

/** How a signalling socket proves who it is. The owner on our own origin needs only the session cookie. */
export type JoinAuthority =
  | { kind: 'cookie' }
  | { kind: 'password'; password: string }
  | { kind: 'grant'; grant: () => Promise<string> };

/** What can go wrong, by a stable name. The app's catalogue has a sentence for each. */
export type FailureCode =
  | 'max-retries'
  | 'invalid-server-message'
  | 'invalid-offer'
  | 'offer-failed'
  | 'offer-processing-failed'
  | 'answer-processing-failed'
  | 'channel-error'
  | 'peer-unreachable'
  | 'channel-not-ready'
  | 'signalling-unavailable'
  | 'access-denied'
  | 'share-closed'
  | 'replaced'
  | 'file-unreadable'
  | 'protocol-violation'
  | 'digest-mismatch'
  | 'size-mismatch'
  | 'storage-full'
  /** All is there and checked, but not yet where the person chose: another try copies again, nothing else. */
  | 'no-room-to-save'
  | 'sink-failed'
  | 'sink-stalled'
  | 'sink-cancelled'
  | 'not-restartable'
  | 'too-large-for-memory'
  | 'too-slow'
  | 'cancelled-by-peer'
  | 'failed-at-peer'
  | 'unexpected';

/** What a sentence may name. */
export interface FailureFacts {
  /** `channel-not-ready`: the data channel's state. */
  channelState?: string;
  /** `storage-full`: bytes the file needs, and bytes the browser may still store. */
  neededBytes?: number;
  freeBytes?: number;
  /** The server words its refusals for people; shown as it is. */
  serverText?: string;
}

export interface EngineError extends FailureFacts {
  /** A FailureCode, or the server's own name for its refusal. */
  code: string;
}

export interface TransferStats {
  /** 0–100, one decimal. */
  progressPercent: number;
  /**
   * Receiving: bytes received. Sending: bytes the recipient acknowledged as stored; protocol version 1 has no
   * acknowledgements, so there it is bytes that left the send queue.
   */
  bytesTransferred: number;
  totalBytes: number;
  /** Mean of the last five 500 ms samples; 0 until the first. */
  bytesPerSecond: number;
  /** Null until a speed is known. */
  etaSeconds: number | null;
}

/** How the selected candidate pair reaches the other side; `unknown` until statistics say so. */
export type ConnectionType = 'turn' | 'stun' | 'direct' | 'unknown';

export type RecipientState =
  'connecting' | 'waiting' | 'sending' | 'paused' | 'completed' | 'retrying' | 'error';

/** One receiver as its sender sees it. */
export interface RecipientStatus {
  peerId: string;
  state: RecipientState;
  /** Reconnects since bytes were last acknowledged; 0 unless `retrying`. */
  attempt: number;
  /** `sending`, but nothing has been sent or acknowledged for `SILENCE_MS`. */
  isSilent: boolean;
  stats: TransferStats;
  connectionType: ConnectionType;
  /** True once the receiver confirmed the whole-file digest (version 2 only). */
  isVerified: boolean;
  error: EngineError | null;
}

export type SenderState =
  'idle' | 'connecting' | 'waiting' | 'sending' | 'completed' | 'retrying' | 'error';

export interface SenderSnapshot {
  state: SenderState;
  /** Reconnects of the signalling socket or of a recipient since the last success, whichever is more. */
  attempt: number;
  maxAttempts: number;
  recipients: readonly RecipientStatus[];
  /** Totals over the recipients that are sending or paused: sums, and the longest remaining time. */
  stats: TransferStats;
  error: EngineError | null;
}

export type ReceiverState =
  'connecting' | 'waiting' | 'receiving' | 'paused' | 'completed' | 'retrying' | 'error';

export interface ReceiverSnapshot {
  state: ReceiverState;
  attempt: number;
  maxAttempts: number;
  /** Known once the sender announced the file. The name is already sanitised. */
  file: { filename: string; fileType: string; totalBytes: number } | null;
  stats: TransferStats;
  /** `receiving`, but nothing has arrived for `SILENCE_MS`. */
  isSilent: boolean;
  connectionType: ConnectionType;
  isVerified: boolean;
  error: EngineError | null;
}

/** The payload of POST /api/transfer-analytics (specification, section 3), filled from getStats(). */
export interface TransferReport {
  shareId: string;
  connectionType: ConnectionType;
  stunServersUsed: string[];
  turnServersUsed: string[];
  localCandidateType: string;
  remoteCandidateType: string;
  selectedCandidatePair: {
    localAddress: string;
    remoteAddress: string;
    priority: number;
    state: string;
  } | null;
  /** Decimal digits: files may exceed 2^53 in other languages' parsers. */
  bytesTransferred: string;
  transferDuration: number;
  averageSpeed: string;
  rttMs: number | null;
  packetsLost: number;
  userAgent: string;
  isMobile: boolean;
  browserType: 'iOS Safari' | 'Safari' | 'Other';
  transferStartedAt: string;
  transferCompletedAt: string;
}

export interface Session<Snapshot> {
  getSnapshot(): Snapshot;
  /** Called after every change, at most once per animation frame for progress. Returns unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** Start again from `error`, keeping what is already durable. */
  retry(): void;
  pause(): void;
  resume(): void;
  /** Tell the other side, release sockets, connections and sinks. Idempotent. */
  close(): void;
}

export type SendSession = Session<SenderSnapshot>;
export type ReceiveSession = Session<ReceiverSnapshot>;

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

interface SessionOptions {
  shareId: string;
  /** e.g. wss://host/ws */
  signallingUrl: string;
  authority: JoinAuthority;
  /** Two public STUN servers followed by relay servers; must not reject. */
  iceServers: () => Promise<RTCIceServer[]>;
  /** Sent once per completed transfer; failures are the caller's to log. */
  onReport?: (report: TransferReport) => void;
}

export interface SenderOptions extends SessionOptions {
  file: File;
}

export interface ReceiverOptions extends SessionOptions {
  sink: Sink;
}
