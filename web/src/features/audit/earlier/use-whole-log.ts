import { useMemo, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { messageOf } from '../../../lib/http/http.js';
import { withoutKnown } from '../../../lib/without-known.js';
import { auditApi, useAuditLogs, type LogPart } from '../api.js';
import { texts } from '../texts.js';

/** The newest entries, polled, and the earlier ones that the user has loaded; as recorded, not joined. */
export const useWholeLog = () => {
  const { data: newest, ...query } = useAuditLogs();
  const uid = useSignedInUser()?.uid ?? '';
  const [loadEarlier, { isFetching }] = auditApi.useLazyListEarlierQuery();
  const [earlier, setEarlier] = useState<LogPart | null>(null);

  const entries = useMemo(() => {
    if (newest === undefined) return undefined;
    // The newest page moves on with every new entry.
    return [...newest.entries, ...withoutKnown(newest.entries, earlier?.entries ?? [])];
  }, [newest, earlier]);

  const load = async (): Promise<void> => {
    const oldest = entries?.at(-1);
    if (entries === undefined || oldest === undefined) return;
    try {
      // Other entries may have the same millisecond.
      const before = new Date(Date.parse(oldest.createdAt) + 1).toISOString();
      const answer = await loadEarlier({ uid, before }).unwrap();
      const added = withoutKnown(entries, answer.entries);
      // Nothing new: the same query would return the same entries.
      const hasMore = answer.hasMore && added.length > 0;
      setEarlier({ entries: [...entries, ...added], hasMore });
    } catch (error) {
      const { title, fallback } = texts.earlier.failedToast;
      toast({ variant: 'destructive', title, description: messageOf(error, fallback) });
    }
  };

  const mayHaveMore = (earlier ?? newest)?.hasMore ?? false;
  const isWhole = earlier !== null && !mayHaveMore;
  return { ...query, entries, mayHaveMore, isWhole, isLoadingMore: isFetching, load };
};
