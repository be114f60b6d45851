import { randomBytes, randomInt } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Transfer } from './transfer.js';

const slots = 64;

/**
 * A report that counts costs one write. One that does not performs a write of the same size here, so that the response
 * time does not reveal whether the share exists and how large its file is. Nothing removes it, so it has random bytes in
 * place of the report.
 */
export const createIgnoredReports = (connection: Connection) => {
  const rows = connection.collection<{ _id: number }>('ignored_reports');
  return {
    write: async (transfer: Transfer): Promise<void> => {
      const bytes = randomBytes(Buffer.byteLength(JSON.stringify(transfer)));
      await rows.updateOne({ _id: randomInt(slots) }, { $set: { bytes } }, { upsert: true });
    },
  };
};

export type IgnoredReports = ReturnType<typeof createIgnoredReports>;
