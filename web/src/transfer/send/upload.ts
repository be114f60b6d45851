/**
 * Sender's half of one transfer over one open channel.
 *
 *     file-metadata ▶                             offers protocol version 2
 *       ◀ receiver-ready within 1 s               → fast (send-fast.ts); a late one still switches over
 *       silence                                   → compatibility (send-compat.ts)
 *       ◀ transfer-complete                       the only thing that completes a transfer
 */
import { createChannelWriter, watermarksFor, type ChannelWriter } from '../wire/flow-control.js';
import { READY_TIMEOUT_MS } from '../support/constants.js';
import {
  encodeControl,
  parseControl,
  type ControlMessage,
  type ParsedControl,
  type ReceiverReady,
} from '../wire/control-messages.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import type { FileSource } from './file-source.js';
import { readMessage } from '../wire/chunk-frames.js';
import { createLatch } from '../support/latch.js';
import {
  EngineFailure,
  engineError,
  toEngineError,
  type EngineError,
} from '../support/failures.js';
import type { UploadContext } from './upload-context.js';
import { chunkCountV1, pacingV1, uploadV1 } from './upload-v1.js';
import { createUploadV2, type UploadV2 } from './upload-v2.js';

export type UploadEvent =
  | { type: 'started'; version: 1 | 2 }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'completed'; isVerified: boolean }
  /** `isTold`: the receiver does not know yet, our message is on its way. */
  | { type: 'failed'; error: EngineError; isTold: boolean };

export interface UploadOptions {
  channel: RTCDataChannel;
  source: FileSource;
  env: EngineEnv;
  maxMessageBytes: number;
  onEvent: (event: UploadEvent) => void;
}

export class Upload {
  readonly #options: UploadOptions;
  readonly #changed = createLatch();
  #writer: ChannelWriter;
  #v2: UploadV2 | null = null;
  #phase: 'announcing' | 'v1' | 'v2' | 'ended' = 'announcing';
  #fileId = '';
  #v1Bytes = 0;
  #isPausedHere = false;
  #isPausedThere = false;
  #readyTimer: TimerId | undefined;

  constructor(options: UploadOptions) {
    this.#options = options;
    this.#writer = this.#createWriter(false);
  }

  start(): void {
    this.#options.channel.addEventListener('message', this.#onMessage);
    this.#run(this.#announce());
  }

