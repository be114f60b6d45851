import { useOwnRecord } from '../../../lib/account/user-api.js';
import { useMonthlyLimit } from './monthly-limit.js';

/** How many shares the user can still create this month. Null: any number, or unknown until the record has loaded. */
export const useSharesLeft = (): number | null => {
  const record = useOwnRecord().data;
  const limit = useMonthlyLimit();
  if (record === undefined || limit === null) return null;
  return Math.max(0, limit - record.sharesUsedThisMonth);
};
