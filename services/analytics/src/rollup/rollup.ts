import { connectionTypes, type ConnectionType } from '@tandem/proto/browser/transfers';
import type { Transfer } from '../transfer/transfer.js';

export interface Sum {
  count: number;
  totalBytes: number;
}

export interface RecentTransfer {
  id: string;
  connectionType: ConnectionType;
  callerUid: string;
  userEmail: string;
  bytesTransferred: number;
  transferDurationMs: number;
  createdAt: Date;
}

/**
 * Everything the admin pages show about transfers, in one document, so that a read costs the same after ten
 * transfers and after ten million.
 */
export interface Rollup {
  /** Incremented by every fold; a fold with an older version starts over. */
  version: number;
  byType: Record<ConnectionType, Sum>;
  /** By UTC day, `yyyy-MM-dd`. */
  byDay: Record<string, Sum>;
  /** Newest first. */
  recent: RecentTransfer[];
  /** Transfers counted by the last fold; the next fold marks them first. */
  batch: string[];
}

export const recentKept = 100;
export const daysKept = 366;

const nothing: Sum = { count: 0, totalBytes: 0 };

export const emptyRollup: Rollup = {
  version: 0,
  byType: { turn: nothing, stun: nothing, direct: nothing, unknown: nothing },
  byDay: {},
  recent: [],
  batch: [],
};

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Browsers report sizes; above this, numbers are inexact and clients cannot read them. */
const plus = (a: number, b: number): number => Math.min(a + b, Number.MAX_SAFE_INTEGER);

const add = (sum: Sum | undefined, bytes: number): Sum => ({
  count: (sum?.count ?? 0) + 1,
  totalBytes: plus(sum?.totalBytes ?? 0, bytes),
});

const recentOf = (transfer: Transfer): RecentTransfer => ({
  id: transfer.id,
  connectionType: transfer.connectionType,
  callerUid: transfer.callerUid,
  userEmail: transfer.callerEmail,
  bytesTransferred: transfer.bytesTransferred,
  transferDurationMs: transfer.transferDurationMs,
  createdAt: transfer.createdAt,
});

const newestDays = (byDay: Record<string, Sum>): Record<string, Sum> =>
  Object.fromEntries(
    Object.entries(byDay)
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .slice(0, daysKept),
  );

/** Adds transfers that have not been counted. */
export const fold = (rollup: Rollup, transfers: readonly Transfer[]): Rollup => {
  const byType = { ...rollup.byType };
  const byDay = { ...rollup.byDay };
  for (const { connectionType, bytesTransferred, createdAt } of transfers) {
    byType[connectionType] = add(byType[connectionType], bytesTransferred);
    byDay[dayOf(createdAt)] = add(byDay[dayOf(createdAt)], bytesTransferred);
  }
  const recent = [...transfers.map(recentOf), ...rollup.recent]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, recentKept);
  return {
    version: rollup.version + 1,
    byType,
    byDay: newestDays(byDay),
    recent,
    batch: transfers.map(({ id }) => id),
  };
};

/** Removes the e-mail address of a deleted user; sums contain no personal data. */
export const forgetCaller = (rollup: Rollup, uid: string): Rollup => ({
  ...rollup,
  version: rollup.version + 1,
  recent: rollup.recent.map((transfer) =>
    transfer.callerUid === uid ? { ...transfer, callerUid: '', userEmail: '' } : transfer,
  ),
});

/** Removes recent transfers that are older than the retention. */
export const forgetBefore = (rollup: Rollup, cutoff: Date): Rollup => ({
  ...rollup,
  version: rollup.version + 1,
  recent: rollup.recent.filter(({ createdAt }) => createdAt >= cutoff),
});

export const totalOf = (rollup: Pick<Rollup, 'byType'>): Sum =>
  connectionTypes
    .map((type) => rollup.byType[type])
    .reduce(
      (total, { count, totalBytes }) => ({
        count: total.count + count,
        totalBytes: plus(total.totalBytes, totalBytes),
      }),
      nothing,
    );

/** The last `days` days up to today, newest last, with zeros for days without transfers. */
export const daysUpTo = (rollup: Pick<Rollup, 'byDay'>, today: Date, days: number) =>
  Array.from({ length: days }, (_, index) => {
    const at = new Date(today);
    at.setUTCDate(at.getUTCDate() - (days - 1 - index));
    const day = dayOf(at);
    return { day, ...(rollup.byDay[day] ?? nothing) };
  });
