/**
 * Receiver's half of one transfer over one open channel: waits for the metadata, answers `receiver-ready` when the
 * sender supports protocol version 2, and sends `transfer-complete` once the sink is closed and everything checked.
 */

import type { OpenSidePath } from '../../connection/side-path.js';
import type { OpenLane } from '../../lanes/lane-connection.js';
import { createAckGate, type AckGate } from '../../pacing/ack-gate.js';
import { maxOfferedWindowBlocks } from '../../support/constants.js';
import type { EngineEnv } from '../../support/env.js';
import { EngineFailure, toEngineError, type EngineError } from '../../support/failures.js';
import { peerDetailsOf, type PeerDetails } from '../../support/peer-details.js';
import { safeFilename } from '../../support/safe-filename.js';
import { unlimited, type RateSetting } from '../../support/session.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import type { DeliveryFacts } from '../../trust/receipt/receipt-statement.js';
import { decodeChunk, readMessage } from '../../wire/chunk-frames.js';
import { createControlChannel, type ControlChannel } from '../../wire/control-channel.js';
import { createControlLimiter, type ControlLimiter } from '../../wire/control-limiter.js';
import {
  parseControl,
  type ControlMessage,
  type V2Offer,
  type FileMetadata,
} from '../../wire/control-messages.js';
import { decodePiece, isPiece } from '../../wire/piece-frames.js';
import { handleShared, type SharedHandlers } from '../../wire/shared-control.js';
import type { ReceivedFile } from '../received-file.js';
import { DownloadPath } from './download-path.js';
import { createDownloadV1, type DownloadV1 } from './download-v1.js';
import { createDownloadV2, type DownloadV2 } from './download-v2.js';

/** What the sender measures. */
export type RateReport = Omit<Extract<ControlMessage, { type: 'rate-report' }>, 'type'>;

export type DownloadEvent =
  | { type: 'announced'; metadata: FileMetadata }
  /** The sink is open; bytes may arrive, not necessarily from the start of the file. */
  | { type: 'ready' }
  | { type: 'paused'; isPaused: boolean; isPausedThere: boolean; isAwaitingApproval: boolean }
  /** The other side has named its person. */
  | { type: 'peer'; details: PeerDetails }
  /** The sender's limit, and what it measures. */
  | { type: 'rate-limit'; setting: RateSetting }
  | { type: 'rate-report'; report: RateReport }
  | { type: 'completed'; isVerified: boolean }
  /** `isNotified`: a `transfer-error` is queued on the channel. */
  | { type: 'failed'; error: EngineError; isNotified: boolean };

export interface OfferedFile {
  /** Verbatim from the sender, not sanitised. */
  filename: string;
  fileType: string;
  /** Null when the sender announced none. */
  totalBytes: number | null;
}

/** A verified file, as announced. */
export type Delivered = Omit<DeliveryFacts, 'shareId' | 'deliveryId'>;

export interface DownloadOptions {
  channel: RTCDataChannel;
  file: ReceivedFile;
  env: EngineEnv;
  maxMessageBytes: number;
  /** Opens a channel that measures the path; absent where a transfer cannot be paced. */
  openSidePath?: OpenSidePath;
  /** Opens a further connection for the file; absent where there is only the one. */
  openLane?: OpenLane;
  /** Whether the announced file is the one that the page shows; absent when it shows none. */
  isExpected?: (file: OfferedFile) => boolean;
  /** The link's key, once the sender has proven that it has it. */
  linkKey?: LinkKey;
  /** The recipient, as they name themselves to the sender. */
  person?: PeerDetails;
  onEvent: (event: DownloadEvent) => void;
}

type Phase =
  | { kind: 'waiting' }
  /** The sink is being opened. Chunks that arrive before the answer is sent are dropped. */
  | { kind: 'opening' }
  | { kind: 'v1'; download: DownloadV1 }
  | { kind: 'v2'; download: DownloadV2 };

