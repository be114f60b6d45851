import type { Connection } from 'mongoose';
import type { Logger } from '../observability/log.js';
import { gauge, type Registry } from '../observability/metrics.js';
import { startPeriodicTask, type PeriodicTask } from '../process/periodic-task.js';

const measureEveryMs = 60_000;

/** Measures the disk that the database stores its data on, as its server sees it: on one box also that of the broker. */
export const diskMeasure = (
  connection: Pick<Connection, 'db'>,
  { logger, registry }: { logger: Logger; registry: Registry },
): (() => Promise<void>) => {
  const used = gauge(
    registry,
    'database_disk_used_ratio',
    'Share of the disk of the database that is in use; 0 while unknown.',
  );
  return async () => {
    try {
      const stats = await connection.db?.command({ dbStats: 1 });
      const { fsUsedSize, fsTotalSize } = (stats ?? {}) as Record<string, unknown>;
      if (typeof fsUsedSize === 'number' && typeof fsTotalSize === 'number' && fsTotalSize > 0)
        used.set(fsUsedSize / fsTotalSize);
    } catch (error) {
      // Other metrics report an outage, and a hosted database may not offer the command.
      logger.debug({ err: error }, 'the disk of the database could not be measured');
    }
  };
};

export const startDiskMeasure = (
  connection: Connection,
  options: { logger: Logger; registry: Registry },
): PeriodicTask =>
  startPeriodicTask({
    label: 'measure the disk of the database',
    everyMs: measureEveryMs,
    work: diskMeasure(connection, options),
    logger: options.logger,
  });
