/** What a download does with the bytes of the file: nothing before the offer is answered, then version 1 or 2. */

import type { EngineEnv } from '../../support/env.js';
import { EngineFailure } from '../../support/failures.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import type { ChunkFrame } from '../../wire/chunk-frames.js';
import type { ControlMessage, FileMetadata, V2Offer } from '../../wire/control-messages.js';
import type { ReceivedFile } from '../received-file.js';
import type { Delivered } from './download-options.js';
import { createDownloadV1, type DownloadV1 } from './download-v1.js';
import { createDownloadV2, type DownloadV2 } from './download-v2.js';

export interface DownloadLoopOptions {
  file: ReceivedFile;
  env: EngineEnv;
  linkKey?: LinkKey;
  /** Of the download. */
  end: AbortSignal;
  whenDue: (blockBytes: number) => Promise<void>;
  send: (message: ControlMessage) => void;
  /** The file is saved, and the sender is told so. */
  onComplete: (isVerified: boolean) => void;
  onFailure: (cause: unknown) => void;
}

type Running =
  | { phase: 'waiting' }
  /** The sink is being opened. Chunks that arrive before the answer is sent are dropped. */
  | { phase: 'opening' }
  | { phase: 'v1'; download: DownloadV1 }
  | { phase: 'v2'; download: DownloadV2; metadata: FileMetadata; offer: V2Offer };

export class DownloadLoop {
  readonly #options: DownloadLoopOptions;
  #running: Running = { phase: 'waiting' };

  constructor(options: DownloadLoopOptions) {
    this.#options = options;
  }

  get v2(): DownloadV2 | null {
    return this.#running.phase === 'v2' ? this.#running.download : null;
  }

  /** For the announcement of a file. */
  isWaiting(): boolean {
    return this.#running.phase === 'waiting';
  }

  openV1(metadata: FileMetadata): void {
    const { file, end, send, onComplete, onFailure } = this.#options;
    const download = createDownloadV1({
      metadata,
      file,
      signal: end,
      onComplete: () => {
        send({ type: 'transfer-complete', sha256: null });
        onComplete(false);
      },
      onFailure,
    });
    this.#running = { phase: 'v1', download };
  }

  /** @returns the first block to be sent. */
  openSink(metadata: FileMetadata): Promise<number> {
    this.#running = { phase: 'opening' };
    return this.#options.file.openBlocks(metadata);
  }

  openV2(metadata: FileMetadata, offer: V2Offer, windowBlocks: number, hasLanes: boolean): void {
    const { file, env, linkKey = null, end, whenDue, send } = this.#options;
    const { onComplete, onFailure } = this.#options;
    const download = createDownloadV2({
      offer,
      file,
      linkKey,
      windowBlocks,
      hasLanes,
      signal: end,
      sha256: (bytes) => env.sha256(bytes),
      send,
      whenDue,
      onComplete: (sha256) => {
        send({ type: 'transfer-complete', sha256 });
        onComplete(true);
      },
      onFailure,
    });
    this.#running = { phase: 'v2', download, metadata, offer };
  }

  /** @throws EngineFailure before the announcement. */
  onChunk(chunk: ChunkFrame): void {
    const running = this.#running;
    if (running.phase === 'waiting') throw new EngineFailure('protocol-violation');
    if (running.phase !== 'opening') running.download.onChunk(chunk);
  }

  /** The sink is being opened or read back, or received bytes are not durable yet. */
  isDiskBusy(): boolean {
    const running = this.#running;
    if (running.phase === 'waiting') return false;
    return running.phase === 'opening' || running.download.isDiskBusy();
  }

  /** Position in the file. */
  bytesReceived(): number {
    const running = this.#running;
    if (running.phase === 'waiting' || running.phase === 'opening') return 0;
    return running.download.bytesReceived();
  }

  /** What a receipt states about the file; null unless its digests were stated. */
  delivered(): Delivered | null {
    const running = this.#running;
    const digest = running.phase === 'v2' ? running.download.statedDigest() : null;
    if (running.phase !== 'v2' || digest === null || running.offer.committed !== true) return null;
    const { filename, fileType } = running.metadata;
    const { fileBytes, blockBytes } = running.offer;
    return { filename, fileType, totalBytes: fileBytes, blockBytes, digest };
  }
}
