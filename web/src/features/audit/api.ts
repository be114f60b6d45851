import { baseApi, pollingIntervalMs } from '../../lib/http/base-api.js';
import { useSignedInUser } from '../../lib/account/user-api.js';

/** One entry as the API lists it (specification, section 3). */
export interface AuditLogEntry {
  id: string;
  /** ISO date. */
  createdAt: string;
  eventType: string;
  eventStatus: string;
  filename: string;
  fileSize: string;
  accessorEmail: string | null;
  accessorName: string | null;
  userAgent: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  ipAddress: string | null;
}

/** What checking the hash chain over the log found. */
export interface ChainReport {
  isValid: boolean;
  length: number;
  firstBroken: number | null;
}

/** Filtering happens in the browser, so the page asks for as much as the server gives. */
const listLimit = 10_000;

export const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAuditLogs: build.query<AuditLogEntry[], string>({
      query: (uid) => ({ url: '/audit-logs', params: { userId: uid, limit: listLimit } }),
      providesTags: ['AuditLog'],
    }),
    verifyAuditLog: build.mutation<ChainReport, string>({
      query: (uid) => ({ url: '/audit-logs/verify', params: { userId: uid } }),
    }),
  }),
});

/** The signed-in user's log, polled every 30 s. */
export const useAuditLogs = () => {
  const uid = useSignedInUser()?.uid;
  return auditApi.useListAuditLogsQuery(uid ?? '', {
    skip: uid === undefined,
    pollingInterval: pollingIntervalMs,
  });
};
