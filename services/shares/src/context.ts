import type { Keyring } from '@tandem/kit';
import type { Decoy } from './decoy.store.js';
import type { PasswordVault } from './password.js';
import type { PlanPolicy } from './plan.js';
import type { PlanStore } from './plan.store.js';
import type { ShareStore } from './share.store.js';
import type { Throttle } from './throttle.store.js';
import type { UsageStore } from './usage.store.js';

/** What every call of this service works with. */
export interface SharesContext {
  shares: ShareStore;
  usage: UsageStore;
  plans: PlanStore;
  throttle: Throttle;
  decoy: Decoy;
  vault: PasswordVault;
  grantKeys: Keyring;
  policy: PlanPolicy;
  /** Wrong passwords that stop a share (0: none do), counted within the window. */
  wrongPasswords: { limit: number; windowMs: number };
  inactiveShareMs: number;
  now(): Date;
  /** Ask the relay to look for new events at once. */
  publishSoon(): void;
}
