import type { AuditEventStatus, AuditEventType } from '@tandem/proto/browser/audit-events';

/** Fields that tell of a person. Their values can be erased without breaking the chain. */
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

/** Who did what with an owner's share, as it is told to the log. */
export interface Incident {
  /** The id of the event that told it: one event, one entry. */
  id: string;
  ownerUid: string;
  createdAt: Date;
  eventType: AuditEventType;
  eventStatus: AuditEventStatus;
  shareId: string;
  filename: string;
  fileSize: string;
  personal: Personal;
}

export const nobody: Personal = {
  accessorEmail: null,
  accessorName: null,
  userAgent: null,
  city: null,
  region: null,
  country: null,
  ipAddress: null,
};
