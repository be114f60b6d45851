import type {
  AuditEventStatus,
  AuditEventType,
  DeliveryReporter,
  DeliveryStanding,
} from '@tandem/proto/browser/audit/audit-events';

/** Personal fields. Their values can be erased without breaking the chain. */
export const personalFields = [
  'accessorEmail',
  'accessorName',
  'userAgent',
  'city',
  'region',
  'country',
  'ipAddress',
] as const;

export type PersonalField = (typeof personalFields)[number];
export type Personal = Record<PersonalField, string | null>;

/** An action on an owner's share, as the log records it. */
export interface Incident {
  /** Id of the event; one entry per event. */
  id: string;
  ownerUid: string;
  createdAt: Date;
  eventType: AuditEventType;
  eventStatus: AuditEventStatus;
  shareId: string;
  filename: string;
  fileSize: string;
  personal: Personal;
  /** In `download_completed`; absent in entries of earlier versions. */
  delivery?: Delivery;
}

export const deliveryFields = ['deliveryId', 'standing', 'reportedBy', 'bytes', 'reason'] as const;

export interface Delivery {
  /** Empty when unknown. */
  deliveryId: string;
  standing: DeliveryStanding;
  reportedBy: DeliveryReporter;
  /** Null when the reporter cannot know them. */
  bytes: number | null;
  reason: string;
}

export const noPersonalData: Personal = {
  accessorEmail: null,
  accessorName: null,
  userAgent: null,
  city: null,
  region: null,
  country: null,
  ipAddress: null,
};
