import { maxRows } from '@tandem/proto/browser/limits';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../../lib/browser/use-debounced.js';
import { useLastPage } from '../../../lib/use-last-page.js';
import { newestShares, useOwnShares, type FileShare } from '../api.js';
import { useTransfers } from '../sending/transfers-context.js';

/**
 * One page of the user's shares, and the query for it.
 *
 * @param onLoaded called with each page as it is now.
 */
export const useSharesPage = (onLoaded: (shares: readonly FileShare[]) => void) => {
  const [query, setQuery] = useState(newestShares);
  const search = useDebounced(query.search.trim());
  const { data, currentData, isFetching, error, refetch } = useOwnShares({
    ...query,
    search,
  });
  const transfers = useTransfers();
  useEffect(() => {
    if (data === undefined) return;
    // Also of shares that are not among the newest.
    transfers.follow(data.shares);
    onLoaded(data.shares);
  }, [transfers, data, onLoaded]);
  useLastPage(
    query.page,
    currentData === undefined
      ? null
      : { rows: currentData.shares.length, total: currentData.total, pageSize: maxRows.shares },
    (page) => setQuery({ ...query, page }),
  );
  // Until the response to this query arrives, `data` belongs to the previous one.
  const isAnswered = currentData !== undefined;
  // `isError` is false during the next attempt; the failure must stay.
  const failure = error !== undefined && !isAnswered ? { error, retry: refetch } : null;
  return {
    query,
    setQuery,
    data,
    shares: failure === null ? (data?.shares ?? []) : [],
    isLoading: data === undefined && failure === null,
    isUpdating: isFetching && !isAnswered,
    failure,
  };
};
