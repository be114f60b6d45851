import { isPaid, useOwnRecord } from '../../../lib/account/user-api.js';
import { usePolicy } from '../../../lib/use-policy.js';

/** How many shares the user can still create this month. Null: any number, or unknown until the record has loaded. */
export const useSharesLeft = (): number | null => {
  const record = useOwnRecord().data;
  const { freeSharesPerMonth } = usePolicy();
  const limit = record?.monthlyLimit ?? freeSharesPerMonth;
  if (record === undefined || limit === null || isPaid(record.subscriptionStatus)) return null;
  return Math.max(0, limit - record.sharesUsedThisMonth);
};
