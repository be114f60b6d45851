import type { AuditLogEntry } from '../api.js';

/** An entry with nothing known about the accessor. */
export const entry = (part: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id: '1',
  createdAt: '2026-01-01T00:00:00.000Z',
  eventType: 'access_attempt',
  eventStatus: 'success',
  shareId: 'abc',
  filename: 'report.pdf',
  fileSize: '1.00 MB',
  accessorEmail: null,
  accessorName: null,
  userAgent: null,
  city: null,
  region: null,
  country: null,
  ipAddress: null,
  delivery: null,
  ...part,
});
