/**
 * The engine's public types: two sessions whose immutable snapshots the pages render. A session starts when it is
 * created, its methods never throw, and it reports every failure in its snapshot.
 */

import type { ReceiverSnapshot } from './receive/snapshot.js';
import type { SenderActions } from './send/send-session.js';
import type { SenderSnapshot } from './send/snapshot.js';
import type { Session } from './support/session.js';

export type { ReportDeliveryRequest as DeliveryReport } from '@tandem/proto/browser/http/shares';
export type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
export type { ConnectionType } from '@tandem/proto/browser/transfers';
export type { CheckOptions } from './check/check-connection.js';
export type { ConnectionCheck } from './check/check.state.js';
export type { TransferStats } from './progress/progress.js';
export type { ConnectionFacts } from './progress/connection-facts.js';
export type { LimitingFactor } from './progress/limiting-factor.js';
export type { RateLimit } from './pacing/rate-limit.js';
export type { ReceiverOptions } from './receive/receive-session.js';
export type { ReceiverState } from './receive/receive-session.state.js';
export type { ReceiverSnapshot, SilentSide } from './receive/snapshot.js';
export type { RecipientApproval, RecipientProof } from './send/recipient/clearance.state.js';
export type { RecipientStatus } from './send/recipient/recipient-status.js';
export type { RecipientState } from './send/recipient/recipient.state.js';
export type { RestartReason, SenderOptions } from './send/send-session.js';
export type { SenderState } from './send/send-session.state.js';
export type { SenderSnapshot } from './send/snapshot.js';
export type { LinkKey } from './trust/link/link-key.js';
export type { Receipt, ReceiptStatement } from '@tandem/proto/browser/http/receipt';
export type { PeerDetails } from './support/peer-details.js';
export type { Person } from './trust/receipt/receipt-statement.js';
export type { OfferedFile } from './receive/download/download-options.js';
export type { SavePlan } from './sinks/choose-sink.js';
export type { HandOver, Sink } from './sinks/sink.js';
export type { EngineError, FailureCode, FailureFacts } from './support/failures.js';
export type { JoinCredentials, RateSetting, Session } from './support/session.js';

export type SendSession = Session<SenderSnapshot> & SenderActions;
export type ReceiveSession = Session<ReceiverSnapshot>;
