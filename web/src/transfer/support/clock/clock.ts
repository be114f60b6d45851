/** Time as the engine sees it; tests pass a virtual one. */

export type TimerId = ReturnType<typeof globalThis.setTimeout>;

export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
  setTimeout(callback: () => void, delayMs: number): TimerId;
  clearTimeout(timer: TimerId | undefined): void;
}
