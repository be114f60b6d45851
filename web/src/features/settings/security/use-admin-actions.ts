import type { OwnAdminLogEntry } from '@tandem/proto/browser/http/admin';
import { useState } from 'react';
import { withoutKnown } from '../../../lib/without-known.js';
import { adminActionsLimit, settingsApi } from '../api.js';

/** Entries shown until the user requests more. */
const shownFirst = 20;

/** The latest entries, and the older ones that the user has opened. */
export const useAdminActions = () => {
  const {
    data: newest,
    error,
    refetch,
  } = settingsApi.useListAdminActionsQuery({}, { refetchOnMountOrArgChange: true });
  const [loadAfter, { isFetching, isError: isOlderMissing }] =
    settingsApi.useLazyListAdminActionsQuery();
  const [older, setOlder] = useState<readonly OwnAdminLogEntry[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [isWhole, setIsWhole] = useState(false);

  const loaded = newest && [...newest, ...withoutKnown(newest, older)];
  const mayHaveMore = newest !== undefined && newest.length === adminActionsLimit && !isWhole;
  const isHidden = !isOpen && (loaded?.length ?? 0) > shownFirst;

  const showOlder = async (): Promise<void> => {
    setIsOpen(true);
    const last = loaded?.at(-1);
    if (isHidden || loaded === undefined || last === undefined) return;
    const { data } = await loadAfter({ after: { at: last.at, id: last.id } });
    if (data === undefined) return;
    setOlder([...older, ...data]);
    setIsWhole(data.length < adminActionsLimit);
  };

  return {
    entries: isHidden ? loaded?.slice(0, shownFirst) : loaded,
    /** Nothing could be loaded; `retry` tries again. */
    isMissing: newest === undefined && error !== undefined,
    retry: refetch,
    isOlderMissing,
    hasOlder: isHidden || mayHaveMore,
    isLoading: isFetching,
    showOlder,
  };
};
