import { dayMs, startPeriodicTask, type Logger, type PeriodicTask } from '@tandem/kit';
import { redeliveryWindowMs } from '@tandem/kit/bus';
import type { AnalyticsContext } from './context.js';
import { eraseBefore } from './rollup/count.js';

/** Safe on any number of replicas. */
export const startSweeps = (
  context: AnalyticsContext,
  options: { retentionDays: number; logger: Logger },
): PeriodicTask[] => {
  const { retentionDays, logger } = options;
  const before = (ageMs: number) => new Date(context.now().getTime() - ageMs);
  return [
    // Before an admin asks for the sums, so that the answer does not wait for many.
    { label: 'count transfers', everyMs: 30_000, work: () => context.count() },
    {
      label: 'remove what is old',
      everyMs: 600_000,
      work: async () => {
        await eraseBefore(context, before(retentionDays * dayMs));
        await context.users.forgetRemovedBefore(before(redeliveryWindowMs));
        await context.shares.forgetRemovedBefore(before(redeliveryWindowMs));
        await context.reportLimit.removeExpired(context.now());
      },
    },
  ].map((sweep) => startPeriodicTask({ ...sweep, logger }));
};
