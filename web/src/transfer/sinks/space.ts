/** Free space of this origin, checked before the first byte: https://storage.spec.whatwg.org/#usage-and-quota */

import { EngineFailure } from '../support/failures.js';

/** Bytes this origin may still store; null where the browser has no estimate. */
export const freeBytes = async (): Promise<number | null> => {
  const storage = (globalThis.navigator as Navigator | undefined)?.storage;
  if (typeof storage?.estimate !== 'function') return null;
  const { quota, usage = 0 } = await storage.estimate();
  return quota === undefined ? null : Math.max(0, quota - usage);
};

/** @throws EngineFailure `storage-full` with both numbers. */
export const checkSpace = async (neededBytes: number): Promise<void> => {
  const free = await freeBytes();
  if (free === null || neededBytes <= free) return;
  throw new EngineFailure('storage-full', { neededBytes, freeBytes: free });
};