export class Download {
  readonly #options: DownloadOptions;
  readonly #limiter: ControlLimiter;
  readonly #end = new AbortController();
  readonly #control: ControlChannel;
  #phase: Phase = { kind: 'waiting' };
  readonly #path: DownloadPath;
  #metadata: FileMetadata | null = null;
  #hasGreeted = false;
  #isPausedHere = false;
  #isPausedThere = false;
  #isAwaitingApproval = false;
  #limit: RateSetting = unlimited;
  /** The sender has sent `rate-limit`, so it respects the one of this side. */
  #isLimitKnown = false;
  readonly #gate: AckGate;
  readonly #shared: SharedHandlers = {
    from: 'sender',
    onPeerPaused: (isPaused, isAsking) => this.#onPeerPaused(isPaused, isAsking),
    onPeerEnded: (error) => this.#onPeerEnded(error),
  };

  constructor(options: DownloadOptions) {
    this.#options = options;
    this.#limiter = createControlLimiter(options.env.clock);
    this.#control = createControlChannel(options.channel, this.#end.signal);
    this.#gate = createAckGate(options.env.clock);
    this.#path = new DownloadPath({
      env: options.env,
      openSidePath: options.openSidePath,
      openLane: options.openLane,
      limiter: this.#limiter,
      send: (message) => this.#control.send(message),
      onLaneMessage: (message, lane) => this.#onLaneMessage(message, lane),
      onFailure: (cause) => this.#fail(cause),
    });
  }

  /** @param early data of messages that arrived before. */
  start(early: readonly unknown[] = []): void {
    const onMessage = ({ data }: MessageEvent): void => this.#onMessage(data);
    this.#options.channel.addEventListener('message', onMessage, { signal: this.#end.signal });
    for (const data of early) this.#onMessage(data);
  }

  /** The sink is being opened, or received bytes are not durable yet. */
  isStoring(): boolean {
    const phase = this.#phase;
    if (phase.kind === 'v1' || phase.kind === 'v2') return phase.download.isStoring();
    return phase.kind === 'opening';
  }

  /** What a receipt states about the file; null unless its digests were stated. */
  delivered(): Delivered | null {
    const phase = this.#phase;
    const metadata = this.#metadata;
    const digest = phase.kind === 'v2' ? phase.download.statedDigest() : null;
    if (digest === null || metadata?.v2?.committed !== true) return null;
    const { filename, fileType } = metadata;
    const { fileBytes, blockBytes } = metadata.v2;
    return { filename, fileType, totalBytes: fileBytes, blockBytes, digest };
  }

  /** Position in the file. */
  bytesReceived(): number {
    const phase = this.#phase;
    return phase.kind === 'v1' || phase.kind === 'v2' ? phase.download.bytesReceived() : 0;
  }

  /** Connections that carry the file. */
  lanes(): number {
    return this.#path.connections();
  }

  setPaused(isPaused: boolean): void {
    if (this.#isPausedHere === isPaused || this.#isEnded()) return;
    this.#isPausedHere = isPaused;
    // Version 1 has no message to pause a sender.
    if (this.#phase.kind === 'v2')
      this.#control.send({ type: isPaused ? 'transfer-pause' : 'transfer-resume' });
    this.#onPauseChanged();
  }

  setLimit(setting: RateSetting): void {
    this.#limit = setting;
    if (this.#isEnded() || this.#phase.kind !== 'v2') return;
    this.#control.send({ type: 'rate-limit', ...setting });
    this.#setGate();
  }

  /** This device stores more slowly than bytes arrive. */
  isWindowFull(): boolean {
    return this.#phase.kind === 'v2' && this.#phase.download.isWindowFull();
  }

  /** End the transfer without an event. @returns whether a message to the sender may be queued. */
  cancel(reason: string): boolean {
    if (this.#isEnded()) return true;
    const isNotified =
      this.#phase.kind === 'v2' && this.#control.trySend({ type: 'transfer-cancel', reason });
    this.stop();
    return isNotified;
  }

  /** Handle no more messages; writes in progress finish. */
  stop(): void {
    this.#end.abort();
    this.#gate.stop();
    this.#path.stop();
  }

  #setGate(): void {
    this.#gate.set(this.#isLimitKnown ? null : this.#limit.bytesPerSecond);
  }

  #onSenderLimit({ bytesPerSecond, isYielding }: RateSetting): void {
    this.#isLimitKnown = true;
    this.#setGate();
    this.#options.onEvent({ type: 'rate-limit', setting: { bytesPerSecond, isYielding } });
  }

  #isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #finish(event: DownloadEvent): void {
    if (this.#isEnded()) return;
    this.stop();
    this.#options.onEvent(event);
  }

  #fail(cause: unknown): void {
    if (this.#isEnded()) return;
    const error = toEngineError(cause);
    const isNotified = this.#control.fail(error.code);
    this.#finish({ type: 'failed', error, isNotified });
  }

  #onPeerEnded(error: EngineError): void {
    // The next attempt must not claim the damaged blocks again. The failure below is the one to report.
    if (error.code === 'stored-part-invalid') this.#options.file.discard().catch(() => undefined);
    this.#finish({ type: 'failed', error, isNotified: false });
  }

  #onPeerPaused(isPaused: boolean, isAsking: boolean): void {
    if (this.#isPausedThere === isPaused && this.#isAwaitingApproval === isAsking) return;
    this.#isPausedThere = isPaused;
    this.#isAwaitingApproval = isAsking;
    this.#onPauseChanged();
  }

  #introduce(): void {
    const { person } = this.#options;
    if (person !== undefined) this.#control.send(peerDetailsOf(person));
  }

  #onPauseChanged(): void {
    const isPaused = this.#isPausedHere || this.#isPausedThere;
    this.#options.onEvent({
      type: 'paused',
      isPaused,
      isPausedThere: this.#isPausedThere,
      isAwaitingApproval: this.#isAwaitingApproval,
    });
  }

  /** The sender can prove that it made the link, and this page does not have its key. */
  #onHello(): void {
    if (this.#phase.kind !== 'waiting' || this.#hasGreeted) return;
    this.#hasGreeted = true;
    this.#control.send({ type: 'peer-hello', nonce: null });
  }

  #onMetadata(metadata: FileMetadata): void {
    if (this.#phase.kind !== 'waiting') throw new EngineFailure('protocol-violation');
    this.#checkDescription(metadata);
    this.#options.file.checkSize(metadata);
    this.#metadata = metadata;
    this.#options.onEvent({ type: 'announced', metadata });
    if (metadata.v2 === null) {
      this.#openV1(metadata);
      return;
    }
    this.#phase = { kind: 'opening' };
    this.#openV2(metadata, metadata.v2).catch((cause: unknown) => this.#fail(cause));
  }

  /** @throws EngineFailure before anything of another file than the expected one is stored. */
  #checkDescription({ filename, fileType, fileSize }: FileMetadata): void {
    const { isExpected } = this.#options;
    if (isExpected === undefined || isExpected({ filename, fileType, totalBytes: fileSize }))
      return;
    throw new EngineFailure('file-differs', {
      offeredName: safeFilename(filename),
      ...(fileSize !== null && { offeredBytes: fileSize }),
    });
  }

  #openV1(metadata: FileMetadata): void {
    const download = createDownloadV1({
      metadata,
      file: this.#options.file,
      signal: this.#end.signal,
      onComplete: () => {
        this.#control.send({ type: 'transfer-complete', sha256: null });
        this.#finish({ type: 'completed', isVerified: false });
      },
      onFailure: (cause) => this.#fail(cause),
    });
    this.#phase = { kind: 'v1', download };
    this.#options.onEvent({ type: 'ready' });
  }

  async #openV2(metadata: FileMetadata, offer: V2Offer): Promise<void> {
    const { file, env, maxMessageBytes, onEvent } = this.#options;
    const nextBlock = await file.openBlocks(metadata);
    if (this.#isEnded()) return;
    const fitting = Math.floor(env.memory.windowBytes / offer.blockBytes);
    const windowBlocks = Math.min(maxOfferedWindowBlocks, Math.max(1, fitting));
    const { isPaced, lanes } = this.#path.accept(offer);
    const download = this.#createV2(offer, windowBlocks, lanes > 0);
    this.#phase = { kind: 'v2', download };
    const { fileId } = offer;
    const deliveryId = file.deliveryId();
    // Before the answer that starts the sender, so that it applies to the first byte.
    if (this.#limit !== unlimited) this.#control.send({ type: 'rate-limit', ...this.#limit });
    // Also before it: a sender who is asked about this recipient reads its name in the question.
    this.#introduce();
    this.#control.send({
      type: 'receiver-ready',
      fileId,
      nextBlock,
      windowBlocks,
      maxMessageBytes,
      ...(isPaced && { paced: true }),
      ...(lanes > 0 && { lanes }),
      ...(offer.committed && { committed: true, deliveryId }),
    });
    this.#setGate();
    if (this.#isPausedHere) this.#control.send({ type: 'transfer-pause' });
    onEvent({ type: 'ready' });
  }

  #createV2(offer: V2Offer, windowBlocks: number, hasLanes: boolean): DownloadV2 {
    const { file, env, linkKey = null } = this.#options;
    return createDownloadV2({
      offer,
      file,
      linkKey,
      windowBlocks,
      hasLanes,
      signal: this.#end.signal,
      sha256: (bytes) => env.sha256(bytes),
      send: (message) => this.#control.send(message),
      whenDue: (blockBytes) => this.#gate.pass(blockBytes),
      onComplete: (sha256) => {
        this.#control.send({ type: 'transfer-complete', sha256 });
        this.#finish({ type: 'completed', isVerified: true });
      },
      onFailure: (cause) => this.#fail(cause),
    });
  }

  #v2(): DownloadV2 {
    if (this.#phase.kind !== 'v2') throw new EngineFailure('protocol-violation');
    return this.#phase.download;
  }

  /** A lane carries pieces, and copies of digests. */
  #onLaneMessage(message: string | Uint8Array<ArrayBuffer>, lane: number): void {
    if (this.#isEnded()) return;
    if (typeof message !== 'string') {
      this.#onPiece(message, lane);
      return;
    }
    const digest = parseControl(message);
    this.#limiter.count(digest);
    if (digest.type === 'block-digest') this.#v2().onBlockDigest(digest.block, digest);
    else if (digest.type === 'file-digest') this.#v2().onFileDigest(digest, digest.tag);
    else throw new EngineFailure('protocol-violation');
  }

  #onControl(text: string): void {
    const message = parseControl(text);
    this.#limiter.count(message);
    if (handleShared(message, this.#shared)) return;
    switch (message.type) {
      case 'peer-hello':
        this.#onHello();
        return;
      case 'file-metadata':
        this.#onMetadata(message);
        return;
      case 'transfer-start':
        this.#v2().onStart(message);
        return;
      case 'block-digest':
        this.#v2().onBlockDigest(message.block, message);
        return;
      case 'file-digest':
        this.#v2().onFileDigest(message, message.tag);
        return;
      case 'block-challenge':
        this.#v2().onChallenge(message);
        return;
      case 'path-signal':
        this.#path.onPathSignal(message);
        return;
      case 'lane-signal':
        this.#path.onLaneSignal(message);
        return;
      case 'lane-close':
        this.#path.closeLane(message.lane);
        return;
      case 'peer-details':
        this.#options.onEvent({ type: 'peer', details: message });
        return;
      case 'rate-limit':
        this.#onSenderLimit(message);
        return;
      case 'rate-report':
        this.#options.onEvent({ type: 'rate-report', report: message });
        return;
      // Messages that only receivers send, of receipts, which follow the transfer, or of a later protocol version.
      case 'peer-proof':
      case 'receiver-ready':
      case 'block-ack':
      case 'block-retry':
      case 'block-response':
      case 'transfer-complete':
      case 'piece-receipt':
      case 'receipt-key':
      case 'receipt':
      case 'unknown':
    }
  }

  #onChunk(message: Uint8Array<ArrayBuffer>): void {
    const chunk = decodeChunk(message);
    const phase = this.#phase;
    if (chunk === null || phase.kind === 'waiting') throw new EngineFailure('protocol-violation');
    if (phase.kind === 'v1' || phase.kind === 'v2') phase.download.onChunk(chunk);
  }

  #onPiece(message: Uint8Array<ArrayBuffer>, lane = 0): void {
    const piece = decodePiece(message);
    if (piece === null || !this.#path.isAccepted()) throw new EngineFailure('protocol-violation');
    this.#v2().onPiece(piece);
    this.#path.onPiece(piece.payload.length, piece.isReceiptWanted, lane);
  }

  #onMessage(data: unknown): void {
    if (this.#isEnded()) return;
    try {
      const message = readMessage(data);
      if (message === null) throw new EngineFailure('protocol-violation');
      if (typeof message === 'string') this.#onControl(message);
      else if (isPiece(message)) this.#onPiece(message);
      else this.#onChunk(message);
    } catch (cause) {
      this.#fail(cause);
    }
  }
}
