import { isPaid, useOwnRecord } from '../../../lib/account/user-api.js';
import { usePolicy } from '../../../lib/use-policy.js';

/** Shares that the user may create in a month: the free plan's until the record has loaded. Null: any number. */
export const useMonthlyLimit = (): number | null => {
  const record = useOwnRecord().data;
  const { freeSharesPerMonth } = usePolicy();
  if (isPaid(record?.subscriptionStatus)) return null;
  return record?.monthlyLimit ?? freeSharesPerMonth;
};
