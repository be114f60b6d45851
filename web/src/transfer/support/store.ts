/** An immutable snapshot with listeners, in the form that React's `useSyncExternalStore` expects. */
export interface Store<Snapshot> {
  get(): Snapshot;
  /** @param when 'frame' batches notifications into one per animation frame. */
  set(patch: Partial<Snapshot>, when?: 'now' | 'frame'): void;
  subscribe(listener: () => void): () => void;
}

/** An exception is reported, as with an EventTarget, and reaches neither the engine nor other listeners. */
const callIsolated = (listener: () => void): void => {
  try {
    listener();
  } catch (cause) {
    queueMicrotask(() => {
      throw cause;
    });
  }
};

export const createStore = <Snapshot extends object>(
  initial: Snapshot,
  onNextFrame: (callback: () => void) => void,
): Store<Snapshot> => {
  let snapshot = initial;
  let isFramePending = false;
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of [...listeners]) callIsolated(listener);
  };
  return {
    get: () => snapshot,
    set(patch, when = 'now') {
      snapshot = { ...snapshot, ...patch };
      if (when === 'now') {
        notify();
        return;
      }
      if (isFramePending) return;
      isFramePending = true;
      onNextFrame(() => {
        isFramePending = false;
        notify();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
