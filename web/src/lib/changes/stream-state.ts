import { useSyncExternalStore } from 'react';

let isUp = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether this browser has an open stream of changes. */
export const isStreamUp = (): boolean => isUp;

export const setStreamUp = (next: boolean): void => {
  if (next === isUp) return;
  isUp = next;
  for (const listener of listeners) listener();
};

export const useIsStreamUp = (): boolean => useSyncExternalStore(subscribe, isStreamUp);
