/**
 * Receiver's half of one transfer over one open channel: waits for the metadata, answers with
 * `receiver-ready` when the sender knows protocol version 2, and says `transfer-complete` only when the sink
 * is closed and everything was checked.
 */
import { MAX_OFFERED_WINDOW_BLOCKS } from '../support/constants.js';
import {
  encodeControl,
  parseControl,
  type ControlMessage,
  type V2Offer,
  type FileMetadata,
} from '../wire/control-messages.js';
import type { EngineEnv } from '../support/env.js';
import { decodeChunk, readMessage } from '../wire/chunk-frames.js';
import { createControlLimiter, type ControlLimiter } from '../wire/control-limiter.js';
import {
  EngineFailure,
  engineError,
  toEngineError,
  type EngineError,
} from '../support/failures.js';
import { createDownloadV1, type DownloadV1 } from './download-v1.js';
import { createDownloadV2, type DownloadV2 } from './download-v2.js';
import type { ReceivedFile } from './received-file.js';
import type { OpenSidePath, PathSignal, SidePath } from '../connection/side-path.js';
import { createReceipts, type Receipts } from '../pacing/receipts.js';
import { decodePiece, isPiece } from '../wire/piece-frames.js';

export type DownloadEvent =
  | { type: 'announced'; metadata: FileMetadata }
  /** The sink is prepared: bytes may come, perhaps not from the beginning. */
  | { type: 'ready' }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'completed'; isVerified: boolean }
  /** `isTold`: the sender does not know yet, our message is on its way. */
  | { type: 'failed'; error: EngineError; isTold: boolean };

export interface DownloadOptions {
  channel: RTCDataChannel;
  file: ReceivedFile;
  env: EngineEnv;
  maxMessageBytes: number;
  /** Of the connection below, for measuring its path; absent where a transfer cannot be paced. */
  openSidePath?: OpenSidePath;
  onEvent: (event: DownloadEvent) => void;
}

type Progress =
  | { kind: 'waiting' }
  /** The sink is being opened; our answer is not sent yet, whatever comes is not for us. */
  | { kind: 'opening' }
  | { kind: 'fast'; receiver: DownloadV2 }
  | { kind: 'compat'; receiver: DownloadV1 }
  | { kind: 'over'; bytes: number };

export class Download {
  readonly #options: DownloadOptions;
  readonly #limiter: ControlLimiter;
  #progress: Progress = { kind: 'waiting' };
  #receipts: Receipts | null = null;
  #sidePath: SidePath | null = null;
  #isPausedHere = false;
  #isPausedThere = false;

  constructor(options: DownloadOptions) {
    this.#options = options;
    this.#limiter = createControlLimiter(options.env.clock);
  }

  start(): void {
    this.#options.channel.addEventListener('message', this.#onMessage);
  }

  /** Position in the file. */
  bytesReceived(): number {
    const progress = this.#progress;
    switch (progress.kind) {
      case 'fast':
      case 'compat':
        return progress.receiver.bytesReceived();
      case 'over':
        return progress.bytes;
      case 'waiting':
      case 'opening':
        return 0;
    }
  }

