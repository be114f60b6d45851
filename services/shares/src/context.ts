import type { Keyring } from '@tandem/kit';
import type { Decoy } from './access/dummy-write.store.js';
import type { PasswordVault } from './share/password.js';
import type { PlanPolicy } from './plan/plan.js';
import type { PlanStore } from './plan/plan.store.js';
import type { ShareStore } from './share/share.store.js';
import type { Throttle } from './access/throttle.store.js';
import type { UsageStore } from './plan/usage.store.js';

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
