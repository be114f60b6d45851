import {
  addOutboxIndex,
  appendEvents,
  isDuplicateKey,
  outboxFields,
  rowsOf,
  withEvents,
  type NewEvent,
  type OutboxSource,
} from '@tandem/kit/mongo';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Decisions, Payment, Refunds } from './plan.js';

interface CustomerRow {
  /** The user's uid. */
  _id: string;
  status: SubscriptionStatus;
  version: number;
  periodEnd?: Date;
  isPastDue?: boolean;
  invoiceUrl?: string;
  isProcessing?: boolean;
  complimentary?: Exclude<SubscriptionStatus, 'free'>;
  /** Purchase id → true. */
  voided?: Record<string, true>;
  /** Purchase id → the time after which its payments are refunded. */
  refunds?: Record<string, Date>;
  providerId?: string;
  failedAttempts?: number;
  /** Incremented by every write; a writer with an older revision must read again. */
  revision: number;
  /** Time of the next reconciliation with the payment provider. */
  nextCheckAt?: Date;
  /** The user is deleted; a tombstone replaces the row once the payment provider has closed the customer. */
  isClosing?: boolean;
  /** Present in a tombstone only. */
  removedAt?: Date;
}

/** The stored plan of a user. */
export interface Customer extends Decisions, Payment {
  uid: string;
  status: SubscriptionStatus;
  version: number;
  /** Not yet made. */
  refunds: Refunds;
  /** The customer id at the payment provider. */
  providerId: string | undefined;
  /** Calls whose failure the provider has saved; distinguishes the next call's key. */
  failedAttempts: number;
  revision: number;
  isClosing: boolean;
  /** Closed: the row is a tombstone. */
  removedAt: Date | undefined;
}

const createModel = (connection: Connection): Model<CustomerRow> => {
  const schema = new Schema<CustomerRow>(
    {
      _id: { type: String, required: true },
      status: String,
      version: Number,
      periodEnd: Date,
      isPastDue: Boolean,
      invoiceUrl: String,
      isProcessing: Boolean,
      complimentary: String,
      voided: Schema.Types.Mixed,
      refunds: Schema.Types.Mixed,
      providerId: String,
      failedAttempts: Number,
      revision: Number,
      nextCheckAt: Date,
      isClosing: Boolean,
      removedAt: Date,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  );
  schema.index({ providerId: 1 }, { sparse: true });
  schema.index({ nextCheckAt: 1 }, { sparse: true });
  schema.index({ removedAt: 1 }, { sparse: true });
  addOutboxIndex(schema);
  return connection.model<CustomerRow>('Customer', schema, 'customers');
};

const fromRow = (row: CustomerRow): Customer => ({
  uid: row._id,
  status: row.status,
  version: row.version,
  periodEnd: row.periodEnd,
  isPastDue: row.isPastDue ?? false,
  invoiceUrl: row.invoiceUrl,
  isProcessing: row.isProcessing ?? false,
  complimentary: row.complimentary,
  voided: new Set(Object.keys(row.voided ?? {})),
  refunds: new Map(Object.entries(row.refunds ?? {})),
  providerId: row.providerId,
  failedAttempts: row.failedAttempts ?? 0,
  revision: row.revision,
  isClosing: row.isClosing ?? false,
  removedAt: row.removedAt,
});

/** Users without a row are on the free plan. */
export const unknownCustomer = (uid: string): Customer =>
  fromRow({ _id: uid, status: 'free', version: 0, revision: 0 });

type Fields = Omit<Customer, 'uid' | 'revision'> & { nextCheckAt: Date | undefined };

/** Sets present fields and unsets absent ones. */
const toUpdate = (fields: Fields) => {
  const { voided, refunds, ...rest } = fields;
  const all = {
    ...rest,
    voided: Object.fromEntries([...voided].map((id) => [id, true])),
    refunds: refunds.size > 0 ? Object.fromEntries(refunds) : undefined,
  };
  const entries = Object.entries(all);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    unset: Object.fromEntries(
      entries.filter(([, value]) => value === undefined).map(([name]) => [name, 1]),
    ),
  };
};

