import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { chooseTexts } from './catalogue.js';

/** Names of the plans where they are given, not sold. */
export const givenPlanNames = chooseTexts<Record<SubscriptionStatus, string>>({
  en: { free: 'Standard', active: 'Extended', proforever: 'Long-Term' },
});
