/** Protocol version 1, receiving: chunks in order, gathered into larger writes. */

import { createSerial } from '../../support/async/serial.js';
import { v1BacklogBytes, v1WriteBytes, v1WriteChunks } from '../../support/constants.js';
import { EngineFailure } from '../../support/failures.js';
import type { ChunkFrame } from '../../wire/chunk-frames.js';
import type { FileMetadata } from '../../wire/control-messages.js';
import type { ReceivedFile } from '../received-file.js';

export interface DownloadV1 {
  /** @throws EngineFailure when the chunk is out of order or exceeds what was announced. */
  onChunk(chunk: ChunkFrame): void;
  bytesReceived(): number;
  /** Received bytes are not durable yet. */
  isDiskBusy(): boolean;
}

export interface DownloadV1Options {
  metadata: FileMetadata;
  file: ReceivedFile;
  /** Aborted when the channel closes: writes in progress finish, no further step starts. */
  signal: AbortSignal;
  onComplete: () => void;
  onFailure: (cause: unknown) => void;
}

/** A file without chunks is complete as soon as the sink is open. */
export const createDownloadV1 = (options: DownloadV1Options): DownloadV1 => {
  const { metadata, file, signal } = options;
  let expected = 0;
  let receivedBytes = 0;
  let unwrittenBytes = 0;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  const inOrder = createSerial();

  const append = (step: () => Promise<void>): void => {
    inOrder(async () => {
      if (!signal.aborted) await step();
    }).catch((cause: unknown) => {
      if (!signal.aborted) options.onFailure(cause);
    });
  };

  const flush = (): void => {
    if (gathered.length === 0) return;
    const joined = new Uint8Array(gatheredBytes);
    let offset = 0;
    for (const part of gathered) {
      joined.set(part, offset);
      offset += part.length;
    }
    gathered = [];
    gatheredBytes = 0;
    append(async () => {
      await file.write(joined);
      unwrittenBytes -= joined.length;
    });
  };

  const finish = (): void => {
    flush();
    append(async () => {
      await file.finish(null, metadata.fileSize ?? receivedBytes);
      if (!signal.aborted) options.onComplete();
    });
  };

  append(() => file.openPlain(metadata));
  if (metadata.chunks === 0) finish();

  return {
    onChunk({ chunkIndex, totalChunks, payload }) {
      if (chunkIndex !== expected || totalChunks !== metadata.chunks)
        throw new EngineFailure('protocol-violation');
      receivedBytes += payload.length;
      unwrittenBytes += payload.length;
      if (metadata.fileSize !== null && receivedBytes > metadata.fileSize)
        throw new EngineFailure('protocol-violation');
      if (unwrittenBytes > v1BacklogBytes) throw new EngineFailure('too-slow');
      expected += 1;
      gathered.push(payload);
      gatheredBytes += payload.length;
      if (expected === totalChunks) finish();
      else if (gatheredBytes >= v1WriteBytes || gathered.length >= v1WriteChunks) flush();
    },
    bytesReceived: () => receivedBytes,
    isDiskBusy: () => unwrittenBytes > gatheredBytes,
  };
};