  setPaused(isPaused: boolean): void {
    if (this.#isPausedHere === isPaused || this.#isOver()) return;
    this.#isPausedHere = isPaused;
    // Nothing can hold a sender of protocol version 1.
    if (this.#progress.kind === 'fast')
      this.#send({ type: isPaused ? 'transfer-pause' : 'transfer-resume' });
    this.#onPauseChanged();
  }

  /** Tell the sender that this is over. No event follows. @returns whether a last message may be on its way. */
  cancel(reason: string): boolean {
    if (this.#isOver()) return true;
    const isTold =
      this.#progress.kind === 'fast' && this.#tell({ type: 'transfer-cancel', reason });
    this.stop();
    return isTold;
  }

  /** The channel is gone or the session closes: what is being written is finished, nothing else. */
  stop(): void {
    if (this.#isOver()) return;
    const bytes = this.bytesReceived();
    if (this.#progress.kind === 'fast' || this.#progress.kind === 'compat')
      this.#progress.receiver.stop();
    this.#progress = { kind: 'over', bytes };
    this.#receipts?.stop();
    this.#sidePath?.close();
    this.#options.channel.removeEventListener('message', this.#onMessage);
  }

  #isOver(): boolean {
    return this.#progress.kind === 'over';
  }

  #send(message: ControlMessage): void {
    const { channel } = this.#options;
    if (channel.readyState === 'open') channel.send(encodeControl(message));
  }

  /** Our last word. What ends us may be the channel itself, so that nothing can be said any more. */
  #tell(message: ControlMessage): boolean {
    if (this.#options.channel.readyState !== 'open') return false;
    try {
      this.#send(message);
      return true;
    } catch {
      return false;
    }
  }

  #finish(event: DownloadEvent): void {
    if (this.#isOver()) return;
    this.stop();
    this.#options.onEvent(event);
  }

  #fail(cause: unknown): void {
    if (this.#isOver()) return;
    const error = toEngineError(cause);
    const isTold = this.#tell({ type: 'transfer-error', code: error.code });
    this.#finish({ type: 'failed', error, isTold });
  }

  #onPeerPaused(isPaused: boolean): void {
    if (this.#isPausedThere === isPaused) return;
    this.#isPausedThere = isPaused;
    this.#onPauseChanged();
  }

  #onPauseChanged(): void {
    const isPaused = this.#isPausedHere || this.#isPausedThere;
    this.#options.onEvent({ type: 'paused', isPaused });
  }

  #onMetadata(metadata: FileMetadata): void {
    if (this.#progress.kind !== 'waiting') throw new EngineFailure('protocol-violation');
    this.#options.onEvent({ type: 'announced', metadata });
    if (metadata.v2 === null) {
      this.#openCompat(metadata);
      return;
    }
    this.#progress = { kind: 'opening' };
    this.#openFast(metadata, metadata.v2).catch((cause: unknown) => this.#fail(cause));
  }

  #openCompat(metadata: FileMetadata): void {
    const receiver = createDownloadV1({
      metadata,
      file: this.#options.file,
      onComplete: () => {
        this.#send({ type: 'transfer-complete', sha256: null });
        this.#finish({ type: 'completed', isVerified: false });
      },
      onFailure: (cause) => this.#fail(cause),
    });
    this.#progress = { kind: 'compat', receiver };
    this.#options.onEvent({ type: 'ready' });
  }

  async #openFast(metadata: FileMetadata, offer: V2Offer): Promise<void> {
    const { file, env, maxMessageBytes, onEvent } = this.#options;
    const nextBlock = await file.openBlocks(metadata);
    if (this.#isOver()) return;
    const fitting = Math.floor(env.memory.windowBytes / offer.blockBytes);
    const windowBlocks = Math.min(MAX_OFFERED_WINDOW_BLOCKS, Math.max(1, fitting));
    const receiver = this.#createFast(offer, windowBlocks);
    this.#progress = { kind: 'fast', receiver };
    const { fileId } = offer;
    const isPaced = offer.paced === true && this.#options.openSidePath !== undefined;
    if (isPaced)
      this.#receipts = createReceipts((bytes) => this.#send({ type: 'piece-receipt', bytes }));
    const answer = { fileId, nextBlock, windowBlocks, maxMessageBytes };
    this.#send({ type: 'receiver-ready', ...answer, ...(isPaced && { paced: true }) });
    if (this.#isPausedHere) this.#send({ type: 'transfer-pause' });
    onEvent({ type: 'ready' });
  }

  #createFast(offer: V2Offer, windowBlocks: number): DownloadV2 {
    const { file, env } = this.#options;
    return createDownloadV2({
      offer,
      file,
      windowBlocks,
      sha256: (bytes) => env.sha256(bytes),
      send: (message) => this.#send(message),
      onComplete: (sha256) => {
        this.#send({ type: 'transfer-complete', sha256 });
        this.#finish({ type: 'completed', isVerified: true });
      },
      onFailure: (cause) => this.#fail(cause),
    });
  }

  #fast(): DownloadV2 {
    if (this.#progress.kind !== 'fast') throw new EngineFailure('protocol-violation');
    return this.#progress.receiver;
  }

  #onPathSignal(message: PathSignal): void {
    const receipts = this.#receipts;
    if (receipts === null) return;
    this.#sidePath ??=
      this.#options.openSidePath?.({
        send: (answer) => this.#send(answer),
        onOpen: (channel) => receipts.measure(channel),
      }) ?? null;
    this.#sidePath?.receive(message);
  }

  #onControl(text: string): void {
    const message = parseControl(text);
    this.#limiter.count(message);
    switch (message.type) {
      case 'file-metadata':
        this.#onMetadata(message);
        return;
      case 'transfer-start':
        this.#fast().onStart(message);
        return;
      case 'block-digest':
        this.#fast().onBlockDigest(message.block, message.sha256);
        return;
      case 'file-digest':
        this.#fast().onFileDigest(message.sha256);
        return;
      case 'path-signal':
        this.#onPathSignal(message);
        return;
      case 'transfer-pause':
      case 'transfer-resume':
        this.#onPeerPaused(message.type === 'transfer-pause');
        return;
      case 'transfer-cancel':
        this.#finish({ type: 'failed', error: engineError('cancelled-by-peer'), isTold: false });
        return;
      case 'transfer-error':
        this.#finish({ type: 'failed', error: engineError('failed-at-peer'), isTold: false });
        return;
      case 'malformed':
        throw new EngineFailure('protocol-violation');
      // A receiver's own messages coming back, or ones of a later protocol: not for us.
      case 'receiver-ready':
      case 'block-ack':
      case 'block-retry':
      case 'transfer-complete':
      case 'piece-receipt':
      case 'unknown':
    }
  }

  #onChunk(message: Uint8Array<ArrayBuffer>): void {
    const chunk = decodeChunk(message);
    const progress = this.#progress;
    if (chunk === null || progress.kind === 'waiting')
      throw new EngineFailure('protocol-violation');
    if (progress.kind === 'fast' || progress.kind === 'compat') progress.receiver.onChunk(chunk);
  }

  #onPiece(message: Uint8Array<ArrayBuffer>): void {
    const piece = decodePiece(message);
    if (piece === null || this.#receipts === null) throw new EngineFailure('protocol-violation');
    this.#fast().onPiece(piece);
    this.#receipts.onPiece(piece.payload.length);
  }

  readonly #onMessage = ({ data }: MessageEvent): void => {
    if (this.#isOver()) return;
    try {
      const message = readMessage(data);
      if (message === null) throw new EngineFailure('protocol-violation');
      if (typeof message === 'string') this.#onControl(message);
      else if (isPiece(message)) this.#onPiece(message);
      else this.#onChunk(message);
    } catch (cause) {
      this.#fail(cause);
    }
  };
}
