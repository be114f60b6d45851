/** A disk that outlives its tab: what one sink committed, the next one on the same disk finds again. */
import type { Sink } from '../../api.js';

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
      // What was not committed is gone.
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
      if (sha256s.length !== uncommitted.length) throw new Error('a digest for every block');
      current.blocks.push(...uncommitted);
      current.digests.push(...sha256s);
      uncommitted = [];
      return Promise.resolve();
    },
    close() {
      const bytes = new Uint8Array(Buffer.concat(current.blocks));
      disk.delivered.push(bytes);
      return Promise.resolve(bytes.length);
    },
    abort: () => Promise.resolve(),
  };
};
