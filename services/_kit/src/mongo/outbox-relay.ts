import type { EventBus } from '../bus/bus.js';
import type { Logger } from '../observability/log.js';
import { counter, gauge, type Registry } from '../observability/metrics.js';
import { clearRows, type OutboxSource, type PublishedRow } from './outbox-clear.js';
import { createHandoff } from './outbox-handoff.js';
import type { Appended, PendingEvent } from './outbox.js';

export interface Outbox {
  /** Start a pass now instead of at the next poll; call it after a write that appended events. */
  wake(): void;
  /** Publishes what was appended to a document of `source`, from memory if that is safe. */
  publish(source: OutboxSource, appended: Appended): void;
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
/** After a failure with a broker that is connected, such as one that has just restarted. */
const retryMs = 250;
const outboxOnly = { outbox: 1, outboxAt: 1, outboxTip: 1 };

const bytesOf = (data: Buffer | { buffer: Uint8Array }): Uint8Array =>
  Buffer.isBuffer(data) ? data : data.buffer;

const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);

const eventsOf = ({ outbox = {} }: OutboxRow) =>
  Object.entries(outbox).sort(([a], [b]) => (a < b ? -1 : 1));

const publishRow = async (bus: EventBus, row: OutboxRow): Promise<void> => {
  for (const [id, { subject, data, traceparent }] of eventsOf(row)) {
    await bus.publish({ id, subject, data: bytesOf(data), traceparent });
  }
};

const publishedRow = (row: OutboxRow, { removeWhen }: OutboxSource): PublishedRow => {
  const isRemoved =
    removeWhen !== undefined &&
    Object.entries(removeWhen).every(([path, value]) => valueAt(row, path) === value);
  const eventIds = eventsOf(row).map(([id]) => id);
  return { id: row._id, eventIds, all: { tip: row.outboxTip, isRemoved } };
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
  const isStopped = () => stopping.signal.aborted;
  let running: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let wakeCount = 0;

  const onFailure = (error: unknown) => {
    failures.inc();
    logger.warn({ err: error }, 'outbox pass failed, will retry');
    if (!bus.isConnected() || isStopped()) return;
    clearTimeout(retry);
    retry = setTimeout(() => wake(), retryMs);
  };

  const handoffs = new Map(
    sources.map((source) => {
      const handoff = createHandoff({
        publish: ({ id, pending }) => bus.publish({ id, ...pending }),
        clear: (rows) => clearRows(source, rows),
        onFailure,
      });
      return [source, handoff] as const;
    }),
  );
  const settled = () => Promise.all([...handoffs.values()].map((one) => one.settle()));

  const pendingRows = ({ model, removeWhen }: OutboxSource): Promise<OutboxRow[]> => {
    const removal = Object.keys(removeWhen ?? {}).map((path) => [path, 1] as const);
    return model.collection
      .find(
        { outboxAt: { $exists: true } },
        { projection: { ...outboxOnly, ...Object.fromEntries(removal) } },
      )
      .sort({ outboxAt: 1 })
      .limit(batchSize)
      .toArray() as unknown as Promise<OutboxRow[]>;
  };

  /** Also clears the rows that were published when others were not. */
  const relayRows = async (source: OutboxSource, rows: readonly OutboxRow[]): Promise<boolean> => {
    const results = await Promise.allSettled(rows.map((row) => publishRow(bus, row)));
    const published = rows.filter((_row, index) => results[index]?.status === 'fulfilled');
    const areUnchanged = await clearRows(
      source,
      published.map((row) => publishedRow(row, source)),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return areUnchanged;
  };

  /** Whether rows may be left. */
  const pass = async (): Promise<boolean> => {
    let isMoreLeft = false;
    let oldestMs = Date.now();
    try {
      for (const source of sources) {
        const pending = await pendingRows(source);
        oldestMs = Math.min(oldestMs, pending[0]?.outboxAt.getTime() ?? oldestMs);
        const handoff = handoffs.get(source);
        const rows = pending.filter(({ _id, outboxTip }) => !handoff?.holds(_id, outboxTip));
        const areUnchanged = await relayRows(source, rows);
        if (pending.length === batchSize || !areUnchanged) isMoreLeft = true;
      }
    } finally {
      // Also after a failure: the lag alert depends on it.
      lag.set((Date.now() - oldestMs) / 1000);
    }
    return isMoreLeft;
  };

  const untilEmpty = async () => {
    while (await pass()) if (isStopped()) return;
  };

  const run = async () => {
    try {
      // A wake during the last pass requires another pass.
      for (let seen = -1; seen !== wakeCount;) {
        seen = wakeCount;
        await untilEmpty();
      }
    } catch (error) {
      onFailure(error);
    }
  };

  const wake = () => {
    wakeCount += 1;
    running ??= run().finally(() => {
      running = undefined;
    });
  };

  const timer = setInterval(wake, pollMs);
  bus.onReconnect(wake);
  wake();

  return {
    wake,
    publish: (source, appended) => {
      if (!handoffs.get(source)?.take(appended)) wake();
    },
    drained: async () => {
      await settled();
      wake();
      while (running) await running;
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      clearTimeout(retry);
      await settled();
      while (running) await running;
    },
  };
};
