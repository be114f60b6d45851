import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import { coarseNetwork, ServiceError } from '@tandem/kit';
import { isDuplicateKey } from '@tandem/kit/mongo';
import type { NoticeKind } from '@tandem/proto/browser/push/notices';

/** A browser at its push service. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface Kept extends Subscription {
  /** Hash of the network. */
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

/** Addresses are not stored. */
const networkIn = (shareId: string, ipAddress: string): string =>
  createHash('sha256')
    .update(`${shareId}\0${coarseNetwork(ipAddress)}`)
    .digest('base64url')
    .slice(0, 16);

/** Above the number of concurrent writers of a share; reaching it indicates a bug. */
const maxCollisions = 200;

const busy = (): ServiceError =>
  new ServiceError('unavailable', 'share-busy', 'This share is busy. Please try again.');

export const createNoticeStore = (connection: Connection) => {
  const rows = connection.collection<NoticeRow>('notices');

  /** Applies `change` to a row until no other writer was faster; null leaves it. */
  const change = async (
    _id: string,
    decide: (kept: readonly Kept[]) => Kept[] | null,
    created: Pick<NoticeRow, 'shareId' | 'expiresAt'> | null,
  ): Promise<boolean> => {
    for (let collisions = 0; collisions < maxCollisions; collisions += 1) {
      const row = await rows.findOne({ _id });
      const subscriptions = decide(row?.subscriptions ?? []);
      if (subscriptions === null) return false;
      if (row) {
        const changed = { subscriptions, revision: row.revision + 1, ...created };
        const filter = { _id, revision: row.revision };
        if ((await rows.updateOne(filter, { $set: changed })).matchedCount > 0) return true;
      } else {
        if (created === null) return false;
        try {
          await rows.insertOne({ _id, ...created, subscriptions, revision: 0 });
          return true;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
      }
    }
    throw busy();
  };

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
      const network = networkIn(shareId, options.ipAddress);
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
    take: async (kind: NoticeKind, shareId: string): Promise<Subscription[]> => {
      const _id = idOf(kind, shareId);
      for (let collisions = 0; collisions < maxCollisions; collisions += 1) {
        const row = await rows.findOne({ _id });
        if (row === null) return [];
        const { deletedCount } = await rows.deleteOne({ _id, revision: row.revision });
        if (deletedCount > 0) return row.subscriptions;
      }
      throw busy();
    },

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
