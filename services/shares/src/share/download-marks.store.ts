import { appendEvents, type NewEvent } from '@tandem/kit/mongo';
import { maxDownloadLimit } from '@tandem/proto/browser/limits';
import type { Model } from 'mongoose';
import {
  notDeleted,
  type DeliveryMark,
  type DeliveryMarks,
  type DownloadMarks,
  type LastReports,
  type ShareRow,
} from './share-row.store.js';

const deliverySides = ['recipient', 'sender'] as const satisfies (keyof DeliveryMark)[];

export interface StoredMarks {
  downloads: DownloadMarks;
  deliveries: DeliveryMarks;
  sent: LastReports;
  claimed: LastReports;
  pendingReports: number;
}

/** As many as the highest limit of downloads counts. */
const maxRemembered = maxDownloadLimit;

/** What recipients and senders have reported about downloads of a share, in its document. */
export const createDownloadMarks = (model: Model<ShareRow>) => ({
  downloadMarks: async (shareId: string): Promise<StoredMarks> => {
    const row = await model
      .findOne(
        { _id: shareId },
        { downloads: 1, deliveries: 1, sent: 1, claimed: 1, pendingReports: 1 },
      )
      .lean<ShareRow>();
    const { downloads = {}, deliveries = {}, sent = {}, claimed = {} } = row ?? {};
    return { downloads, deliveries, sent, claimed, pendingReports: row?.pendingReports ?? 0 };
  },

  /**
   * Records a report in one write: the event, the reporter's mark and, for a confirmed delivery, the count. Also removes
   * `staleBuckets`. False if the reporter already has a mark in one of `buckets`, or if the delivery's marks are no
   * longer as `known`.
   */
  markDownload: async (options: {
    shareId: string;
    reporter: string;
    buckets: readonly [current: string, ...earlier: string[]];
    staleBuckets: readonly string[];
    network: string;
    /** Null for a repeated report that changes nothing but the time of its mark. */
    event: NewEvent | null;
    /** `marks` go into the current bucket, merged with those of earlier buckets, so that all expire together. */
    delivery: { id: string; known: DeliveryMarks; marks: DeliveryMark } | null;
    /** How the report is remembered beyond the buckets, and the earlier ones of this side; null for a failure. */
    last: { side: 'sent' | 'claimed'; as: string; before: LastReports } | null;
    isConfirmed: boolean;
    /** The sender's page has delivered the file. */
    isDelivered: boolean;
  }): Promise<boolean> => {
    const { shareId, reporter, buckets, staleBuckets, network, event, delivery, last } = options;
    const absent = { $exists: false } as const;
    const isUnchanged = buckets.flatMap((bucket) =>
      deliverySides.map((side) => {
        const mark = delivery?.known[bucket]?.[delivery.id]?.[side];
        return [`deliveries.${bucket}.${delivery?.id}.${side}`, mark ?? absent] as const;
      }),
    );
    const filter: Record<string, unknown> = Object.fromEntries([
      ...buckets.map((bucket) => [`downloads.${bucket}.${reporter}`, absent] as const),
      ...(delivery ? isUnchanged : []),
    ]);
    const stale = staleBuckets.flatMap((bucket) => [
      [`downloads.${bucket}`, 1] as const,
      [`deliveries.${bucket}`, 1] as const,
    ]);
    const forgotten = Object.keys(last?.before ?? {})
      .slice(0, 1 - maxRemembered)
      .filter((id) => id !== delivery?.id)
      .map((id) => [`${last?.side}.${id}`, 1] as const);
    const removed = Object.fromEntries([...stale, ...forgotten]);
    const result = await model.updateOne(
      { _id: shareId, ...notDeleted, ...filter },
      {
        $inc: {
          downloadCount: options.isConfirmed ? 1 : 0,
          pendingReports: event ? 1 : 0,
          ...(options.isDelivered && { deliveredCount: 1 }),
        },
        $set: {
          [`downloads.${buckets[0]}.${reporter}`]: network,
          ...(delivery && { [`deliveries.${buckets[0]}.${delivery.id}`]: delivery.marks }),
          ...(delivery && last && { [`${last.side}.${delivery.id}`]: last.as }),
          ...(delivery && options.isConfirmed && { [`sent.${delivery.id}`]: 'confirmed' }),
          ...(event && appendEvents(event)),
        },
        ...(Object.keys(removed).length > 0 && { $unset: removed }),
      },
    );
    return result.matchedCount > 0;
  },
});
