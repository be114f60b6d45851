/**
 * Sender's half of one transfer over one open channel.
 *
 *     file-metadata ▶                             offers the fast profile
 *       ◀ receiver-ready within 1 s               → fast (send-fast.ts); a late one still switches over
 *       silence                                   → compatibility (send-compat.ts)
 *       ◀ transfer-complete                       the only thing that completes a transfer
 */
import type { EngineError } from './api.js';
import { createChannelWriter, type ChannelWriter } from './channel-writer.js';
import {
  HIGH_WATER_BYTES,
  IOS_HIGH_WATER_BYTES,
  IOS_LOW_THRESHOLD_BYTES,
  IOS_LOW_WATER_BYTES,
  LOW_WATER_BYTES,
  READY_TIMEOUT_MS,
} from './constants.js';
import { encodeControl, parseControl, type ControlMessage, type ReceiverReady } from './control.js';
import type { EngineEnv, TimerId } from './env.js';
import type { FileSource } from './file-source.js';
import { readMessage } from './frames.js';
import { createLatch, type Latch } from './latch.js';
import { EngineFailure, engineError, toEngineError } from './messages.js';
import { compatChunks, compatPace, sendCompat } from './send-compat.js';
import { createFastSender, type FastSender } from './send-fast.js';

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

/** What a profile's loop may use and must look at between any two messages. */
export interface OutgoingContext {
  source: FileSource;
  env: EngineEnv;
  writer: ChannelWriter;
  changed: Latch;
  isStopped(): boolean;
  isPaused(): boolean;
  send(message: ControlMessage): void;
}

export interface Outgoing {
  start(): void;
  /** Position in the file, less what still waits in the channel's queue. */
  bytesSent(): number;
  pause(): void;
  resume(): void;
  /** Tell the receiver that this is over. */
  cancel(reason: string): void;
  /** The channel is gone or the session closes: send nothing more. */
  stop(): void;
}

