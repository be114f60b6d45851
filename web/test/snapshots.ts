/** Snapshots of transfers at rest; a test sets what it is about. */

import type { ReceiverSnapshot, RecipientStatus, SenderSnapshot } from '../src/transfer/api.js';
import { noFacts } from '../src/transfer/progress/connection-facts.js';
import { emptyStats } from '../src/transfer/pure.js';

export const recipientStatus = (part: Partial<RecipientStatus> = {}): RecipientStatus => ({
  peerId: 'a',
  state: 'waiting',
  joinedAt: new Date(2026, 10, 20, 14, 3).getTime(),
  attempt: 0,
  isSilent: false,
  isStalled: false,
  storedBytes: null,
  stats: emptyStats,
  connectionType: 'unknown',
  connection: noFacts,
  proof: 'none',
  approval: 'none',
  person: null,
  pausedBy: null,
  isVerified: false,
  receipt: null,
  isOutlivingShare: false,
  error: null,
  ...part,
});

export const receiverSnapshot = (part: Partial<ReceiverSnapshot> = {}): ReceiverSnapshot => ({
  state: 'connecting',
  attempt: 0,
  maxAttempts: 5,
  file: null,
  stats: emptyStats,
  isSilent: false,
  isStalled: false,
  silentSide: null,
  isAlone: false,
  connectionType: 'unknown',
  connection: noFacts,
  survivesReload: false,
  isProven: false,
  sender: null,
  pausedBy: null,
  canPause: true,
  canLimit: true,
  isAwaitingApproval: false,
  isVerified: false,
  deliveryId: 'D'.repeat(22),
  receipt: null,
  receiptFault: null,
  error: null,
  ...part,
});

export const senderSnapshot = (part: Partial<SenderSnapshot> = {}): SenderSnapshot => ({
  state: 'connecting',
  attempt: 0,
  maxAttempts: 5,
  recipients: [],
  stats: emptyStats,
  error: null,
  ...part,
});
