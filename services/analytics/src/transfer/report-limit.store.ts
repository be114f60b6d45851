import { hourMs, networkKey } from '@tandem/kit';
import { isDuplicateKey, rowsOf } from '@tandem/kit/mongo';
import { Schema, type Connection } from 'mongoose';

interface WindowRow {
  /** Subscriber and start of the window. */
  _id: string;
  count: number;
  endsAt: Date;
}

/**
 * Limits reports per subscriber and clock hour, counted in a collection shared by all replicas. Together with the size
 * of the share's file it bounds what one visitor can add to the totals.
 */
export interface ReportLimit {
  /** Seconds to wait; 0 if the report is accepted. */
  take(address: string, now: Date): Promise<number>;
  removeExpired(now: Date): Promise<void>;
}

const windowMs = hourMs;

export const createReportLimit = (
  connection: Connection,
  reportsPerWindow: number,
): ReportLimit => {
  const schema = new Schema<WindowRow>(
    { _id: { type: String, required: true }, count: Number, endsAt: Date },
    { versionKey: false },
  );
  schema.index({ endsAt: 1 });
  const model = connection.model<WindowRow>('ReportWindow', schema, 'report_windows');

  /** One atomic write: counts, or fails at the limit. */
  const countOne = async (id: string): Promise<boolean> => {
    const free = { _id: id, count: { $lt: reportsPerWindow } };
    return (await model.updateOne(free, { $inc: { count: 1 } })).matchedCount > 0;
  };

  /** False if the window exists. */
  const open = async (id: string, endsAt: Date): Promise<boolean> => {
    try {
      await rowsOf(model).insertOne({ _id: id, count: 1, endsAt });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  return {
    take: async (address, now) => {
      const startMs = Math.floor(now.getTime() / windowMs) * windowMs;
      const endsAt = new Date(startMs + windowMs);
      const id = `${networkKey(address)}:${startMs}`;
      // Retry: another replica may have created the window in between.
      const isTaken = (await countOne(id)) || (await open(id, endsAt)) || (await countOne(id));
      return isTaken ? 0 : Math.ceil((endsAt.getTime() - now.getTime()) / 1000);
    },
    removeExpired: async (now) => {
      await model.deleteMany({ endsAt: { $lt: now } });
    },
  };
};
