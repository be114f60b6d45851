import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Done, TokenBody } from '@tandem/proto/browser/http/fields';
import type {
  CreateShareRequest,
  FileShare,
  ListSharesParams,
  UpdateShareRequest,
} from '@tandem/proto/browser/http/file-shares';
import { maxRows } from '@tandem/proto/browser/limits';
import type { ShareSorting, ShareStatus } from '@tandem/proto/browser/share-lists';
import { useSignedInUser } from '../../lib/account/user-api.js';
import { useRefresh } from '../../lib/changes/use-refresh.js';
import { baseApi } from '../../lib/http/base-api.js';

export type { CreateShareRequest, FileShare };

/** What a list of shares is narrowed to and sorted by. */
export interface ShareQuery {
  search: string;
  status: ShareStatus | 'all';
  sort: ShareSorting;
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
}

export interface Shares {
  shares: FileShare[];
  /** On all pages. */
  total: number;
}

/** The query of everything that needs an account's shares, such as the counts. */
export const newestShares: ShareQuery = {
  search: '',
  status: 'all',
  sort: 'created',
  order: 'desc',
  page: 1,
};

const paramsOf = (
  uid: string,
  { search, status, sort, order, page }: ShareQuery,
): ListSharesParams => ({
  userId: uid,
  limit: maxRows.shares,
  ...(search === '' ? {} : { search }),
  ...(status === 'all' ? {} : { status }),
  ...(sort === newestShares.sort && order === newestShares.order ? {} : { sort, order }),
  ...(page === 1 ? {} : { page }),
});

type OwnedAction = TokenBody & { shareId: string };

const ownLists = ['Share', 'User', 'AuditLog'] as const;

const listsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listShares: build.query<Shares, { uid: string; query?: ShareQuery }>({
      query: ({ uid, query = newestShares }) => ({
        url: '/file-shares',
        params: paramsOf(uid, query),
        usesEtag: true,
      }),
      transformResponse: (shares: FileShare[], meta) => ({
        shares,
        total: meta?.total ?? shares.length,
      }),
      providesTags: ['Share'],
    }),
  }),
});

type State = Parameters<typeof listsApi.util.selectCachedArgsForQuery>[0];

interface Call<Answer> {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  getState: () => State;
  queryFulfilled: Promise<{ data: Answer }>;
}

/**
 * Changes the lists as soon as the server has answered: until they are loaded again, a row would contradict the toast and
 * offer the same action again.
 */
const changeLists = async <Answer>(
  { dispatch, getState, queryFulfilled }: Call<Answer>,
  change: (list: Shares, answer: Answer) => void,
): Promise<void> => {
  const answer = await queryFulfilled.catch(() => null);
  if (answer === null) return;
  const { selectCachedArgsForQuery, updateQueryData } = listsApi.util;
  for (const args of selectCachedArgsForQuery(getState(), 'listShares')) {
    dispatch(updateQueryData('listShares', args, (list) => change(list, answer.data)));
  }
};

const replace = ({ shares }: Shares, shareId: string, answer: FileShare): void => {
  const listed = shares.find((share) => share.shareId === shareId);
  if (listed !== undefined) Object.assign(listed, answer);
};

const remove = (list: Shares, shareId: string): void => {
  const left = list.shares.filter((share) => share.shareId !== shareId);
  list.total -= list.shares.length - left.length;
  list.shares = left;
};

export const sharesApi = listsApi.injectEndpoints({
  endpoints: (build) => ({
    createShare: build.mutation<FileShare, { idempotencyKey: string; body: CreateShareRequest }>({
      query: (call) => ({ url: '/file-shares', method: 'POST', ...call }),
      invalidatesTags: (_share, error) => (error === undefined ? [...ownLists] : []),
    }),
    updateShare: build.mutation<FileShare, { shareId: string; body: UpdateShareRequest }>({
      query: ({ shareId, body }) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}`,
        method: 'PATCH',
        body,
      }),
      invalidatesTags: (_share, error) => (error === undefined ? ['Share'] : []),
    }),
    stopShare: build.mutation<FileShare, OwnedAction>({
      query: ({ shareId, ...body }) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}/stop`,
        method: 'POST',
        body,
      }),
      onQueryStarted: ({ shareId }, call) =>
        changeLists(call, (list, answer) => replace(list, shareId, answer)),
      invalidatesTags: [...ownLists],
    }),
    restartShare: build.mutation<FileShare, OwnedAction>({
      query: ({ shareId, ...body }) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}/restart`,
        method: 'POST',
        body,
      }),
      onQueryStarted: ({ shareId }, call) =>
        changeLists(call, (list, answer) => replace(list, shareId, answer)),
      invalidatesTags: [...ownLists],
    }),
    deleteShare: build.mutation<Done, string>({
      query: (shareId) => ({
        url: `/file-shares/${encodeURIComponent(shareId)}`,
        method: 'DELETE',
      }),
      onQueryStarted: (shareId, call) => changeLists(call, (list) => remove(list, shareId)),
      invalidatesTags: [...ownLists],
    }),
  }),
});

/** A page of the signed-in user's shares, kept up to date. Pages with the same query share one request. */
export const useOwnShares = (query: ShareQuery = newestShares) => {
  const uid = useSignedInUser()?.uid;
  const list = { uid: uid ?? '', query };
  const state = sharesApi.endpoints.listShares.useQueryState(list);
  return sharesApi.useListSharesQuery(list, { skip: uid === undefined, ...useRefresh(state) });
};
