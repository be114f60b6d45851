/** Entries of the audit log by type and outcome. */
export const auditEventTypes = [
  'share_created',
  'access_attempt',
  'download_completed',
  'access_denied',
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];

export const auditEventStatuses = ['success', 'failure', 'denied'] as const;
export type AuditEventStatus = (typeof auditEventStatuses)[number];
