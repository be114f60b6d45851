/**
 * Receiver's half of one transfer over one open channel: waits for the metadata, answers `receiver-ready` when the
 * sender supports protocol version 2, and sends `transfer-complete` once the sink is closed and everything checked.
 */

import { maxDigestCopies, maxOfferedWindowBlocks } from '../../support/constants.js';
import { EngineFailure, toEngineError, type EngineError } from '../../support/failures.js';
import { peerDetailsOf } from '../../support/peer-details.js';
import { safeFilename } from '../../support/safe-filename.js';
import type { RateSetting } from '../../support/session.js';
import { decodeChunk, readMessage } from '../../wire/chunk-frames.js';
import { createControlChannel, type ControlChannel } from '../../wire/control-channel.js';
import { createControlLimiter, type ControlLimiter } from '../../wire/control-limiter.js';
import { parseControl, type FileMetadata, type V2Offer } from '../../wire/control-messages.js';
import { decodePiece, isPiece } from '../../wire/piece-frames.js';
import { handleShared, type SharedHandlers } from '../../wire/shared-control.js';
import { createDownloadLimits, type DownloadLimits } from './download-limits.js';
import { DownloadLoop } from './download-loop.js';
import type { Delivered, DownloadEvent, DownloadOptions } from './download-options.js';
import { DownloadPacing } from './download-pacing.js';
import type { DownloadV2 } from './download-v2.js';

