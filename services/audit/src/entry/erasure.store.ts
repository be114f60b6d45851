import { createHash, randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';

interface ErasureRow {
  /** Salted hash of the address, which was erased itself. */
  _id: string;
  salt: string;
  at: Date;
}

const digestOf = (email: string, salt: string): string =>
  createHash('sha256').update(`${salt}\0${email.toLowerCase()}`).digest('base64url');

/** The erased persons, kept for as long as an event about them can still be delivered. */
export const createErasureStore = (connection: Connection) => {
  const rows = connection.collection<ErasureRow>('erasures');
  return {
    add: async (email: string, at: Date): Promise<void> => {
      const salt = randomBytes(16).toString('base64url');
      await rows.insertOne({ _id: digestOf(email, salt), salt, at });
    },

    /** Resolves to a function that returns whether a person was erased at or after a time. */
    load: async (): Promise<(email: string, since: Date) => boolean> => {
      const all = await rows.find({}).toArray();
      return (email, since) =>
        all.some(({ _id, salt, at }) => at >= since && digestOf(email, salt) === _id);
    },

    removeBefore: async (cutoff: Date): Promise<void> => {
      await rows.deleteMany({ at: { $lt: cutoff } });
    },
  };
};

export type ErasureStore = ReturnType<typeof createErasureStore>;
