import type { Endpoint } from './endpoint.js';
import { customers } from './endpoints/customers.js';
import { intents } from './endpoints/payment-intents.js';
import { prices } from './endpoints/prices.js';
import { records } from './endpoints/records.js';
import { reversals } from './endpoints/reversals.js';
import { subscriptions } from './endpoints/subscriptions.js';

export const endpoints: readonly Endpoint[] = [
  ...customers,
  ...prices,
  ...subscriptions,
  ...intents,
  ...reversals,
  ...records,
];