export class Download {
  readonly #options: DownloadOptions;
  readonly #limiter: ControlLimiter;
  readonly #end = new AbortController();
  readonly #control: ControlChannel;
  readonly #limits: DownloadLimits;
  readonly #pacing: DownloadPacing;
  readonly #loop: DownloadLoop;
  #hasGreeted = false;
  readonly #shared: SharedHandlers = {
    from: 'sender',
    onPeerPaused: (isPaused, isAsking) => this.#onPeerPaused(isPaused, isAsking),
    onPeerEnded: (error) => this.#onPeerEnded(error),
  };

  constructor(options: DownloadOptions) {
    this.#options = options;
    this.#limiter = createControlLimiter(options.env.clock);
    this.#control = createControlChannel(options.channel, this.#end.signal);
    this.#limits = createDownloadLimits(options.env.clock, (message) =>
      this.#control.send(message),
    );
    this.#pacing = new DownloadPacing({
      env: options.env,
      openMeasuringConnection: options.openMeasuringConnection,
      openLane: options.openLane,
      limiter: this.#limiter,
      send: (message) => this.#control.send(message),
      onLaneMessage: (message, lane) => this.#onLaneMessage(message, lane),
      onFailure: (cause) => this.#fail(cause),
    });
    this.#loop = new DownloadLoop({
      ...options,
      end: this.#end.signal,
      whenDue: (blockBytes) => this.#limits.whenDue(blockBytes),
      send: (message) => this.#control.send(message),
      onComplete: (isVerified) => this.#finish({ type: 'completed', isVerified }),
      onFailure: (cause) => this.#fail(cause),
    });
  }

  /** @param early data of messages that arrived before. */
  start(early: readonly unknown[] = []): void {
    const onMessage = ({ data }: MessageEvent): void => this.#onMessage(data);
    this.#options.channel.addEventListener('message', onMessage, { signal: this.#end.signal });
    for (const data of early) this.#onMessage(data);
  }

  /** The sink is being opened or read back, or received bytes are not durable yet. */
  isDiskBusy(): boolean {
    return this.#loop.isDiskBusy();
  }

  /** What a receipt states about the file; null unless its digests were stated. */
  delivered(): Delivered | null {
    return this.#loop.delivered();
  }

  /** Position in the file. */
  bytesReceived(): number {
    return this.#loop.bytesReceived();
  }

  /** Connections that carry the file. */
  lanes(): number {
    return this.#pacing.connections();
  }

  /** The user has paused or resumed the transfer. */
  statePause(): void {
    if (this.#isEnded()) return;
    const type = this.#options.pause.isHere() ? 'transfer-pause' : 'transfer-resume';
    if (this.#loop.v2 !== null) this.#control.send({ type });
    this.#onPauseChanged();
  }

  setLimit(setting: RateSetting): void {
    if (!this.#isEnded()) this.#limits.set(setting);
  }

  /** This device stores more slowly than bytes arrive. */
  isWindowFull(): boolean {
    return this.#loop.v2?.isWindowFull() === true;
  }

  /** End the transfer without an event. @returns whether a message to the sender may be queued. */
  cancel(reason: string): boolean {
    if (this.#isEnded()) return true;
    const isNotified =
      this.#loop.v2 !== null && this.#control.trySend({ type: 'transfer-cancel', reason });
    this.stop();
    return isNotified;
  }

  /** Handle no more messages; writes in progress finish. */
  stop(): void {
    this.#end.abort();
    this.#limits.stop();
    this.#pacing.stop();
  }

  #onSenderLimit({ bytesPerSecond, isYielding }: RateSetting): void {
    this.#limits.onSenderLimit();
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
    if (this.#options.pause.setThere(isPaused, isAsking)) this.#onPauseChanged();
  }

  #introduce(): void {
    const { person } = this.#options;
    if (person !== undefined) this.#control.send(peerDetailsOf(person));
  }

  #onPauseChanged(): void {
    this.#options.onEvent({ type: 'paused', isPaused: this.#options.pause.by() !== null });
  }

  /** The sender can prove that it made the link, and this page does not have its key. */
  #onHello(): void {
    if (!this.#loop.isWaiting() || this.#hasGreeted) return;
    this.#hasGreeted = true;
    this.#control.send({ type: 'peer-hello', nonce: null });
  }

  #onMetadata(metadata: FileMetadata): void {
    if (!this.#loop.isWaiting()) throw new EngineFailure('protocol-violation');
    this.#checkDescription(metadata);
    this.#options.file.checkSize(metadata);
    this.#options.onEvent({ type: 'announced', metadata });
    if (metadata.v2 === null) {
      this.#loop.openV1(metadata);
      this.#options.onEvent({ type: 'ready' });
      return;
    }
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

  async #openV2(metadata: FileMetadata, offer: V2Offer): Promise<void> {
    const { file, env, maxMessageBytes, pause, onEvent } = this.#options;
    const nextBlock = await this.#loop.openSink(metadata);
    if (this.#isEnded()) return;
    const fitting = Math.floor(env.memory.windowBytes / offer.blockBytes);
    const windowBlocks = Math.min(maxOfferedWindowBlocks, Math.max(1, fitting));
    const { isPaced, lanes } = this.#pacing.accept(offer);
    this.#loop.openV2(metadata, offer, windowBlocks, lanes > 0);
    const { fileId } = offer;
    const deliveryId = file.deliveryId();
    // Before the answer that starts the sender, so that it applies to the first byte.
    this.#limits.start();
    // Also before it: a sender who is asked about this recipient reads its name in the question.
    this.#introduce();
    this.#control.send({
      type: 'receiver-ready',
      fileId,
      nextBlock,
      windowBlocks,
      maxMessageBytes,
      ...(isPaced && { paced: true }),
      ...(lanes > 0 && { lanes, digestCopies: maxDigestCopies }),
      ...(offer.committed && { committed: true, deliveryId }),
    });
    if (pause.isHere()) this.#control.send({ type: 'transfer-pause' });
    onEvent({ type: 'ready' });
  }

  #v2(): DownloadV2 {
    const { v2 } = this.#loop;
    if (v2 === null) throw new EngineFailure('protocol-violation');
    return v2;
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
        this.#pacing.onPathSignal(message);
        return;
      case 'lane-signal':
        this.#pacing.onLaneSignal(message);
        return;
      case 'lane-close':
        this.#pacing.closeLane(message.lane);
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
    if (chunk === null) throw new EngineFailure('protocol-violation');
    this.#loop.onChunk(chunk);
  }

  #onPiece(message: Uint8Array<ArrayBuffer>, lane = 0): void {
    const piece = decodePiece(message);
    if (piece === null || !this.#pacing.isAccepted()) throw new EngineFailure('protocol-violation');
    this.#v2().onPiece(piece);
    this.#pacing.onPiece(piece.payload.length, piece.isReportWanted, lane);
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
