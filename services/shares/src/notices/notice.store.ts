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

interface Kept extends Subscription {
  /** `networkDigest` of the address. */
  network: string;
}

/** The subscriptions to one kind of notice of one share. One document, so that its bounds hold under any concurrency. */
interface NoticeRow {
  _id: string;
  shareId: string;
  expiresAt: Date;
  subscriptions: Kept[];
  /** Incremented with every change. */
  revision: number;
}

export const maxPerShare = 50;
export const maxPerNetwork = 5;

const idOf = (kind: NoticeKind, shareId: string): string => `${kind}:${shareId}`;

const networkDigestChars = 16;

/** Above the number of concurrent writers of a share; reaching it indicates a bug. */
const retries = { maxAttempts: 200, onExhausted: shareBusy };

export const createNoticeStore = (connection: Connection) => {
  const rows = connection.collection<NoticeRow>('notices');

  /** Applies `decide` to a row; null leaves it. */
  const change = (
    _id: string,
    decide: (kept: readonly Kept[]) => Kept[] | null,
    created: Pick<NoticeRow, 'shareId' | 'expiresAt'> | null,
  ): Promise<boolean> =>
    retryOnConflict(retries, async () => {
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

    /** False when the share or the network has as many as allowed. A repeated subscription is kept once. */
    add: async (options: {
      kind: NoticeKind;
      shareId: string;
      ipAddress: string;
      expiresAt: Date;
      subscription: Subscription;
    }): Promise<boolean> => {
      const { kind, shareId, expiresAt, subscription } = options;
      const network = networkDigest(shareId, options.ipAddress, networkDigestChars);
      const withIt = (kept: readonly Kept[]): Kept[] | null => {
        const others = kept.filter(({ endpoint }) => endpoint !== subscription.endpoint);
        const near = others.filter((each) => each.network === network);
        if (others.length >= maxPerShare || near.length >= maxPerNetwork) return null;
        return [...others, { ...subscription, network }];
      };
      return change(idOf(kind, shareId), withIt, { shareId, expiresAt });
    },

    remove: async (kind: NoticeKind, shareId: string, endpoint: string): Promise<void> => {
      const without = (kept: readonly Kept[]): Kept[] | null => {
        const others = kept.filter((each) => each.endpoint !== endpoint);
        return others.length < kept.length ? others : null;
      };
      await change(idOf(kind, shareId), without, null);
    },

    list: async (kind: NoticeKind, shareId: string): Promise<Subscription[]> =>
      (await rows.findOne({ _id: idOf(kind, shareId) }))?.subscriptions ?? [],

    /** Removes and returns them, to one caller only. */
    take: (kind: NoticeKind, shareId: string): Promise<Subscription[]> =>
      retryOnConflict(retries, async () => {
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

    removeExpired: async (now: Date): Promise<void> => {
      await rows.deleteMany({ expiresAt: { $lte: now } });
    },
  };
};

export type NoticeStore = ReturnType<typeof createNoticeStore>;
