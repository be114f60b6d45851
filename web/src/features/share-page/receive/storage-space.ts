import { useEffect, useState } from 'react';
import { formatBytes } from '../../../lib/texts/format.js';
import { texts } from '../texts.js';

const factors: Record<string, number> = {
  bytes: 1,
  kb: 1024,
  mb: 1024 ** 2,
  gb: 1024 ** 3,
  tb: 1024 ** 4,
};

/** `64.00 MB` → 67108864, to two decimals' precision; null when it is not a size. */
export const parseBytes = (size: string): number | null => {
  const [, digits, unit] = /^\s*([\d.]+)\s*(bytes|[kmgt]b)\s*$/i.exec(size) ?? [];
  if (digits === undefined || unit === undefined) return null;
  const bytes = Math.round(Number(digits) * (factors[unit.toLowerCase()] ?? Number.NaN));
  return Number.isFinite(bytes) ? bytes : null;
};

/** A sentence when this browser has to store the file itself and lacks the room for it; else null. */
export const describeShortage = (size: string, freeBytes: number | null): string | null => {
  const needed = parseBytes(size);
  if (needed === null || freeBytes === null || needed <= freeBytes) return null;
  return texts.receiver.space(size, formatBytes(freeBytes));
};

/** Bytes this origin may still store; null when the browser does not say. */
const freeBytes = async (): Promise<number | null> => {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined ? null : Math.max(0, quota - (usage ?? 0));
  } catch {
    return null;
  }
};

/** A running service worker can hand the bytes to the download list as they come, unstored. */
const canStream = async (): Promise<boolean> => {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration('/').catch(() => undefined);
  return registration?.active != null;
};

/** Only where the browser itself has to hold the whole file does its own room matter. */
export const useShortage = (size: string): string | null => {
  const [shortage, setShortage] = useState<string | null>(null);
  useEffect(() => {
    if ('showSaveFilePicker' in window || !('storage' in navigator)) return undefined;
    let isCurrent = true;
    void Promise.all([freeBytes(), canStream()]).then(([free, isStreaming]) => {
      if (isCurrent && !isStreaming) setShortage(describeShortage(size, free));
    });
    return () => {
      isCurrent = false;
    };
  }, [size]);
  return shortage;
};
