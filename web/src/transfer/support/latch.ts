/** "Something changed, look again": the one waiting primitive of the engine's loops. */
export interface Latch {
  /** Resolves at the next notify(). Take it before testing the condition, or a change is missed. */
  next(): Promise<void>;
  notify(): void;
}

export function createLatch(): Latch {
  let release: () => void = () => undefined;
  const arm = (): Promise<void> =>
    new Promise((resolve) => {
      release = resolve;
    });
  let current = arm();
  return {
    next: () => current,
    notify() {
      const due = release;
      current = arm();
      due();
    },
  };
}
