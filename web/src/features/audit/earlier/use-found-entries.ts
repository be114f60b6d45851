import { useSignedInUser } from '../../../lib/account/user-api.js';
import { useDebounced } from '../../../lib/browser/use-debounced.js';
import { auditApi, type AuditLogEntry } from '../api.js';
import { isFiltering, type AuditFilter } from '../filter.js';

export type Search =
  /** The page has the whole log, or nothing is searched for. */
  | { kind: 'none' }
  | { kind: 'searching' }
  | { kind: 'failed' }
  /** `isCut`: there are more matches than one answer holds. */
  | { kind: 'found'; entries: readonly AuditLogEntry[]; isCut: boolean };

/** What the server finds in a log of which the page has loaded a part. */
export const useFoundEntries = (filter: AuditFilter, isPartial: boolean): Search => {
  const uid = useSignedInUser()?.uid ?? '';
  const settled = useDebounced(filter);
  const isNeeded = isPartial && isFiltering(filter) && isFiltering(settled);
  const { currentData, isError } = auditApi.useSearchAuditLogsQuery(
    { uid, filter: settled },
    { skip: !isNeeded },
  );
  if (!isNeeded) return { kind: 'none' };
  if (isError) return { kind: 'failed' };
  if (currentData === undefined || settled !== filter) return { kind: 'searching' };
  const { entries, hasMore } = currentData;
  return { kind: 'found', entries, isCut: hasMore };
};

/** Newest first, before the reports of a delivery are joined: the page may lack one that the server has found. */
export const withFound = (
  loaded: readonly AuditLogEntry[],
  found: readonly AuditLogEntry[],
): readonly AuditLogEntry[] => {
  if (found.length === 0) return loaded;
  const ids = new Set(found.map(({ id }) => id));
  return [...found, ...loaded.filter(({ id }) => !ids.has(id))].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  );
};
