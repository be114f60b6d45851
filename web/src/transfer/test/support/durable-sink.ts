/** A disk that survives a reload of the tab: a new sink on the same disk restores the committed blocks. */

import type { Sink } from '../../api.js';
import { discardReason } from '../../sinks/sink.js';

export interface TestDisk {
  files: Map<string, { blocks: Uint8Array[]; digests: Uint8Array[] }>;
  writes: number;
  delivered: Uint8Array[];
}

export const createDisk = (): TestDisk => ({ files: new Map(), writes: 0, delivered: [] });

export const createDurableSink = (disk: TestDisk): Sink => {
  let current = { blocks: [] as Uint8Array[], digests: [] as Uint8Array[] };
  let uncommitted: Uint8Array[] = [];
  return {
    kind: 'opfs',
    open({ fileId }) {
      current = disk.files.get(fileId) ?? { blocks: [], digests: [] };
      disk.files.set(fileId, current);
      // A reload loses blocks that were not committed.
      uncommitted = [];
      return Promise.resolve(current.blocks.reduce((sum, block) => sum + block.length, 0));
    },
    restoredDigests: () => current.digests,
    write(bytes) {
      disk.writes += 1;
      uncommitted.push(bytes);
      return Promise.resolve(undefined);
    },
    commit(sha256s) {
      if (sha256s.length !== uncommitted.length) throw new Error('expected one digest per block');
      current.blocks.push(...uncommitted);
      current.digests.push(...sha256s);
      uncommitted = [];
      return Promise.resolve();
    },
    read(offset, length) {
      const bytes = new Uint8Array(Buffer.concat(current.blocks));
      return Promise.resolve(bytes.slice(offset, offset + length));
    },
    close() {
      const bytes = new Uint8Array(Buffer.concat(current.blocks));
      disk.delivered.push(bytes);
      return Promise.resolve(bytes.length);
    },
    abort(reason) {
      if (reason === discardReason) {
        current.blocks.length = 0;
        current.digests.length = 0;
      }
      return Promise.resolve();
    },
  };
};
