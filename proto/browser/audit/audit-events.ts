/** Entries of the audit log by type and outcome. */
export const auditEventTypes = [
  'share_created',
  'access_attempt',
  'download_completed',
  'access_denied',
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

/**
 * What a `download_completed` entry is based on: `claimed` by one side, `confirmed` by both, `partial` when the sender's
 * browser counted some acknowledged bytes, `refused` when one side stopped the other before any, `failed` otherwise.
 */
export const deliveryStandings = ['claimed', 'confirmed', 'partial', 'refused', 'failed'] as const;
export type DeliveryStanding = (typeof deliveryStandings)[number];

export const deliveryReporters = ['recipient', 'sender'] as const;
export type DeliveryReporter = (typeof deliveryReporters)[number];

export const auditEventStatuses = ['success', 'failure', 'denied'] as const;
export type AuditEventStatus = (typeof auditEventStatuses)[number];
