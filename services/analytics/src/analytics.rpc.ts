import { dayMs, parseRequest } from '@tandem/kit';
import { grpcService, type Authority } from '@tandem/kit/grpc';
import { connectionTypes } from '@tandem/proto/browser/transfers';
import {
  AnalyticsServiceDefinition,
  type AnalyticsServiceImplementation,
} from '@tandem/proto/tandem/analytics/v1/analytics';
import { z } from 'zod';
import type { AnalyticsContext } from './context.js';
import { daysUpTo, recentKept } from './rollup/rollup.js';
import type { RollupStore } from './rollup/rollup.store.js';
import { costInsights } from './transfer/insights.js';
import { recordTransfer } from './transfer/record.js';

const recentSchema = z.object({ limit: z.number().int().min(0).max(recentKept) });
const daysSchema = z.object({ days: z.number().int().min(0).max(365) });

const defaultRecent = 20;
const defaultDays = 30;
const topUsers = 10;
const weekMs = 7 * dayMs;

/** Every read is a part of one document or an indexed count, independent of the number of transfers. */
export const analyticsService = (context: AnalyticsContext) => {
  const { rollups, users, now } = context;
  /** With the transfers that were reported before the call. */
  const upToDate: RollupStore['part'] = async (name) => {
    await context.count();
    return rollups.part(name);
  };
  const implementation: AnalyticsServiceImplementation<Authority> = {
    recordTransfer: async (request, { user }) => {
      await recordTransfer(context, request, user?.uid ?? '');
      return {};
    },
    getConnectionStats: async () => {
      const { byType } = await upToDate('byType');
      return { stats: connectionTypes.map((type) => ({ connectionType: type, ...byType[type] })) };
    },
    getUserAnalytics: () => users.summary(new Date(now().getTime() - weekMs), topUsers),
    getCostInsights: async () => costInsights(await upToDate('byType'), context.turnPricePerGb),
    listRecentTransfers: async (request) => {
      const { limit } = parseRequest(recentSchema, request);
      const { recent } = await upToDate('recent');
      const transfers = recent.slice(0, limit || defaultRecent);
      return {
        transfers: transfers.map(({ callerUid, ...transfer }) => ({
          ...transfer,
          userId: callerUid,
        })),
      };
    },
    getTransfersByDay: async (request) => {
      const { days } = parseRequest(daysSchema, request);
      return { days: daysUpTo(await upToDate('byDay'), now(), days || defaultDays) };
    },
  };
  return grpcService(AnalyticsServiceDefinition, implementation);
};
