import { isDuplicateKey, rowsOf } from '@tandem/kit/mongo';
import { Schema, type Connection, type Model } from 'mongoose';

interface WebhookRow {
  /** The provider's event id. */
  _id: string;
  type: string;
  at: Date;
}

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Ids of processed webhooks. */
export const createWebhookStore = (connection: Connection) => {
  const schema = new Schema<WebhookRow>(
    { _id: { type: String, required: true }, type: String, at: Date },
    { versionKey: false },
  );
  schema.index({ at: 1 });
  const model: Model<WebhookRow> = connection.model<WebhookRow>('Webhook', schema, 'webhooks');

  return {
    has: async (id: string): Promise<boolean> => (await model.exists({ _id: id })) !== null,

    add: async (id: string, type: string, at: Date): Promise<void> => {
      try {
        await rowsOf(model).insertOne({ _id: id, type, at });
      } catch (error) {
        // Two concurrent deliveries of the same webhook; both had the same effect.
        if (!isDuplicateKey(error)) throw error;
      }
    },

    forgetBefore: async (at: Date): Promise<void> => {
      await model.deleteMany({ at: { $lt: at } });
    },
  };
};
