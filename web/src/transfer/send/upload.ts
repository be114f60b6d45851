/**
 * Sender's half of one transfer over one open channel.
 *
 *     file-metadata ▶                             offers the fast profile
 *       ◀ receiver-ready within 1 s               → fast (send-fast.ts); a late one still switches over
 *       silence                                   → compatibility (send-compat.ts)
 *       ◀ transfer-complete                       the only thing that completes a transfer
 */
import type { EngineError } from '../api.js';
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
import { EngineFailure, engineError, toEngineError } from '../support/failures.js';
import type { OutgoingContext } from './upload-context.js';
import { compatChunks, compatPace, sendCompat } from './upload-v1.js';
import { createFastSender, type FastSender } from './upload-v2.js';

export type OutgoingEvent =
  | { type: 'started'; profile: 'fast' | 'compat' }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'completed'; isVerified: boolean }
  /** `isTold`: the receiver does not know yet, our message is on its way. */
  | { type: 'failed'; error: EngineError; isTold: boolean };

export interface OutgoingOptions {
  channel: RTCDataChannel;
  source: FileSource;
  env: EngineEnv;
  maxMessageBytes: number;
  onEvent: (event: OutgoingEvent) => void;
}

export class Outgoing {
  readonly #options: OutgoingOptions;
  readonly #changed = createLatch();
  #writer: ChannelWriter;
  #fast: FastSender | null = null;
  #profile: 'undecided' | 'fast' | 'compat' | 'over' = 'undecided';
  #fileId = '';
  #compatBytes = 0;
  #isPausedHere = false;
  #isPausedThere = false;
  #readyTimer: TimerId | undefined;

  constructor(options: OutgoingOptions) {
    this.#options = options;
    this.#writer = this.#createWriter(false);
  }

  start(): void {
    this.#options.channel.addEventListener('message', this.#onMessage);
    this.#run(this.#announce());
  }

  /** Position in the file, less what still waits in the channel's queue. */
  bytesSent(): number {
    const position = this.#fast === null ? this.#compatBytes : this.#fast.bytesSent();
    return Math.max(0, position - this.#writer.bufferedBytes());
  }

  setPaused(isPaused: boolean): void {
    if (this.#isPausedHere === isPaused || this.#isOver()) return;
    this.#isPausedHere = isPaused;
    // A peer of the compatibility profile knows no such message.
    if (this.#profile === 'fast')
      this.#send({ type: isPaused ? 'transfer-pause' : 'transfer-resume' });
    this.#onPauseChanged();
  }

  /** Tell the receiver that this is over. No event follows. @returns whether a message is on its way. */
  cancel(reason: string): boolean {
    const isTold = this.#profile === 'fast' && this.#tell({ type: 'transfer-cancel', reason });
    this.stop();
    return isTold;
  }

  /** The channel is gone or the session closes: send nothing more. */
  stop(): void {
    const { env, channel } = this.#options;
    this.#profile = 'over';
    env.clock.clearTimeout(this.#readyTimer);
    channel.removeEventListener('message', this.#onMessage);
    this.#changed.notify();
  }

  #isOver(): boolean {
    return this.#profile === 'over';
  }

  #createWriter(isCompat: boolean): ChannelWriter {
    const { channel, env } = this.#options;
    const isSlow = isCompat && env.device.isIos;
    return createChannelWriter(channel, env.clock, watermarksFor(isSlow));
  }

  #send(message: ControlMessage): void {
    if (this.#isOver() || this.#options.channel.readyState !== 'open') return;
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

  #finish(event: OutgoingEvent): void {
    if (this.#isOver()) return;
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

  #contextFor(own: 'fast' | 'compat'): OutgoingContext {
    const { source, env, channel } = this.#options;
    return {
      source,
      env,
      writer: this.#writer,
      changed: this.#changed,
      isStopped: () => this.#profile !== own || channel.readyState !== 'open',
      isPaused: () => this.#isPausedHere || this.#isPausedThere,
      send: (message) => this.#send(message),
    };
  }

  async #announce(): Promise<void> {
    const { source, env } = this.#options;
    this.#fileId = await source.fileId();
    if (this.#isOver()) return;
    const { filename, fileType, totalBytes, blockBytes } = source;
    this.#send({
      type: 'file-metadata',
      filename,
      fileSize: totalBytes,
      fileType,
      chunks: compatChunks(totalBytes, compatPace(env.device.isIos).chunkBytes),
      fast: { fileId: this.#fileId, fileBytes: totalBytes, blockBytes },
    });
    this.#readyTimer = env.clock.setTimeout(() => this.#startCompat(), READY_TIMEOUT_MS);
  }

  #startCompat(): void {
    if (this.#profile !== 'undecided') return;
    this.#profile = 'compat';
    this.#writer = this.#createWriter(true);
    this.#options.onEvent({ type: 'started', profile: 'compat' });
    const onProgress = (bytes: number): void => {
      this.#compatBytes = bytes;
    };
    this.#run(sendCompat(this.#contextFor('compat'), onProgress));
  }

  #startFast(ready: ReceiverReady): void {
    const { source, env } = this.#options;
    if (ready.fileId !== this.#fileId || ready.nextBlock > source.blocks) {
      this.#fail(engineError('protocol-violation'));
      return;
    }
    if (this.#profile === 'fast') return;
    env.clock.clearTimeout(this.#readyTimer);
    this.#profile = 'fast';
    this.#writer = this.#createWriter(false);
    this.#changed.notify();
    const maxMessageBytes = Math.min(this.#options.maxMessageBytes, ready.maxMessageBytes);
    this.#fast = createFastSender(this.#contextFor('fast'), ready, maxMessageBytes);
    this.#options.onEvent({ type: 'started', profile: 'fast' });
    this.#run(this.#fast.run());
    // Paused before there was anybody to tell: the receiver would take the silence for a slow sender.
    if (this.#isPausedHere) this.#send({ type: 'transfer-pause' });
  }

  async #complete(sha256: string | null): Promise<void> {
    const { source } = this.#options;
    // An empty file is complete before either profile began.
    if (this.#profile !== 'fast' && this.#compatBytes === source.totalBytes) {
      this.#finish({ type: 'completed', isVerified: false });
    } else if (sha256 === null || this.#fast?.isAllAcknowledged() !== true) {
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
        this.#startFast(message);
        return;
      case 'block-ack':
      case 'block-retry':
        if (this.#fast?.onBlock(message) !== true) this.#fail(engineError('protocol-violation'));
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
