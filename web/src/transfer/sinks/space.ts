/** Is there room? Asked before the first byte, so that nobody waits an hour for "disk full". */
import { EngineFailure } from '../messages.js';

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

function describeBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit] ?? ''}`;
}

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
  throw new EngineFailure(
    'storage-full',
    ` It needs ${describeBytes(neededBytes)}; ${describeBytes(free)} are available.`,
  );
}
