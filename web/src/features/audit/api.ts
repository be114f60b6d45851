import type {
  AuditLogEntry,
  ChainReport,
  ListAuditLogParams,
  VerifyAuditLogParams,
} from '@tandem/proto/browser/http/audit';
import { maxRows } from '@tandem/proto/browser/limits';
import { useSignedInUser } from '../../lib/account/user-api.js';
import { useRefresh } from '../../lib/changes/use-refresh.js';
import { baseApi, pollingIntervalMs } from '../../lib/http/base-api.js';
import type { ResponseMeta } from '../../lib/http/kept-responses.js';
import type { AuditFilter } from './filter.js';

export type { AuditLogEntry };

/** The newest entries of the log, or of what matches in it, as recorded. */
export interface LogPart {
  entries: readonly AuditLogEntry[];
  hasMore: boolean;
}

/** Servers that do not say whether there is more send at most 10,000 entries and 3 MiB. */
const mayHaveMoreFrom = 1_000;

const partOf = (entries: AuditLogEntry[], meta: ResponseMeta | undefined): LogPart => ({
  entries,
  hasMore: meta?.hasMore ?? entries.length >= mayHaveMoreFrom,
});

/** The page filters what it has loaded, so it loads as many as allowed. */
const listOf = (uid: string, match: Omit<ListAuditLogParams, 'userId' | 'limit'> = {}) => {
  const params: ListAuditLogParams = { ...match, userId: uid, limit: maxRows.auditLog };
  return { url: '/audit-logs', params };
};

const matchOf = ({ search, event, status }: AuditFilter) => ({
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(event !== 'all' && { event }),
  ...(status !== 'all' && { status }),
});

export const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAuditLogs: build.query<LogPart, string>({
      query: (uid) => ({ ...listOf(uid), usesEtag: true }),
      transformResponse: partOf,
      providesTags: ['AuditLog'],
    }),
    listEarlier: build.query<LogPart, { uid: string; before: string }>({
      query: ({ uid, before }) => listOf(uid, { before }),
      transformResponse: partOf,
    }),
    searchAuditLogs: build.query<LogPart, { uid: string; filter: AuditFilter }>({
      query: ({ uid, filter }) => listOf(uid, matchOf(filter)),
      transformResponse: partOf,
      providesTags: ['AuditLog'],
    }),
    verifyAuditLog: build.mutation<ChainReport, string>({
      query: (uid) => {
        const params: VerifyAuditLogParams = { userId: uid };
        return { url: '/audit-logs/verify', params };
      },
      onQueryStarted: async (uid, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) void dispatch(auditApi.util.upsertQueryData('checkEntries', uid, data));
      },
    }),
    checkEntries: build.query<ChainReport, string>({
      query: (uid) => {
        const params: VerifyAuditLogParams = { userId: uid, recent: 'true' };
        return { url: '/audit-logs/verify', params };
      },
    }),
  }),
});

/** What the server found in the signed-in user's log at this visit, in the last ten minutes, or on demand since. */
export const useCheckedEntries = () => {
  const uid = useSignedInUser()?.uid;
  const { isError } = auditApi.endpoints.checkEntries.useQueryState(uid ?? '');
  return auditApi.useCheckEntriesQuery(uid ?? '', {
    skip: uid === undefined,
    refetchOnMountOrArgChange: true,
    pollingInterval: isError ? pollingIntervalMs : 0,
    skipPollingIfUnfocused: true,
  });
};

/** The signed-in user's log, kept up to date. */
export const useAuditLogs = () => {
  const uid = useSignedInUser()?.uid;
  const state = auditApi.endpoints.listAuditLogs.useQueryState(uid ?? '');
  return auditApi.useListAuditLogsQuery(uid ?? '', {
    skip: uid === undefined,
    ...useRefresh(state),
  });
};
