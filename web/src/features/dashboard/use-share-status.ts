import { useSyncExternalStore } from 'react';
import type { FileShare } from './api.js';
import { shareStatus, type ShareStatus } from './share-status.js';

const minuteMs = 60_000;

/** One timer for all rows. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(() => {
      for (const each of listeners) each();
    }, minuteMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
};

/** The status at present, at most a minute late: the list does not change when a day passes. */
export const useShareStatus = (share: Pick<FileShare, 'expiresAt' | 'isActive'>): ShareStatus => {
  // A number or a string compares by value, so React renders only the rows whose status changes.
  const shown = useSyncExternalStore(subscribe, () => {
    const status = shareStatus(share);
    return status.kind === 'active' ? status.daysLeft : status.kind;
  });
  return typeof shown === 'number' ? { kind: 'active', daysLeft: shown } : { kind: shown };
};
