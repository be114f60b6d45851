import { z } from 'zod';
import { adminActions } from '../admin/actions.js';
import { maxRows } from '../limits.js';
import { countUpTo, isoDate, pageQuery, type Params, searchQuery, uid } from './fields.js';
import { connectionType } from './transfer-report.js';
import { subscriptionStatus, userRecord } from './user.js';

export const connectionStat = z.strictObject({
  connectionType,
  count: z.number(),
  totalBytes: z.number(),
});
export const connectionStats = z.array(connectionStat);
export type ConnectionStat = z.infer<typeof connectionStat>;

export const userAnalytics = z.strictObject({
  totalUsers: z.number(),
  activeUsers7d: z.number(),
  subscriptionStats: z.array(z.strictObject({ status: z.string(), count: z.number() })),
  topUsers: z.array(
    z.strictObject({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      sharesCount: z.number(),
    }),
  ),
});
export type UserAnalytics = z.infer<typeof userAnalytics>;

/** Without personal data, so that reading it leaves no entry in the log of admin actions. */
export const userCounts = userAnalytics.omit({ topUsers: true });
export type UserCounts = z.infer<typeof userCounts>;

export const costInsights = z.strictObject({
  totalTransfers: z.number(),
  totalBytesTransferred: z.number(),
  turnTransfers: z.number(),
  turnBytes: z.number(),
  turnPercentage: z.number(),
  stunTransfers: z.number(),
  stunBytes: z.number(),
  stunPercentage: z.number(),
  /** US dollars. */
  estimatedTurnCost: z.number(),
  /** Sentences. */
  costNotes: z.array(z.string()),
  /** What each note is about, in the same order, for clients that write it in another language. */
  costNoteKinds: z.array(z.string()).optional(),
  /** US dollars for 10^9 relayed bytes. */
  pricePerGb: z.number().optional(),
  unknownTransfers: z.number().optional(),
});
export type CostInsights = z.infer<typeof costInsights>;

export const recentTransfer = z.strictObject({
  id: z.string(),
  connectionType,
  /** Null for a visitor. */
  userEmail: z.string().nullable(),
  bytesTransferred: z.number(),
  /** Milliseconds. */
  transferDuration: z.number(),
  createdAt: isoDate,
});
export const recentTransfers = z.array(recentTransfer);
export type RecentTransfer = z.infer<typeof recentTransfer>;

export const recentTransfersQuery = z.strictObject({
  limit: countUpTo(maxRows.recentTransfers).optional(),
});
export type RecentTransfersParams = Params<typeof recentTransfersQuery>;

/** Transfers of one day. */
export const transferDay = z.strictObject({
  /** yyyy-MM-dd, UTC. */
  day: z.iso.date(),
  count: z.number(),
  totalBytes: z.number(),
});
export const transferDays = z.array(transferDay);
export type TransferDay = z.infer<typeof transferDay>;

export const transfersByDayQuery = z.strictObject({ days: countUpTo(maxRows.days).optional() });
export type TransfersByDayParams = Params<typeof transfersByDayQuery>;

export const adminUser = userRecord.pick({
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  isAdmin: true,
  createdAt: true,
  subscriptionStatus: true,
  sharesUsedThisMonth: true,
});
export const adminUsers = z.array(adminUser);
export type AdminUser = z.infer<typeof adminUser>;

export const userSortings = ['joined', 'name', 'email'] as const;
export type UserSorting = (typeof userSortings)[number];
export const listUsersQuery = searchQuery(maxRows.users, userSortings);
export type ListUsersParams = Params<typeof listUsersQuery>;

const logEntryId = z.string().regex(/^[\w-]{1,64}$/);
export const adminLogEntry = z.strictObject({
  id: z.string(),
  at: isoDate,
  /** Null for the operator, on the command line. */
  actorId: z.string().nullable(),
  action: z.enum(adminActions),
  subjectIds: z.array(z.string()),
});
export const adminLog = z.array(adminLogEntry);
export type AdminLogEntry = z.infer<typeof adminLogEntry>;
/** Reads on after the last entry seen, of which `beforeId` is the id: other entries may have its millisecond. */
export const adminLogQuery = pageQuery(maxRows.adminActions).extend({
  beforeId: logEntryId.optional(),
});
export type AdminLogParams = Params<typeof adminLogQuery>;

/** An entry as shown to the user whom it concerns. */
export const ownAdminLogEntry = adminLogEntry.pick({ id: true, at: true, action: true });
export const ownAdminLog = z.array(ownAdminLogEntry);
export type OwnAdminLogEntry = z.infer<typeof ownAdminLogEntry>;

export const adminUserParams = z.strictObject({ userId: uid });
export const setSubscriptionRequest = z.strictObject({ subscriptionStatus });
export type SetSubscriptionRequest = z.input<typeof setSubscriptionRequest>;
export const setSubscriptionAnswer = z.strictObject({ userId: uid, subscriptionStatus });
export type SetSubscriptionAnswer = z.infer<typeof setSubscriptionAnswer>;
