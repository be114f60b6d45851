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

  const swap = (a: number, b: number): void => {
    const [first, second] = [heap[a], heap[b]] as [Entry, Entry];
    heap[a] = second;
    heap[b] = first;
  };
  const isLess = (a: number, b: number): boolean => isBefore(heap[a] as Entry, heap[b] as Entry);

  const push = (entry: Entry): void => {
    heap.push(entry);
    let child = heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!isLess(child, parent)) return;
      swap(child, parent);
      child = parent;
    }
  };

  const pop = (): Entry | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    let parent = 0;
    for (;;) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2])
        if (child < heap.length && isLess(child, least)) least = child;
      if (least === parent) return first;
      swap(parent, least);
      parent = least;
    }
  };

  return {
    now: () => nowMs,
    after(delayMs: number, run: () => void): void {
      order += 1;
      push({ atMs: nowMs + delayMs, order, run });
    },
    runUntil(endMs: number): void {
      while (heap[0] !== undefined && heap[0].atMs <= endMs) {
        const entry = pop() as Entry;
        nowMs = entry.atMs;
        entry.run();
      }
      nowMs = endMs;
    },
  };
};

export type VirtualTime = ReturnType<typeof createVirtualTime>;
