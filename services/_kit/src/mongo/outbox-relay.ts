import type { Model } from 'mongoose';
import type { EventBus } from '../bus/bus.js';
import type { Logger } from '../observability/log.js';
import { counter, gauge, type Registry } from '../observability/metrics.js';
import type { PendingEvent } from './outbox.js';
import { rowsOf } from './rows.js';

export interface OutboxSource {
  // oxlint-disable-next-line typescript/no-explicit-any -- only the three outbox fields are touched
  model: Model<any>;
  /** Documents with these values, by path, are removed, not cleared, once their events are published. */
  removeWhen?: Readonly<Record<string, string | boolean>>;
  /** Further fields of a document that are removed with its last pending event. */
  clearsToo?: readonly string[];
}

export interface Outbox {
  /**
   * Starts a pass over one source or all, instead of at the next poll. Call it after a write that appended events.
   */
  wake(source?: OutboxSource): void;
  /** Resolves when a full pass finds nothing to publish. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}

interface OutboxRow {
  _id: unknown;
  outbox?: Record<string, PendingEvent & { data: Buffer | { buffer: Uint8Array } }>;
  outboxAt: Date;
  outboxTip?: string;
}

const batchSize = 200;
const pollMs = 1_000;
const outboxOnly = { outbox: 1, outboxAt: 1, outboxTip: 1 };

const bytesOf = (data: Buffer | { buffer: Uint8Array }): Uint8Array =>
  Buffer.isBuffer(data) ? data : data.buffer;

const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);

const eventsOf = ({ outbox = {} }: OutboxRow) =>
  Object.entries(outbox).sort(([a], [b]) => (a < b ? -1 : 1));

/** Milliseconds since the epoch: the first 48 bits of a version 7 id. Infinity for other ids, such as a provider's. */
const timeOf = (id: string): number =>
  /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? parseInt(id.replace('-', '').slice(0, 12), 16) : Infinity;

/** Not `outboxAt`, which is the time of the newest event of the row. */
const oldestOf = (row: OutboxRow): number =>
  Math.min(row.outboxAt.getTime(), ...eventsOf(row).map(([id]) => timeOf(id)));

const publishRow = async (bus: EventBus, row: OutboxRow): Promise<void> => {
  for (const [id, { subject, data, traceparent }] of eventsOf(row)) {
    await bus.publish({ id, subject, data: bytesOf(data), traceparent });
  }
};

/** Removes published events, in one command for all rows. False if an event was appended to one since it was read. */
const clearRows = async (
  { model, removeWhen, clearsToo = [] }: OutboxSource,
  rows: readonly OutboxRow[],
): Promise<boolean> => {
  if (rows.length === 0) return true;
  const isRemoved = (row: OutboxRow) =>
    removeWhen && Object.entries(removeWhen).every(([path, value]) => valueAt(row, path) === value);
  const cleared = Object.fromEntries(
    [...Object.keys(outboxOnly), ...clearsToo].map((name) => [name, 1]),
  );
  const operations = rows.map((row) => {
    const unchanged = { _id: row._id, outboxTip: row.outboxTip };
    return isRemoved(row)
      ? { deleteOne: { filter: { ...unchanged, ...removeWhen } } }
      : {
          updateOne: {
            filter: unchanged,
            update: { $unset: cleared },
          },
        };
  });
  const { collection } = model;
  const result = await collection.bulkWrite(operations as never, { ordered: false });
  if (result.matchedCount + result.deletedCount === rows.length) return true;
  // Remove the published events only; the next pass publishes the rest.
  const published = rows.flatMap((row) => {
    const ids = eventsOf(row).map(([id]) => [`outbox.${id}`, 1]);
    const update = { $unset: Object.fromEntries(ids) as Record<string, 1> };
    return ids.length > 0 ? [{ updateOne: { filter: { _id: row._id }, update } }] : [];
  });
  if (published.length > 0) await collection.bulkWrite(published as never, { ordered: false });
  return false;
};

/** Relay: publishes the pending events of the given collections until stopped, in order within a document. */
export const startOutbox = (options: {
  bus: EventBus;
  sources: readonly OutboxSource[];
  logger: Logger;
  registry: Registry;
}): Outbox => {
  const { bus, sources, logger, registry } = options;
  const lag = gauge(registry, 'outbox_oldest_seconds', 'Age of the oldest unpublished event.');
  const failures = counter(
    registry,
    'outbox_publish_failures_total',
    'Passes that ended in an error.',
  );
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  /** Sources that may have events. */
  const due = new Set<OutboxSource>();
  /** Time of the oldest unpublished event of each source, in ms. */
  const oldest = new Map<OutboxSource, number>();

  const pendingRows = ({ model, removeWhen }: OutboxSource): Promise<OutboxRow[]> => {
    const removal = Object.keys(removeWhen ?? {}).map((path) => [path, 1] as const);
    return rowsOf(model as Model<OutboxRow>)
      .find(
        { outboxAt: { $exists: true } },
        { projection: { ...outboxOnly, ...Object.fromEntries(removal) } },
      )
      .sort({ outboxAt: 1 })
      .limit(batchSize)
      .toArray();
  };

  /** Clears the rows that were published, even if publishing others failed. */
  const relayRows = async (source: OutboxSource, rows: readonly OutboxRow[]): Promise<boolean> => {
    const results = await Promise.allSettled(rows.map((row) => publishRow(bus, row)));
    const published = rows.filter((_row, index) => results[index]?.status === 'fulfilled');
    const areUnchanged = await clearRows(source, published);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return areUnchanged;
  };

  const pass = async (source: OutboxSource): Promise<void> => {
    const rows = await pendingRows(source);
    oldest.set(source, Math.min(...rows.map(oldestOf)));
    const areUnchanged = await relayRows(source, rows);
    if (rows.length === batchSize || !areUnchanged) due.add(source);
  };

  /** A failed source waits for the next poll and does not hold up the others. */
  const tryPass = async (source: OutboxSource): Promise<void> => {
    try {
      await pass(source);
    } catch (error) {
      failures.inc();
      logger.warn({ err: error }, 'outbox pass failed, will retry');
    } finally {
      // Also after a failure: the lag alert depends on it.
      const now = Date.now();
      lag.set((now - Math.min(now, ...oldest.values())) / 1000);
    }
  };

  const run = async (): Promise<void> => {
    // Also visits a source that becomes due again, by a wake or by its own pass.
    for (const source of due) {
      due.delete(source);
      await tryPass(source);
      if (stopping.signal.aborted) break;
    }
    running = undefined;
  };

  const wake = (source?: OutboxSource) => {
    for (const each of source ? [source] : sources) due.add(each);
    running ??= run();
  };

  const timer = setInterval(() => wake(), pollMs);
  wake();

  return {
    wake,
    drained: async () => {
      wake();
      while (running) await running;
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      while (running) await running;
    },
  };
};
