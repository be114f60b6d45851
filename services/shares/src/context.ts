import type { SigningKeys } from '@tandem/kit';
import type { OutboxSource } from '@tandem/kit/mongo';
import type { AttemptLog } from './access/attempt-log.store.js';
import type { Attempts } from './access/attempts.js';
import type { DummyWrites } from './access/dummy-write.store.js';
import type { ShouldLogAccess } from './access/listed-accesses.js';
import type { Throttle } from './access/throttle.store.js';
import type { ViewerIdOf } from './access/viewers.js';
import type { NoticeStore } from './notices/notice.store.js';
import type { SendPush } from './notices/web-push.js';
import type { PlanPolicy } from './plan/plan.js';
import type { PlanStore } from './plan/plan.store.js';
import type { UsageStore } from './plan/usage.store.js';
import type { PasswordVault } from './share/password.js';
import type { ShareStore } from './share/share.store.js';

/** Dependencies of every call. */
export interface SharesContext {
  shares: ShareStore;
  usage: UsageStore;
  plans: PlanStore;
  throttle: Throttle;
  attempts: Attempts;
  attemptLog: AttemptLog;
  shouldLogAccess: ShouldLogAccess;
  dummyWrites: DummyWrites;
  vault: PasswordVault;
  grantKeys: SigningKeys;
  viewerIdOf: ViewerIdOf;
  notices: {
    store: NoticeStore;
    /** Null: the operator has set no keys. */
    send: SendPush | null;
    /** Hosts of push services. */
    services: readonly string[];
  };
  identity: {
    /** Those of the ids that are no longer live. */
    findEndedSessions(request: { ids: string[] }): Promise<{ ids: string[] }>;
  };
  /** Work that no caller waits for. */
  inBackground(label: string, work: () => Promise<void>): void;
  policy: PlanPolicy;
  /** Number of wrong passwords of several networks within the window that stops a share; 0 disables it. */
  wrongPasswords: { limit: number; windowMs: number };
  inactiveShareMs: number;
  now(): Date;
  /** Wake the outbox relay, for the shares if no source is given. */
  publishSoon(source?: OutboxSource): void;
}
