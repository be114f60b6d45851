import { randomInt } from 'node:crypto';
import type { Connection } from 'mongoose';
import { appendEvents, type NewEvent } from '@tandem/kit/mongo';

const slots = 64;

/**
 * A refused guess at a real share costs one write. A guess at a share that does not exist writes here,
 * the same way, so that the clock does not tell the two apart.
 */
export const createDecoy = (connection: Connection) => {
  const rows = connection.collection('decoys');
  return {
    write: async (events: readonly NewEvent[]): Promise<void> => {
      const { outboxTip, outboxAt } = appendEvents(...events);
      const pending = Object.fromEntries(
        events.map((event, index) => [`pending.${index}`, event.pending]),
      );
      await rows.updateOne(
        { _id: randomInt(slots) as never },
        { $set: { ...pending, outboxTip, writtenAt: outboxAt }, $inc: { revision: 1 } },
        { upsert: true },
      );
    },
  };
};

export type Decoy = ReturnType<typeof createDecoy>;
