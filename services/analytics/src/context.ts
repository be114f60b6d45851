import type { RollupStore } from './rollup/rollup.store.js';
import type { ShareStore } from './rollup/share.store.js';
import type { UserStore } from './rollup/user.store.js';
import type { IgnoredReports } from './transfer/ignored-report.store.js';
import type { ReportLimit } from './transfer/report-limit.store.js';
import type { TransferStore } from './transfer/transfer.store.js';

export interface AnalyticsContext {
  transfers: TransferStore;
  ignored: IgnoredReports;
  rollups: RollupStore;
  users: UserStore;
  shares: ShareStore;
  reportLimit: ReportLimit;
  turnPricePerGb: number;
  now: () => Date;
  /** Adds the transfers that are not counted yet to the rollup. */
  count: () => Promise<void>;
  /** Wakes the outbox relay. */
  publishSoon: () => void;
}
