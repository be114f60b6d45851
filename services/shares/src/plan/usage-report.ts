import type { SharesContext } from '../context.js';
import { monthOf } from './plan.js';

/** -1 in the reply means no limit. */
const unlimited = -1;

/** Usage of each owner this month, in the order of the request; zero for unknown owners. */
export const reportUsage = async (context: SharesContext, ownerUids: readonly string[]) => {
  const now = context.now();
  const [counts, plans, { active, expired }] = await Promise.all([
    context.usage.counts(ownerUids, monthOf(now)),
    context.plans.getMany(ownerUids),
    context.shares.countByOwner(ownerUids, now),
  ]);
  return ownerUids.map((ownerUid) => ({
    ownerUid,
    sharesUsedThisMonth: counts.get(ownerUid) ?? 0,
    monthlyLimit: context.policy[plans.get(ownerUid) ?? 'free'].monthlyLimit ?? unlimited,
    activeShares: active.get(ownerUid) ?? 0,
    expiredShares: expired.get(ownerUid) ?? 0,
  }));
};
