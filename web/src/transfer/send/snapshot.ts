/** What a page shows of a sending session. */

import { emptyStats, type TransferStats } from '../progress/progress.js';
import { maxReconnects } from '../support/constants.js';
import type { EngineError } from '../support/failures.js';
import type { RecipientStatus } from './recipient/recipient-status.js';
import type { SenderState } from './send-session.state.js';

export interface SenderSnapshot {
  state: SenderState;
  /** Reconnects of the signalling socket or of a recipient since the last success, whichever is more. */
  attempt: number;
  maxAttempts: number;
  recipients: readonly RecipientStatus[];
  /** Totals over the recipients that are sending or paused: sums, and the longest remaining time. */
  stats: TransferStats;
  error: EngineError | null;
}

export const initialSnapshot: SenderSnapshot = {
  state: 'idle',
  attempt: 0,
  maxAttempts: maxReconnects,
  recipients: [],
  stats: emptyStats,
  error: null,
};
