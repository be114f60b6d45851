/** A condition variable: loops wait on it and test their condition again. */
export interface Latch {
  /** Resolves at the next notify(). Call it before testing the condition, or a change is missed. */
  next(): Promise<void>;
  notify(): void;
}

export const createLatch = (): Latch => {
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
};
