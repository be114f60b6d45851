import { newEvent, type NewEvent } from '@tandem/kit/mongo';
import type { DeliveryReporter, DeliveryStanding } from '@tandem/proto/browser/audit/audit-events';
import { events } from '@tandem/proto/events';
import type { Share, ShareFact } from './share.js';

/** Address and user agent of a caller; empty where unknown. */
export interface ClientInfo {
  ipAddress: string;
  userAgent: string;
}

export type DenialReason = 'wrong-password' | 'stopped' | 'expired' | 'throttled';

const shareRef = ({ shareId, ownerUid, filename, fileSize }: Share) => ({
  shareId,
  ownerUid,
  filename,
  fileSize,
});

export const shareCreated = (
  share: Share,
  client: ClientInfo,
  owner: { email: string; name: string },
): NewEvent =>
  newEvent(events.shareCreated, {
    share: shareRef(share),
    createdAt: share.createdAt,
    expiresAt: share.expiresAt,
    origin: client,
    ownerEmail: owner.email,
    ownerName: owner.name,
  });

export const accessAttempted = (
  share: Share,
  client: ClientInfo,
  caller: { uid: string; isOwner: boolean },
  at: Date,
): NewEvent =>
  newEvent(events.accessAttempted, {
    share: shareRef(share),
    at,
    origin: client,
    isOwner: caller.isOwner,
    callerUid: caller.uid,
  });

export const accessDenied = (
  share: Share,
  client: ClientInfo,
  reason: DenialReason,
  at: Date,
): NewEvent =>
  newEvent(events.accessDenied, { share: shareRef(share), at, origin: client, reason });

/** What a report about a transfer is based on. */
export interface Delivery {
  /** Empty when the reporting browser did not know it. */
  deliveryId: string;
  standing: DeliveryStanding;
  reportedBy: DeliveryReporter;
  /** Acknowledged by the recipient's browser; unknown to recipients. */
  bytes?: number;
  reason: string;
}

/** Outcome of a transfer, as reported by the browser of one side. */
export const downloadEnded = (
  share: Share,
  client: ClientInfo,
  report: { name: string; email: string; isFailure: boolean; delivery: Delivery },
  at: Date,
): NewEvent =>
  newEvent(report.isFailure ? events.downloadFailed : events.downloadCompleted, {
    share: shareRef(share),
    at,
    origin: client,
    accessorName: report.name,
    accessorEmail: report.email,
    delivery: report.delivery,
  });

/**
 * For every edit except another password of an active share, whose event is `restarted`, and for the expiry of a
 * stopped share.
 */
export const shareEdited = (share: Share, at: Date): NewEvent =>
  newEvent(events.shareEdited, { share: shareRef(share), at });

/** Events of a state transition, of the share after it. */
export const eventsOf = (share: Share, facts: readonly ShareFact[], at: Date): NewEvent[] =>
  facts.map((fact) => {
    switch (fact.type) {
      case 'stopped':
        return newEvent(events.shareStopped, {
          share: shareRef(share),
          at,
          reason: fact.reason,
          epoch: share.epoch,
        });
      case 'restarted':
        return newEvent(events.shareRestarted, {
          share: shareRef(share),
          at,
          epoch: share.epoch,
          passwordEpoch: share.passwordEpoch ?? 0,
        });
      case 'expired-stopped':
        return shareEdited(share, at);
      case 'deleted':
        return newEvent(events.shareDeleted, { share: shareRef(share), at });
    }
  });