export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { channel, source, env, onEvent } = options;
  const changed = createLatch();
  const { isIos } = env.device;
  const fastMarks = {
    highBytes: HIGH_WATER_BYTES,
    lowBytes: LOW_WATER_BYTES,
    thresholdBytes: LOW_WATER_BYTES,
  };
  const iosMarks = {
    highBytes: IOS_HIGH_WATER_BYTES,
    lowBytes: IOS_LOW_WATER_BYTES,
    thresholdBytes: IOS_LOW_THRESHOLD_BYTES,
  };
  let writer = createChannelWriter(channel, env.clock, fastMarks);
  let fast: FastSender | null = null;
  let profile: 'undecided' | 'fast' | 'compat' | 'over' = 'undecided';
  let fileId = '';
  let compatBytes = 0;
  let isPausedHere = false;
  let isPausedThere = false;
  let readyTimer: TimerId | undefined;

  const isOver = (): boolean => profile === 'over';
  const send = (message: ControlMessage): void => {
    if (!isOver() && channel.readyState === 'open') writer.send(encodeControl(message));
  };
  const settle = (): void => {
    profile = 'over';
    env.clock.clearTimeout(readyTimer);
    channel.removeEventListener('message', onMessage);
    changed.notify();
  };
  const finish = (event: OutgoingEvent): void => {
    if (isOver()) return;
    settle();
    onEvent(event);
  };
  const fail = (error: EngineError): void => {
    if (isOver()) return;
    send({ type: 'transfer-error', code: error.code });
    finish({ type: 'failed', error, isTold: true });
  };
  /** A loop that ends because the channel did is not a failure: the link reports that. */
  const run = (loop: Promise<void>): void => {
    loop.catch((error: unknown) => {
      const isChannelGone = error instanceof EngineFailure && error.code === 'channel-not-ready';
      if (!isChannelGone && channel.readyState === 'open')
        fail(toEngineError(error, 'channel-error'));
    });
  };

  const contextFor = (own: 'fast' | 'compat'): OutgoingContext => ({
    source,
    env,
    writer,
    changed,
    isStopped: () => profile !== own || channel.readyState !== 'open',
    isPaused: () => isPausedHere || isPausedThere,
    send,
  });

  const startCompat = (): void => {
    if (profile !== 'undecided') return;
    profile = 'compat';
    if (isIos) writer = createChannelWriter(channel, env.clock, iosMarks);
    onEvent({ type: 'started', profile });
    run(
      sendCompat(contextFor('compat'), (bytes) => {
        compatBytes = bytes;
      }),
    );
  };

  const startFast = (ready: ReceiverReady): void => {
    if (ready.fileId !== fileId || ready.nextBlock > source.blocks) {
      fail(engineError('protocol-violation'));
      return;
    }
    if (profile === 'fast') return;
    env.clock.clearTimeout(readyTimer);
    profile = 'fast';
    writer = createChannelWriter(channel, env.clock, fastMarks);
    changed.notify();
    const maxMessageBytes = Math.min(options.maxMessageBytes, ready.maxMessageBytes);
    fast = createFastSender(contextFor('fast'), ready, maxMessageBytes);
    onEvent({ type: 'started', profile });
    run(fast.run());
  };

  const complete = async (sha256: string | null): Promise<void> => {
    // An empty file is complete before either profile began.
    if (profile !== 'fast' && compatBytes === source.totalBytes) {
      finish({ type: 'completed', isVerified: false });
      return;
    }
    if (fast === null || sha256 === null || !fast.isAllAcknowledged()) {
      fail(engineError('protocol-violation'));
      return;
    }
    if (sha256 === (await source.fileDigest())) finish({ type: 'completed', isVerified: true });
    else fail(engineError('digest-mismatch'));
  };

  const onControl = (message: ReturnType<typeof parseControl>): void => {
    switch (message.type) {
      case 'receiver-ready':
        startFast(message);
        return;
      case 'block-ack':
      case 'block-retry':
        if (fast?.onBlock(message) !== true) fail(engineError('protocol-violation'));
        return;
      case 'transfer-complete':
        complete(message.sha256).catch((error: unknown) => fail(toEngineError(error)));
        return;
      case 'transfer-pause':
      case 'transfer-resume':
        isPausedThere = message.type === 'transfer-pause';
        changed.notify();
        onEvent({ type: 'paused', isPaused: isPausedHere || isPausedThere });
        return;
      case 'transfer-cancel':
        finish({ type: 'failed', error: engineError('cancelled-by-peer'), isTold: false });
        return;
      case 'transfer-error':
        finish({ type: 'failed', error: engineError('failed-at-peer'), isTold: false });
        return;
      case 'malformed':
        fail(engineError('protocol-violation'));
        return;
      // A sender's own messages coming back, or ones of a later protocol: not for us.
      case 'file-metadata':
      case 'transfer-start':
      case 'block-digest':
      case 'file-digest':
      case 'unknown':
    }
  };
  function onMessage({ data }: MessageEvent): void {
    const message = readMessage(data);
    if (typeof message === 'string') onControl(parseControl(message));
    // Chunks only ever flow the other way.
    else fail(engineError('protocol-violation'));
  }

  const announce = async (): Promise<void> => {
    fileId = await source.fileId();
    if (isOver()) return;
    const { filename, fileType, totalBytes, blockBytes } = source;
    const chunks = compatChunks(totalBytes, compatPace(isIos).chunkBytes);
    const offer = { fileId, fileBytes: totalBytes, blockBytes };
    send({ type: 'file-metadata', filename, fileSize: totalBytes, fileType, chunks, fast: offer });
    readyTimer = env.clock.setTimeout(startCompat, READY_TIMEOUT_MS);
  };

  const setPaused = (isPaused: boolean): void => {
    if (isPausedHere === isPaused || isOver()) return;
    isPausedHere = isPaused;
    // A peer of the compatibility profile knows no such message.
    if (profile === 'fast') send({ type: isPaused ? 'transfer-pause' : 'transfer-resume' });
    changed.notify();
    onEvent({ type: 'paused', isPaused: isPausedHere || isPausedThere });
  };

  return {
    start() {
      channel.addEventListener('message', onMessage);
      run(announce());
    },
    bytesSent() {
      const position = fast === null ? compatBytes : fast.bytesSent();
      return Math.max(0, position - writer.bufferedBytes());
    },
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    cancel(reason) {
      if (profile === 'fast') send({ type: 'transfer-cancel', reason });
      settle();
    },
    stop: settle,
  };
}
