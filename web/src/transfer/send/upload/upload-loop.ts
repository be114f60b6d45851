/** What an upload sends of the file: in version 1, in version 2, or in both after a late answer. */

import { createWaitMeter, type WaitMeter } from '../../progress/wait-meter.js';
import { createChildController } from '../../support/abort.js';
import type { EngineEnv } from '../../support/env.js';
import type { Latch } from '../../support/latch.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import type { ControlMessage, ReceiverReady } from '../../wire/control-messages.js';
import { createChannelWriter, watermarksFor, type ChannelWriter } from '../../wire/flow-control.js';
import type { Acknowledged } from '../acknowledged.js';
import type { FileSource } from '../source/file-source.js';
import { createSentBytes, type SentBytes } from './sent-bytes.js';
import type { UploadContext } from './upload-context.js';
import type { UploadLimits } from './upload-limits.js';
import type { UploadPacing } from './upload-pacing.js';
import { UploadV1 } from './upload-v1.js';
import { UploadV2 } from './upload-v2.js';

export interface UploadLoopOptions {
  channel: RTCDataChannel;
  source: FileSource;
  env: EngineEnv;
  maxMessageBytes: number;
  acknowledged: Acknowledged;
  linkKey?: LinkKey;
  limits: UploadLimits;
  pacing: UploadPacing;
  /** See `UploadContext`. */
  changed: Latch;
  /** Of the upload. */
  end: AbortSignal;
  isPaused: () => boolean;
  send: (message: ControlMessage) => void;
}

type Running =
  /** `loop` is aborted when version 2 takes over. */
  | { version: 1; upload: UploadV1; loop: AbortController }
  /** `hasV1SentAll`: before a late answer, and the receiver may have kept the file. */
  | { version: 2; upload: UploadV2; hasV1SentAll: boolean };

export class UploadLoop {
  readonly #options: UploadLoopOptions;
  #writer: ChannelWriter;
  /** Null until it starts. */
  #running: Running | null = null;
  /** What it waits for. */
  readonly waits: WaitMeter;
  readonly sent: SentBytes;

  constructor(options: UploadLoopOptions) {
    this.#options = options;
    this.#writer = this.#createWriter(false);
    this.waits = createWaitMeter(options.env.clock);
    this.sent = createSentBytes(
      {
        position: () => this.position(),
        hasLastByte: () => this.#hasHandedAll(),
        waitingBytes: () => options.pacing.lanes?.waitingBytes() ?? this.#writer.bufferedBytes(),
      },
      options.end,
    );
  }

  get v2(): UploadV2 | null {
    return this.#running?.version === 2 ? this.#running.upload : null;
  }

  /** In the file, counting bytes handed to the channel. */
  position(): number {
    return this.#running?.upload.bytesSent() ?? 0;
  }

  writeControl(text: string): void {
    this.sent.onControl(text);
    this.#writer.send(text);
  }

  /** @returns the loop, to be run. */
  openV1(): UploadV1 {
    this.#writer = this.#createWriter(true);
    const loop = createChildController(this.#options.end);
    const upload = new UploadV1(this.#createContext(loop.signal));
    this.#running = { version: 1, upload, loop };
    return upload;
  }

  /** Ends version 1. @returns the loop, to be run. */
  openV2(ready: ReceiverReady): UploadV2 {
    const { pacing, end, acknowledged } = this.#options;
    const hasV1SentAll = this.#hasHandedAll();
    this.#stopV1();
    this.#writer = this.#createWriter(false);
    if (ready.paced) pacing.start(this.#writer, ready);
    const maxMessageBytes = Math.min(this.#options.maxMessageBytes, ready.maxMessageBytes);
    const upload = new UploadV2(this.#createContext(end), ready, maxMessageBytes, acknowledged);
    this.#running = { version: 2, upload, hasV1SentAll };
    return upload;
  }

  #stopV1(): void {
    if (this.#running?.version !== 1) return;
    this.#running.loop.abort();
    this.#options.changed.notify();
  }

  #hasHandedAll(): boolean {
    const { totalBytes } = this.#options.source;
    const running = this.#running;
    if (running === null) return false;
    if (running.version === 2) return running.hasV1SentAll || running.upload.hasSentEnd();
    return totalBytes > 0 && running.upload.bytesSent() === totalBytes;
  }

  #createWriter(isV1: boolean): ChannelWriter {
    const { channel, env } = this.#options;
    return createChannelWriter(channel, env.clock, watermarksFor(isV1 && env.device.isIos));
  }

  #createContext(signal: AbortSignal): UploadContext {
    const { source, env, changed, linkKey = null, limits, pacing, isPaused, send } = this.#options;
    return {
      ...{ source, env, changed, linkKey, limits, isPaused, send, signal },
      writer: this.#writer,
      pacer: pacing.pacer,
      lanes: pacing.lanes,
      waits: this.waits,
    };
  }
}