/** More candidates than replicas, so that each replica can claim one. */
const dueCandidates = 20;

export type CustomerStore = ReturnType<typeof createCustomerStore>;

export const createCustomerStore = (connection: Connection) => {
  const model = createModel(connection);

  const insert = async (uid: string, fields: Fields, events: readonly NewEvent[]) => {
    const { status, version } = fields;
    try {
      await rowsOf(model).insertOne({
        _id: uid,
        ...toUpdate(fields).set,
        status,
        version,
        revision: 1,
        ...(events.length > 0 && withEvents(...events)),
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  return {
    outboxSource: { model } satisfies OutboxSource,

    find: async (uid: string): Promise<Customer> => {
      const row = await model.findOne({ _id: uid }).lean<CustomerRow>();
      return row ? fromRow(row) : unknownCustomer(uid);
    },

    findByProviderId: async (providerId: string): Promise<Customer | undefined> => {
      const row = await model.findOne({ providerId }).lean<CustomerRow>();
      return row ? fromRow(row) : undefined;
    },

    /** Accounts with a customer at the payment provider. */
    countAtProvider: () => model.countDocuments({ providerId: { $exists: true } }),

    findMany: async (uids: readonly string[]): Promise<Customer[]> => {
      const rows = await model.find({ _id: { $in: uids } }).lean<CustomerRow[]>();
      return rows.map(fromRow);
    },

    /** Writes state and events together; false if the row changed since `customer` was read, or is a tombstone. */
    save: async (
      customer: Customer,
      fields: Fields,
      events: readonly NewEvent[],
    ): Promise<boolean> => {
      if (customer.revision === 0) return insert(customer.uid, fields, events);
      const { set, unset } = toUpdate(fields);
      const result = await model.updateOne(
        { _id: customer.uid, revision: customer.revision, removedAt: { $exists: false } },
        {
          $set: { ...set, ...(events.length > 0 && appendEvents(...events)) },
          $inc: { revision: 1 },
          ...(Object.keys(unset).length > 0 && { $unset: unset }),
        },
      );
      return result.matchedCount > 0;
    },

    /**
     * Reconciles the customer no later than `at`. The new revision makes a writer that has fetched older purchases read
     * again, so that it does not postpone the check.
     */
    checkBy: async (uid: string, at: Date): Promise<void> => {
      await model.updateOne(
        { _id: uid, nextCheckAt: { $gt: at } },
        { $set: { nextCheckAt: at }, $inc: { revision: 1 } },
      );
    },

    /**
     * Claims a due customer for `leaseMs`, so that replicas do not process the same one. The write is
     * conditional on the time that was read; a replica that loses tries the next customer.
     */
    claimDue: async (now: Date, leaseMs: number): Promise<Customer | undefined> => {
      const due = await model
        .find({ nextCheckAt: { $lte: now } })
        .sort({ nextCheckAt: 1 })
        .limit(dueCandidates)
        .lean<CustomerRow[]>();
      for (const row of due) {
        const asRead = { _id: row._id, nextCheckAt: row.nextCheckAt ?? now };
        const lease = { $set: { nextCheckAt: new Date(now.getTime() + leaseMs) } };
        if ((await model.updateOne(asRead, lease)).matchedCount > 0) return fromRow(row);
      }
      return undefined;
    },

    /** Leaves only the tombstone, which no call in flight overwrites. */
    remove: async ({ uid, revision: read }: Customer, removedAt: Date): Promise<void> => {
      const { status, version } = unknownCustomer(uid);
      const tombstone = { status, version, revision: read + 1, isClosing: true, removedAt };
      await rowsOf(model).replaceOne({ _id: uid, isClosing: true }, tombstone);
    },

    forgetRemovedBefore: async (at: Date): Promise<void> => {
      await model.deleteMany({ removedAt: { $lt: at } });
    },
  };
};
