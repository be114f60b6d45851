/** The fallback for small files where no other sink works: parts of a Blob, which browsers move out of the page's heap. */

import { mib } from '../support/constants.js';
import { EngineFailure } from '../support/failures.js';
import { blobHandOver, saveBlob, type SaveBlob } from './save-blob.js';
import type { Sink } from './sink.js';

export const memorySinkMaxBytes = 1_024 * mib;

export const createMemorySink = (
  save: SaveBlob = saveBlob,
  maxBytes = memorySinkMaxBytes,
): Sink => {
  let parts: Blob[] = [];
  let writtenBytes = 0;
  let filename = '';
  let complete: Blob | null = null;
  const refuseAbove = (bytes: number): void => {
    if (bytes > maxBytes) throw new EngineFailure('too-large-for-memory');
  };
  const reset = (): void => {
    parts = [];
    writtenBytes = 0;
    complete = null;
  };
  return {
    kind: 'memory',
    handOver: blobHandOver,
    open(file) {
      reset();
      filename = file.filename;
      return new Promise((resolve) => {
        refuseAbove(file.totalBytes ?? 0);
        resolve(0);
      });
    },
    write(bytes) {
      return new Promise((resolve) => {
        writtenBytes += bytes.length;
        refuseAbove(writtenBytes);
        // A Blob copies its parts, so the buffer is free again.
        parts.push(new Blob([bytes]));
        resolve(bytes);
      });
    },
    async read(offset, length) {
      return new Uint8Array(await new Blob(parts).slice(offset, offset + length).arrayBuffer());
    },
    close() {
      const blob = new Blob(parts);
      reset();
      complete = blob;
      void save(blob, filename);
      return Promise.resolve(blob.size);
    },
    saveAgain() {
      if (complete !== null) void save(complete, filename);
      return Promise.resolve(complete !== null);
    },
    abort() {
      reset();
      return Promise.resolve();
    },
  };
};
