/** Runs callbacks in the order of their virtual times. A binary heap, because a path schedules 100,000 of them. */
interface Entry {
  atMs: number;
  order: number;
  run: () => void;
}

const isBefore = (a: Entry, b: Entry): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

export const createVirtualTime = () => {
  const heap: Entry[] = [];
  let nowMs = 0;
  let order = 0;

  const at = (index: number): Entry => heap[index] as Entry;

  const push = (entry: Entry): void => {
    let hole = heap.length;
    heap.push(entry);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (!isBefore(entry, at(parent))) break;
      heap[hole] = at(parent);
      hole = parent;
    }
    heap[hole] = entry;
  };

  const pop = (): Entry => {
    const first = at(0);
    const last = heap.pop() as Entry;
    const { length } = heap;
    if (length === 0) return first;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= length) break;
      if (child + 1 < length && isBefore(at(child + 1), at(child))) child += 1;
      if (!isBefore(at(child), last)) break;
      heap[hole] = at(child);
      hole = child;
    }
    heap[hole] = last;
    return first;
  };

  return {
    now: () => nowMs,
    after(delayMs: number, run: () => void): void {
      order += 1;
      push({ atMs: nowMs + delayMs, order, run });
    },
    runUntil(endMs: number): void {
      while (heap[0] !== undefined && heap[0].atMs <= endMs) {
        const entry = pop();
        nowMs = entry.atMs;
        entry.run();
      }
      nowMs = endMs;
    },
  };
};

export type VirtualTime = ReturnType<typeof createVirtualTime>;
