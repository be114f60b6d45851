import { TransferRecorded } from './gen/tandem/events/v1/analytics.js';
import { EntryStored } from './gen/tandem/events/v1/audit.js';
import { PaymentChanged, PaymentFailed, PlanChanged } from './gen/tandem/events/v1/billing.js';
import { UserDeleted, UserRegistered, UserSeen } from './gen/tandem/events/v1/identity.js';
import {
  AccessAttempted,
  AccessDenied,
  DownloadCompleted,
  DownloadFailed,
  ShareCreated,
  ShareDeleted,
  ShareEdited,
  ShareRestarted,
  ShareStopped,
} from './gen/tandem/events/v1/shares.js';
import { SenderJoined } from './gen/tandem/events/v1/signalling.js';
import { RoomAsked } from './gen/tandem/events/v1/turn.js';

/**
 * Every event by subject: `<service>.<noun>.<verb>.v1`. The first part also names the stream
 * (`SHARES` holds `shares.>`), so publishers and consumers need only the subject.
 */
export const events = {
  userRegistered: { subject: 'identity.user.registered.v1', codec: UserRegistered },
  userSeen: { subject: 'identity.user.seen.v1', codec: UserSeen },
  userDeleted: { subject: 'identity.user.deleted.v1', codec: UserDeleted },
  shareCreated: { subject: 'shares.share.created.v1', codec: ShareCreated },
  shareStopped: { subject: 'shares.share.stopped.v1', codec: ShareStopped },
  shareRestarted: { subject: 'shares.share.restarted.v1', codec: ShareRestarted },
  shareEdited: { subject: 'shares.share.edited.v1', codec: ShareEdited },
  shareDeleted: { subject: 'shares.share.deleted.v1', codec: ShareDeleted },
  accessAttempted: { subject: 'shares.access.attempted.v1', codec: AccessAttempted },
  accessDenied: { subject: 'shares.access.denied.v1', codec: AccessDenied },
  downloadCompleted: { subject: 'shares.download.completed.v1', codec: DownloadCompleted },
  downloadFailed: { subject: 'shares.download.failed.v1', codec: DownloadFailed },
  planChanged: { subject: 'billing.plan.changed.v1', codec: PlanChanged },
  paymentChanged: { subject: 'billing.payment.changed.v1', codec: PaymentChanged },
  paymentFailed: { subject: 'billing.payment.failed.v1', codec: PaymentFailed },
  transferRecorded: { subject: 'analytics.transfer.recorded.v1', codec: TransferRecorded },
} as const;

/** The subjects of the events that a service publishes. */
export const subjectsOf = (service: string): string[] =>
  Object.values(events)
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith(`${service}.`));

/** Published without a stream: received by the processes that are connected, and by them at most once. */
export const hints = {
  entryStored: { subject: 'audit.entry.stored.v1', codec: EntryStored },
  senderJoined: { subject: 'signalling.sender.joined.v1', codec: SenderJoined },
} as const;

/** Published without a stream; the processes for which it holds reply. */
export const questions = {
  roomIsLive: { subject: 'turn-credentials.room.asked.v1', codec: RoomAsked },
} as const;
