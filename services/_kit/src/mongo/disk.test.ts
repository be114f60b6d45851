import { jest } from '@jest/globals';
import type { Connection } from 'mongoose';
import { silentLogger } from '../observability/log.js';
import { createRegistry, gauge } from '../observability/metrics.js';
import { startMongo } from '../testing/mongo.js';
import { connectMongo } from './connect.js';
import { diskMeasure } from './disk.js';

const measureOf = (connection: Pick<Connection, 'db'>) => {
  const registry = createRegistry('test');
  const measure = diskMeasure(connection, { logger: silentLogger, registry });
  const used = async () =>
    Number(/^database_disk_used_ratio\S* (\S+)$/m.exec(await registry.metrics())?.[1] ?? NaN);
  return { registry, measure, used };
};

const measureWith = (answers: (() => Promise<object>)[]) => {
  const commands: object[] = [];
  const command = (one: object) => {
    commands.push(one);
    return answers.shift()?.() ?? Promise.reject(new Error('unexpected command'));
  };
  const connection = { db: { command } } as unknown as Connection;
  return { ...measureOf(connection), commands };
};

describe('the disk of the database', () => {
  it('is measured as its server sees it', async () => {
    const stats = { ok: 1, fsUsedSize: 90e9, fsTotalSize: 100e9 };
    const { measure, used, commands } = measureWith([() => Promise.resolve(stats)]);
    expect(await used()).toBe(0);
    await measure();
    expect(commands).toEqual([{ dbStats: 1 }]);
    expect(await used()).toBe(0.9);
  });

  it('keeps the last value while the database does not answer, or answers without one', async () => {
    const { measure, used } = measureWith([
      () => Promise.resolve({ fsUsedSize: 1, fsTotalSize: 2 }),
      () => Promise.reject(new Error('connection lost')),
      () => Promise.resolve({ ok: 1 }),
    ]);
    for (let n = 0; n < 3; n += 1) await measure();
    expect(await used()).toBe(0.5);
  });

  it('is read from MongoDB, and stays as it was at a database without the command', async () => {
    const mongo = await startMongo();
    const connection = await connectMongo({
      url: mongo.url,
      database: 'disk',
      logger: silentLogger,
    });
    try {
      const before = 2;
      const { registry, measure, used } = measureOf(connection);
      gauge(registry, 'database_disk_used_ratio', '').set(before);
      const { db } = connection;
      if (db === undefined) throw new Error('not connected');
      const command = jest.spyOn(db, 'command');
      await measure();
      expect(command).toHaveBeenCalledWith({ dbStats: 1 });
      const ratio = await used();
      if (mongo.kind === 'container') {
        expect(ratio).toBeGreaterThan(0);
        expect(ratio).toBeLessThan(1);
      } else expect(ratio).toBe(before);
    } finally {
      await connection.close();
      await mongo.stop();
    }
  });
});
