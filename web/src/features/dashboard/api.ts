import type {
  CreateShareRequest,
  FileShare,
  ListSharesParams,
} from '@tandem/proto/browser/http/file-shares';
import type { Done, TokenBody } from '@tandem/proto/browser/http/fields';
import { maxRows } from '@tandem/proto/browser/limits';
import { baseApi, pollingIntervalMs } from '../../lib/http/base-api.js';
import { useSignedInUser } from '../../lib/account/user-api.js';

export type { CreateShareRequest, FileShare };

type OwnedAction = TokenBody & { shareId: string };

const ownLists = ['Share', 'User', 'AuditLog'] as const;

export const sharesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listShares: build.query<FileShare[], string>({
      query: (uid) => {
        const params: ListSharesParams = { userId: uid, limit: maxRows.shares };
        return { url: '/file-shares', params };
      },
      providesTags: ['Share'],
    }),
    createShare: build.mutation<FileShare, { idempotencyKey: string; body: CreateShareRequest }>({
      query: (call) => ({ url: '/file-shares', method: 'POST', ...call }),
      invalidatesTags: (_share, error) => (error === undefined ? [...ownLists] : []),
    }),
    stopShare: build.mutation<FileShare, OwnedAction>({
      query: ({ shareId, ...body }) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}/stop`,
        method: 'POST',
        body,
      }),
      invalidatesTags: [...ownLists],
    }),
    restartShare: build.mutation<FileShare, OwnedAction>({
      query: ({ shareId, ...body }) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}/restart`,
        method: 'POST',
        body,
      }),
      invalidatesTags: [...ownLists],
    }),
    deleteShare: build.mutation<Done, string>({
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
