/** Which entries of the log are shown. */

import { auditEventStatuses, auditEventTypes } from '@tandem/proto/browser/audit/audit-events';
import type { AuditLogEntry } from '@tandem/proto/browser/http/audit';

export const eventTypes = ['all', ...auditEventTypes] as const;
export const eventStatuses = ['all', ...auditEventStatuses] as const;

export interface AuditFilter {
  search: string;
  event: (typeof eventTypes)[number];
  status: (typeof eventStatuses)[number];
}

export const noFilter: AuditFilter = { search: '', event: 'all', status: 'all' };

/** A Mac decomposes the letters with accents in the names of files. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase();

const contains = (value: string | null, needle: string): boolean =>
  value !== null && fold(value).includes(needle);

/** Matches the text against file name, accessor email and IP address, then event type and status. */
export const filterEntries = (
  entries: readonly AuditLogEntry[],
  { search, event, status }: AuditFilter,
): AuditLogEntry[] => {
  const needle = fold(search.trim());
  return entries.filter(
    (entry) =>
      (event === 'all' || entry.eventType === event) &&
      (status === 'all' || entry.eventStatus === status) &&
      (needle === '' ||
        [entry.filename, entry.accessorEmail, entry.ipAddress].some((value) =>
          contains(value, needle),
        )),
  );
};

export const isFiltering = ({ search, event, status }: AuditFilter): boolean =>
  search.trim() !== '' || event !== 'all' || status !== 'all';
