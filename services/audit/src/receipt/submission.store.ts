import { isDuplicateKey } from '@tandem/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { ReceiptClaim } from '../tree/leaf.js';

/** Which person of a delivery submits. */
export type Side = 'sender' | 'recipient';

interface SubmissionRow {
  /** Share, delivery and side. */
  _id: string;
  statementSha256: string;
  at: Date;
}

/** The digest of each side, null before its submission. */
export type Submitted = Record<Side, string | null>;

const idOf = ({ shareId, deliveryId }: ReceiptClaim, side: Side): string =>
  `${shareId}:${deliveryId}:${side}`;

export const createSubmissionStore = (connection: Connection) => {
  const schema = new Schema<SubmissionRow>(
    { _id: { type: String, required: true }, statementSha256: String, at: Date },
    { versionKey: false },
  );
  schema.index({ at: 1 });
  const model = connection.model<SubmissionRow>('Submission', schema, 'submissions');

  /** Keeps only the first submission of each side. */
  const add = async (row: SubmissionRow): Promise<void> => {
    try {
      await model.collection.insertOne(row as never);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  };

  return {
    /** When two sides submit at the same time, the later writer finds both: each reads after its write. */
    submit: async (claim: ReceiptClaim, side: Side, at: Date): Promise<Submitted> => {
      const { statementSha256 } = claim;
      await add({ _id: idOf(claim, side), statementSha256, at });
      const ids = { sender: idOf(claim, 'sender'), recipient: idOf(claim, 'recipient') };
      const rows = await model.find({ _id: { $in: Object.values(ids) } }).lean<SubmissionRow[]>();
      const digestOf = (id: string) => rows.find(({ _id }) => _id === id)?.statementSha256 ?? null;
      return { sender: digestOf(ids.sender), recipient: digestOf(ids.recipient) };
    },

    removeBefore: async (cutoff: Date): Promise<void> => {
      await model.deleteMany({ at: { $lt: cutoff } });
    },
  };
};

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;
