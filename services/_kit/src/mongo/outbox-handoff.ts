import type { PublishedRow } from './outbox-clear.js';
import type { Appended, NewEvent } from './outbox.js';

/**
 * Publishes events from the memory of the process that has just stored them, so that they need not be read back. A chain
 * of tips proves that no other event of the document is pending: an append knows the tip that it replaced, which is
 * either none or that of the last append in memory. Any other append is left to the relay, which reads the document.
 */
export interface Handoff {
  /** False if other events of the document may be pending, or memory is used up. */
  take(appended: Appended): boolean;
  /** Whether all pending events of a document with this tip are in memory. */
  holds(id: unknown, tip: string | undefined): boolean;
  /** Resolves when everything taken so far is published and cleared, or left to the relay. */
  settle(): Promise<void>;
}

interface Row {
  tip: string;
  waiting: NewEvent[];
  /** Ids of events that the document still contains. */
  published: string[];
}

/** Documents with events in memory; more than this come together only while the broker is slow. */
const maxRows = 1_000;
/** Documents are cleared together. A crash before repeats their events, under the same ids. */
const clearAfterMs = 100;

export const createHandoff = (options: {
  publish: (event: NewEvent) => Promise<void>;
  clear: (rows: readonly PublishedRow[]) => Promise<unknown>;
  /** The events are still stored, and left to the relay. */
  onFailure: (error: unknown) => void;
}): Handoff => {
  const { publish, clear, onFailure } = options;
  const rows = new Map<unknown, Row>();
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const forget = (id: unknown, row: Row) => {
    if (rows.get(id) === row) rows.delete(id);
  };

  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
  };

  const clearPublished = async () => {
    timer = undefined;
    const taken = [...rows].flatMap(([id, row]) => {
      if (row.published.length === 0) return [];
      const all = row.waiting.length === 0 ? { tip: row.tip, isRemoved: false } : undefined;
      const published = { id, eventIds: row.published.splice(0), ...(all && { all }) };
      return [{ row, published }];
    });
    try {
      await clear(taken.map(({ published }) => published));
    } catch (error) {
      for (const { row, published } of taken) forget(published.id, row);
      onFailure(error);
      return;
    }
    for (const { row, published } of taken) {
      const hasGrown = row.tip !== published.all?.tip || row.waiting.length > 0;
      if (!hasGrown) forget(published.id, row);
    }
  };

  /** One at a time, so that a document's events keep their order. */
  const publishAll = async (id: unknown, row: Row) => {
    try {
      for (let event = row.waiting[0]; event; event = row.waiting[0]) {
        await publish(event);
        row.waiting.shift();
        row.published.push(event.id);
        timer ??= setTimeout(() => track(clearPublished()), clearAfterMs);
      }
    } catch (error) {
      forget(id, row);
      onFailure(error);
    }
  };

  return {
    take: ({ id, events, tip, replaced }) => {
      const known = rows.get(id);
      const isWhole = replaced === undefined || known?.tip === replaced;
      if (!isWhole || (!known && rows.size >= maxRows)) {
        rows.delete(id);
        return false;
      }
      const row = known ?? { tip, waiting: [], published: [] };
      rows.set(id, row);
      row.tip = tip;
      const isIdle = row.waiting.length === 0;
      row.waiting.push(...events);
      if (isIdle) track(publishAll(id, row));
      return true;
    },
    holds: (id, tip) => tip !== undefined && rows.get(id)?.tip === tip,
    settle: async () => {
      while (running.size > 0 || timer) {
        await Promise.all(running);
        if (!timer) continue;
        clearTimeout(timer);
        track(clearPublished());
      }
    },
  };
};
