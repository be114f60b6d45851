/** Plans by the names that requests, records and events carry; `active` is Pro. */
export const subscriptionStatuses = ['free', 'active', 'proforever'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Plans that can be bought. */
export const planTypes = ['pro', 'proforever'] as const;
export type PlanType = (typeof planTypes)[number];

/** US dollars. Billing charges these amounts; a request never names an amount. */
export const prices = { proWeeklyUsd: 5, proForeverUsd: 110 } as const;
