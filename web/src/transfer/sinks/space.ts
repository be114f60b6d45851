/** Is there room? Asked before the first byte, so that nobody waits an hour for "disk full". */
import { EngineFailure } from '../support/failures.js';

/** Bytes this origin may still store; null where the browser does not say. */
export async function freeBytes(): Promise<number | null> {
  const storage = (globalThis.navigator as Navigator | undefined)?.storage;
  if (typeof storage?.estimate !== 'function') return null;
  const { quota, usage = 0 } = await storage.estimate();
  return quota === undefined ? null : Math.max(0, quota - usage);
}

/** @throws EngineFailure `storage-full`, naming both numbers. */
export async function checkSpace(neededBytes: number): Promise<void> {
  const free = await freeBytes();
  if (free === null || neededBytes <= free) return;
  throw new EngineFailure('storage-full', { neededBytes, freeBytes: free });
}
