import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { defineTexts } from './catalogue.js';

/** Names of the plans where they are given, not sold. */
export const givenPlanNames = defineTexts<Record<SubscriptionStatus, string>>('plan-names', {
  en: { free: 'Standard', active: 'Extended', proforever: 'Long-Term' },
});
