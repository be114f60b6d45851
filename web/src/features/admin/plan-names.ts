import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { useHasPayments } from '../../lib/http/use-config.js';
import { givenPlanNames } from '../../lib/texts/plan-names.js';
import { texts } from './texts.js';

export const usePlanNames = (): Record<SubscriptionStatus, string> =>
  useHasPayments() ? texts.management.status : givenPlanNames;
