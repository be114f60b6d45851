import { randomBytes, randomInt } from 'node:crypto';
import { appendEvents, type NewEvent } from '@tandem/kit/mongo';
import type { Connection } from 'mongoose';

const slots = 64;

/**
 * A denied attempt at an existing share costs one write. An attempt at an unknown share performs an equivalent write
 * here, so that the response time does not reveal whether the share exists. Nothing removes it, so it has random bytes
 * in place of the visitor's address and browser.
 */
export const createDummyWrites = (connection: Connection) => {
  const rows = connection.collection<{ _id: number }>('dummy_writes');
  return {
    write: async (events: readonly NewEvent[]): Promise<void> => {
      const { outboxTip, outboxAt } = appendEvents(...events);
      const pending = Object.fromEntries(
        events.map(({ pending }, index) => [
          `pending.${index}`,
          { ...pending, data: randomBytes(pending.data.length) },
        ]),
      );
      await rows.updateOne(
        { _id: randomInt(slots) },
        { $set: { ...pending, outboxTip, writtenAt: outboxAt }, $inc: { revision: 1 } },
        { upsert: true },
      );
    },
  };
};

export type DummyWrites = ReturnType<typeof createDummyWrites>;