  /** Position in the file, less what still waits in the channel's queue. */
  bytesSent(): number {
    const position = this.#v2 === null ? this.#v1Bytes : this.#v2.bytesSent();
    return Math.max(0, position - this.#writer.bufferedBytes());
  }

  /** What the receiver has stored. Version 1 has no acknowledgements: bytes that left the send queue instead. */
  bytesAcknowledged(): number {
    return this.#v2 === null ? this.bytesSent() : this.#v2.bytesAcknowledged();
  }

  setPaused(isPaused: boolean): void {
    if (this.#isPausedHere === isPaused || this.#isEnded()) return;
    this.#isPausedHere = isPaused;
    // A peer of protocol version 1 knows no such message.
    if (this.#phase === 'v2') this.#send({ type: isPaused ? 'transfer-pause' : 'transfer-resume' });
    this.#onPauseChanged();
  }

  /** Tell the receiver that this is over. No event follows. @returns whether a message is on its way. */
  cancel(reason: string): boolean {
    const isTold = this.#phase === 'v2' && this.#tell({ type: 'transfer-cancel', reason });
    this.stop();
    return isTold;
  }

  /** The channel is gone or the session closes: send nothing more. */
  stop(): void {
    const { env, channel } = this.#options;
    this.#phase = 'ended';
    env.clock.clearTimeout(this.#readyTimer);
    channel.removeEventListener('message', this.#onMessage);
    this.#changed.notify();
  }

  #isEnded(): boolean {
    return this.#phase === 'ended';
  }

  #createWriter(isV1: boolean): ChannelWriter {
    const { channel, env } = this.#options;
    const isSlow = isV1 && env.device.isIos;
    return createChannelWriter(channel, env.clock, watermarksFor(isSlow));
  }

  #send(message: ControlMessage): void {
    if (this.#isEnded() || this.#options.channel.readyState !== 'open') return;
    this.#writer.send(encodeControl(message));
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

  #finish(event: UploadEvent): void {
    if (this.#isEnded()) return;
    this.stop();
    this.#options.onEvent(event);
  }

  #fail(error: EngineError): void {
    const isTold = this.#tell({ type: 'transfer-error', code: error.code });
    this.#finish({ type: 'failed', error, isTold });
  }

  /** A loop that ends because the channel did is not a failure: the link reports that. */
  #run(loop: Promise<void>): void {
    loop.catch((error: unknown) => {
      const isChannelGone = error instanceof EngineFailure && error.code === 'channel-not-ready';
      if (isChannelGone || this.#options.channel.readyState !== 'open') return;
      this.#fail(toEngineError(error, 'channel-error'));
    });
  }

  #contextFor(own: 'v1' | 'v2'): UploadContext {
    const { source, env, channel } = this.#options;
    return {
      source,
      env,
      writer: this.#writer,
      changed: this.#changed,
      isStopped: () => this.#phase !== own || channel.readyState !== 'open',
      isPaused: () => this.#isPausedHere || this.#isPausedThere,
      send: (message) => this.#send(message),
    };
  }

  async #announce(): Promise<void> {
    const { source, env } = this.#options;
    this.#fileId = await source.fileId();
    if (this.#isEnded()) return;
    const { filename, fileType, totalBytes, blockBytes } = source;
    this.#send({
      type: 'file-metadata',
      filename,
      fileSize: totalBytes,
      fileType,
      chunks: chunkCountV1(totalBytes, pacingV1(env.device.isIos).chunkBytes),
      v2: { fileId: this.#fileId, fileBytes: totalBytes, blockBytes },
    });
    this.#readyTimer = env.clock.setTimeout(() => this.#startV1(), READY_TIMEOUT_MS);
  }

  #startV1(): void {
    if (this.#phase !== 'announcing') return;
    this.#phase = 'v1';
    this.#writer = this.#createWriter(true);
    this.#options.onEvent({ type: 'started', version: 1 });
    const onProgress = (bytes: number): void => {
      this.#v1Bytes = bytes;
    };
    this.#run(uploadV1(this.#contextFor('v1'), onProgress));
  }

  #startV2(ready: ReceiverReady): void {
    const { source, env } = this.#options;
    if (ready.fileId !== this.#fileId || ready.nextBlock > source.blocks) {
      this.#fail(engineError('protocol-violation'));
      return;
    }
    if (this.#phase === 'v2') return;
    env.clock.clearTimeout(this.#readyTimer);
    this.#phase = 'v2';
    this.#writer = this.#createWriter(false);
    this.#changed.notify();
    const maxMessageBytes = Math.min(this.#options.maxMessageBytes, ready.maxMessageBytes);
    this.#v2 = createUploadV2(this.#contextFor('v2'), ready, maxMessageBytes);
    this.#options.onEvent({ type: 'started', version: 2 });
    this.#run(this.#v2.run());
    // Paused before there was anybody to tell: the receiver would take the silence for a slow sender.
    if (this.#isPausedHere) this.#send({ type: 'transfer-pause' });
  }

  async #complete(sha256: string | null): Promise<void> {
    const { source } = this.#options;
    // An empty file is complete before either version began.
    if (this.#phase !== 'v2' && this.#v1Bytes === source.totalBytes) {
      this.#finish({ type: 'completed', isVerified: false });
    } else if (sha256 === null || this.#v2?.isAllAcknowledged() !== true) {
      this.#fail(engineError('protocol-violation'));
    } else if (sha256 === (await source.fileDigest())) {
      this.#finish({ type: 'completed', isVerified: true });
    } else {
      this.#fail(engineError('digest-mismatch'));
    }
  }

  #onPauseChanged(): void {
    this.#changed.notify();
    const isPaused = this.#isPausedHere || this.#isPausedThere;
    this.#options.onEvent({ type: 'paused', isPaused });
  }

  #onControl(message: ParsedControl): void {
    switch (message.type) {
      case 'receiver-ready':
        this.#startV2(message);
        return;
      case 'block-ack':
      case 'block-retry':
        if (this.#v2?.onBlock(message) !== true) this.#fail(engineError('protocol-violation'));
        return;
      case 'transfer-complete':
        this.#run(this.#complete(message.sha256));
        return;
      case 'transfer-pause':
      case 'transfer-resume':
        this.#isPausedThere = message.type === 'transfer-pause';
        this.#onPauseChanged();
        return;
      case 'transfer-cancel':
        this.#finish({ type: 'failed', error: engineError('cancelled-by-peer'), isTold: false });
        return;
      case 'transfer-error':
        this.#finish({ type: 'failed', error: engineError('failed-at-peer'), isTold: false });
        return;
      case 'malformed':
        this.#fail(engineError('protocol-violation'));
        return;
      // A sender's own messages coming back, or ones of a later protocol: not for us.
      case 'file-metadata':
      case 'transfer-start':
      case 'block-digest':
      case 'file-digest':
      case 'unknown':
    }
  }

  readonly #onMessage = ({ data }: MessageEvent): void => {
    const message = readMessage(data);
    if (typeof message === 'string') this.#onControl(parseControl(message));
    // Chunks only ever flow the other way.
    else this.#fail(engineError('protocol-violation'));
  };
}
