import type { ChangeKind } from '@tandem/proto/browser/changes';

interface Pace {
  /** From the first change to its message. */
  afterMs: number;
  /** Between two messages; all changes in between are one message. */
  everyMs: number;
  /** Sends the first message a second time. */
  repeats?: boolean;
}

const paces: Readonly<Record<ChangeKind, Pace>> = {
  shares: { afterMs: 0, everyMs: 1_000 },
  audit: { afterMs: 0, everyMs: 1_000 },
  // Shares applies the plan to its limits a moment after billing has published it.
  plan: { afterMs: 0, everyMs: 2_000, repeats: true },
  // Analytics counts an event a moment after it was published; many accounts change the figures.
  admin: { afterMs: 2_000, everyMs: 10_000 },
};

export interface Coalescer {
  note(kind: ChangeKind): void;
  stop(): void;
}

/** At most one message of a kind per interval: a bulk action is one refetch, and its last change is never lost. */
export const createCoalescer = (send: (kind: ChangeKind) => void): Coalescer => {
  const waiting = new Map<ChangeKind, { timer: NodeJS.Timeout; isPending: boolean }>();

  const wait = (kind: ChangeKind, ms: number, isPending: boolean) => {
    const timer = setTimeout(() => elapse(kind), ms).unref();
    waiting.set(kind, { timer, isPending });
  };
  const elapse = (kind: ChangeKind) => {
    const isPending = waiting.get(kind)?.isPending;
    waiting.delete(kind);
    if (!isPending) return;
    send(kind);
    wait(kind, paces[kind].everyMs, false);
  };

  return {
    note: (kind) => {
      const state = waiting.get(kind);
      const { afterMs, everyMs, repeats = false } = paces[kind];
      if (state) state.isPending = true;
      else if (afterMs > 0) wait(kind, afterMs, true);
      else {
        send(kind);
        wait(kind, everyMs, repeats);
      }
    },
    stop: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
};
