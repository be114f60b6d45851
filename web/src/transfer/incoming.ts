/**
 * Receiver's half of one transfer over one open channel: waits for the metadata, answers with
 * `receiver-ready` when the sender knows the fast profile, and says `transfer-complete` only when the sink
 * is closed and everything was checked.
 */
import type { EngineError } from './api.js';
import {
  encodeControl,
  parseControl,
  type ControlMessage,
  type FileMetadata,
  type FastOffer,
} from './control.js';
import type { EngineEnv } from './env.js';
import { decodeChunk, readMessage } from './frames.js';
import { EngineFailure, engineError, toEngineError } from './messages.js';
import { createCompatReceiver, type CompatReceiver } from './receive-compat.js';
import { createFastReceiver, type FastReceiver } from './receive-fast.js';
import type { ReceivedFile } from './received-file.js';

export type IncomingEvent =
  | { type: 'announced'; metadata: FileMetadata }
  /** The sink is prepared: bytes may come, perhaps not from the beginning. */
  | { type: 'ready' }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'completed'; isVerified: boolean }
  /** `isTold`: the sender does not know yet, our message is on its way. */
  | { type: 'failed'; error: EngineError; isTold: boolean };

export interface IncomingOptions {
  channel: RTCDataChannel;
  file: ReceivedFile;
  env: EngineEnv;
  maxMessageBytes: number;
  onEvent: (event: IncomingEvent) => void;
}

export interface Incoming {
  start(): void;
  bytesReceived(): number;
  pause(): void;
  resume(): void;
  cancel(reason: string): void;
  stop(): void;
}

type Progress =
  | { kind: 'waiting' }
  /** The sink is being opened; our answer is not sent yet, whatever comes is not for us. */
  | { kind: 'opening' }
  | { kind: 'fast'; receiver: FastReceiver }
  | { kind: 'compat'; receiver: CompatReceiver }
  | { kind: 'over'; bytes: number };

export function createIncoming(options: IncomingOptions): Incoming {
  const { channel, file, env, onEvent } = options;
  let progress: Progress = { kind: 'waiting' };
  let isPausedHere = false;
  let isPausedThere = false;

  const send = (message: ControlMessage): void => {
    if (channel.readyState === 'open') channel.send(encodeControl(message));
  };
  const bytesReceived = (): number => {
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
  };
  const isOver = (): boolean => progress.kind === 'over';
  const settle = (): void => {
    const bytes = bytesReceived();
    if (progress.kind === 'fast' || progress.kind === 'compat') progress.receiver.stop();
    progress = { kind: 'over', bytes };
    channel.removeEventListener('message', onMessage);
  };
  const finish = (event: IncomingEvent): void => {
    if (isOver()) return;
    settle();
    onEvent(event);
  };
  const fail = (cause: unknown): void => {
    if (isOver()) return;
    const error = toEngineError(cause);
    send({ type: 'transfer-error', code: error.code });
    finish({ type: 'failed', error, isTold: true });
  };

  const windowBlocks = (offer: FastOffer): number => {
    return Math.min(16, Math.max(1, Math.floor(env.memory.windowBytes / offer.blockBytes)));
  };

  const openFast = async (metadata: FileMetadata, offer: FastOffer): Promise<void> => {
    const nextBlock = await file.openBlocks(metadata);
    if (isOver()) return;
    const window = windowBlocks(offer);
    const receiver = createFastReceiver({
      offer,
      file,
      windowBlocks: window,
      sha256: (bytes) => env.sha256(bytes),
      send,
      onComplete(sha256) {
        send({ type: 'transfer-complete', sha256 });
        finish({ type: 'completed', isVerified: true });
      },
      onFailure: fail,
    });
    progress = { kind: 'fast', receiver };
    send({
      type: 'receiver-ready',
      fileId: offer.fileId,
      nextBlock,
      windowBlocks: window,
      maxMessageBytes: options.maxMessageBytes,
    });
    if (isPausedHere) send({ type: 'transfer-pause' });
    onEvent({ type: 'ready' });
  };

  const openCompat = (metadata: FileMetadata): void => {
    const receiver = createCompatReceiver({
      metadata,
      file,
      onComplete() {
        send({ type: 'transfer-complete', sha256: null });
        finish({ type: 'completed', isVerified: false });
      },
      onFailure: fail,
    });
    progress = { kind: 'compat', receiver };
    onEvent({ type: 'ready' });
  };

  const onMetadata = (metadata: FileMetadata): void => {
    if (progress.kind !== 'waiting') throw new EngineFailure('protocol-violation');
    onEvent({ type: 'announced', metadata });
    if (metadata.fast === null) {
      openCompat(metadata);
      return;
    }
    progress = { kind: 'opening' };
    openFast(metadata, metadata.fast).catch(fail);
  };

  const fast = (): FastReceiver => {
    if (progress.kind !== 'fast') throw new EngineFailure('protocol-violation');
    return progress.receiver;
  };

  const onControl = (text: string): void => {
    const message = parseControl(text);
    switch (message.type) {
      case 'file-metadata':
        onMetadata(message);
        return;
      case 'transfer-start':
        fast().onStart(message);
        return;
      case 'block-digest':
        fast().onBlockDigest(message.block, message.sha256);
        return;
      case 'file-digest':
        fast().onFileDigest(message.sha256);
        return;
      case 'transfer-pause':
      case 'transfer-resume':
        isPausedThere = message.type === 'transfer-pause';
        onEvent({ type: 'paused', isPaused: isPausedHere || isPausedThere });
        return;
      case 'transfer-cancel':
        finish({ type: 'failed', error: engineError('cancelled-by-peer'), isTold: false });
        return;
      case 'transfer-error':
        finish({ type: 'failed', error: engineError('failed-at-peer'), isTold: false });
        return;
      case 'malformed':
        throw new EngineFailure('protocol-violation');
      case 'receiver-ready':
      case 'block-ack':
      case 'block-retry':
      case 'transfer-complete':
      case 'unknown':
    }
  };

  const onChunk = (message: Uint8Array<ArrayBuffer>): void => {
    const chunk = decodeChunk(message);
    if (chunk === null || progress.kind === 'waiting')
      throw new EngineFailure('protocol-violation');
    if (progress.kind === 'fast' || progress.kind === 'compat') progress.receiver.onChunk(chunk);
  };

  function onMessage({ data }: MessageEvent): void {
    if (isOver()) return;
    try {
      const message = readMessage(data);
      if (message === null) throw new EngineFailure('protocol-violation');
      if (typeof message === 'string') onControl(message);
      else onChunk(message);
    } catch (error) {
      fail(error);
    }
  }

  const setPaused = (isPaused: boolean): void => {
    if (isPausedHere === isPaused || isOver()) return;
    isPausedHere = isPaused;
    if (progress.kind === 'fast') send({ type: isPaused ? 'transfer-pause' : 'transfer-resume' });
    onEvent({ type: 'paused', isPaused: isPausedHere || isPausedThere });
  };

  return {
    start: () => channel.addEventListener('message', onMessage),
    bytesReceived,
    pause: () => setPaused(true),
    resume: () => setPaused(false),
    cancel(reason) {
      if (isOver()) return;
      if (progress.kind === 'fast') send({ type: 'transfer-cancel', reason });
      settle();
    },
    stop: settle,
  };
}
