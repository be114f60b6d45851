import { conflict, networkDigest, retryOnConflict } from '@tandem/kit';
import { isDuplicateKey } from '@tandem/kit/mongo';
import type { NoticeKind } from '@tandem/proto/browser/push/notices';
import type { Connection } from 'mongoose';
import { shareBusy } from '../share/share-busy.js';

/** A browser at its push service. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface StoredSubscription extends Subscription {
  /** `networkDigest` of the address. */
  network: string;
  /** The owner's session, with which the subscription ends; absent for recipients. */
  sessionId?: string;
}

/** The subscriptions to one kind of notice of one share. One document, so that its bounds hold under any concurrency. */
interface NoticeRow {
  _id: string;
  shareId: string;
  expiresAt: Date;
  subscriptions: StoredSubscription[];
  /** Incremented with every change. */
  revision: number;
}

export const maxPerShare = 50;
export const maxPerNetwork = 5;

const idOf = (kind: NoticeKind, shareId: string): string => `${kind}:${shareId}`;

const networkDigestChars = 16;

/** Above the number of concurrent writers of a row; reaching it indicates a bug. */
const retryLimits = { maxAttempts: 200, onExhausted: shareBusy };

export const createNoticeStore = (connection: Connection) => {
  const rows = connection.collection<NoticeRow>('notices');

  /**
   * Replaces the subscriptions of a row by the result of `decide`, unless that is null. `created` has the fields of a row
   * that does not exist yet; null creates none. Resolves to true if the row was written.
   */
  const change = (
    _id: string,
    decide: (stored: readonly StoredSubscription[]) => StoredSubscription[] | null,
    created: Pick<NoticeRow, 'shareId' | 'expiresAt'> | null,
  ): Promise<boolean> =>
    retryOnConflict(retryLimits, async () => {
      const row = await rows.findOne({ _id });
      const subscriptions = decide(row?.subscriptions ?? []);
      if (subscriptions === null) return false;
      if (row) {
        const changed = { subscriptions, revision: row.revision + 1, ...created };
        const filter = { _id, revision: row.revision };
        const { matchedCount } = await rows.updateOne(filter, { $set: changed });
        return matchedCount > 0 || conflict;
      }
      if (created === null) return false;
      try {
        await rows.insertOne({ _id, ...created, subscriptions, revision: 0 });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return conflict;
        throw error;
      }
    });

  return {
    createIndexes: async (): Promise<void> => {
      await rows.createIndexes([{ key: { expiresAt: 1 } }, { key: { shareId: 1 } }]);
    },

    /** False if the share or the network has reached its limit. A repeated subscription is stored once. */
    add: async (options: {
      kind: NoticeKind;
      shareId: string;
      ipAddress: string;
      expiresAt: Date;
      subscription: Subscription;
      sessionId?: string | undefined;
    }): Promise<boolean> => {
      const { kind, shareId, expiresAt, subscription, sessionId } = options;
      const network = networkDigest(shareId, options.ipAddress, networkDigestChars);
      const append = (stored: readonly StoredSubscription[]): StoredSubscription[] | null => {
        const others = stored.filter(({ endpoint }) => endpoint !== subscription.endpoint);
        const fromNetwork = others.filter((each) => each.network === network);
        if (others.length >= maxPerShare || fromNetwork.length >= maxPerNetwork) return null;
        return [...others, { ...subscription, network, ...(sessionId && { sessionId }) }];
      };
      return change(idOf(kind, shareId), append, { shareId, expiresAt });
    },

    remove: async (
      kind: NoticeKind,
      shareId: string,
      isRemoved: (subscription: StoredSubscription) => boolean,
    ): Promise<void> => {
      const omit = (stored: readonly StoredSubscription[]): StoredSubscription[] | null => {
        const others = stored.filter((each) => !isRemoved(each));
        return others.length < stored.length ? others : null;
      };
      await change(idOf(kind, shareId), omit, null);
    },

    list: async (kind: NoticeKind, shareId: string): Promise<StoredSubscription[]> =>
      (await rows.findOne({ _id: idOf(kind, shareId) }))?.subscriptions ?? [],

    /** Removes and returns all subscriptions of a row; only one of several concurrent callers gets them. */
    take: (kind: NoticeKind, shareId: string): Promise<Subscription[]> =>
      retryOnConflict(retryLimits, async () => {
        const _id = idOf(kind, shareId);
        const row = await rows.findOne({ _id });
        if (row === null) return [];
        const { deletedCount } = await rows.deleteOne({ _id, revision: row.revision });
        return deletedCount > 0 ? row.subscriptions : conflict;
      }),

    moveExpiry: async (shareId: string, expiresAt: Date): Promise<void> => {
      await rows.updateMany({ shareId }, { $set: { expiresAt } });
    },

    removeOfShare: async (shareId: string): Promise<void> => {
      await rows.deleteMany({ shareId });
    },

    /** Shares of subscriptions that have expired, from as many rows. */
    expired: async (now: Date, limit: number): Promise<string[]> => {
      const projection = { shareId: 1 };
      const due = await rows.find({ expiresAt: { $lte: now } }, { limit, projection }).toArray();
      return [...new Set(due.map(({ shareId }) => shareId))];
    },
  };
};

export type NoticeStore = ReturnType<typeof createNoticeStore>;
