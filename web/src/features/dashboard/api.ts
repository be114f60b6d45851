import { baseApi, pollingIntervalMs } from '../../lib/http/base-api.js';
import { useSignedInUser } from '../../lib/account/user-api.js';
import type { SignedInUser } from '../../lib/account/session.js';

/** A share as the API lists it (specification, section 3). */
export interface FileShare {
  id: string;
  shareId: string;
  filename: string;
  /** Human-readable, e.g. `64.00 MB`. */
  fileSize: string;
  /** MIME type. */
  fileType: string;
  password: string;
  downloadCount: number;
  /** ISO date. */
  expiresAt: string;
  isActive: boolean;
  /** Additive: why a stopped share is stopped; null for an active one. */
  stopReason?: string | null;
}

export interface CreateShareRequest {
  filename: string;
  fileSize: string;
  fileType: string;
  firebaseUser: SignedInUser | null;
  /** Additive: lets the server enforce a size limit where one is configured. */
  fileSizeBytes: number;
  /** Additive: paid plans choose; absent means the plan's default. */
  expiresInDays?: number;
}

interface OwnedAction {
  shareId: string;
  idToken: string;
}

/** As many as the server gives at once. */
const listLimit = 500;

const ownLists = ['Share', 'User', 'AuditLog'] as const;

export const sharesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listShares: build.query<FileShare[], string>({
      query: (uid) => ({ url: '/file-shares', params: { userId: uid, limit: listLimit } }),
      providesTags: ['Share'],
    }),
    createShare: build.mutation<FileShare, CreateShareRequest>({
      query: (body) => ({ url: '/file-shares', method: 'POST', body }),
      invalidatesTags: (_share, error) => (error === undefined ? [...ownLists] : []),
    }),
    stopShare: build.mutation<unknown, OwnedAction>({
      query: ({ shareId, idToken }) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}/stop`,
        method: 'POST',
        body: { idToken },
      }),
      invalidatesTags: [...ownLists],
    }),
    restartShare: build.mutation<unknown, OwnedAction>({
      query: ({ shareId, idToken }) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}/restart`,
        method: 'POST',
        body: { idToken },
      }),
      invalidatesTags: [...ownLists],
    }),
    deleteShare: build.mutation<unknown, string>({
      query: (shareId) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}`,
        method: 'DELETE',
      }),
      invalidatesTags: [...ownLists],
    }),
  }),
});

/** The signed-in user's shares, polled every 30 s. */
export const useOwnShares = () => {
  const uid = useSignedInUser()?.uid;
  return sharesApi.useListSharesQuery(uid ?? '', {
    skip: uid === undefined,
    pollingInterval: pollingIntervalMs,
  });
};
