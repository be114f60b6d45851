import { useMemo, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import { messageOf } from '../../../lib/http/http.js';
import { useSignedInUser } from '../../../lib/account/user-api.js';
import { auditApi, useAuditLogs, type AuditLogEntry } from '../api.js';
import { texts } from '../texts.js';

/** A shorter answer is the whole log: the server sends at most 10,000 entries, and at most 3 MiB. */
export const mayHaveMoreFrom = 1_000;

/** The newest entries, polled, and the earlier ones that the user has loaded. */
export const useWholeLog = () => {
  const { data: newest, ...query } = useAuditLogs();
  const uid = useSignedInUser()?.uid ?? '';
  const [loadEarlier, { isFetching }] = auditApi.useLazyListEarlierQuery();
  const [earlier, setEarlier] = useState<readonly AuditLogEntry[]>([]);
  const [isWhole, setIsWhole] = useState(false);

  const entries = useMemo(() => {
    if (newest === undefined) return undefined;
    // The newest page moves on with every new entry.
    const ids = new Set(newest.map(({ id }) => id));
    return [...newest, ...earlier.filter(({ id }) => !ids.has(id))];
  }, [newest, earlier]);

  const load = async (): Promise<void> => {
    const last = entries?.at(-1);
    if (entries === undefined || last === undefined) return;
    try {
      // Other entries may have the same millisecond.
      const before = new Date(Date.parse(last.createdAt) + 1).toISOString();
      const answer = await loadEarlier({ uid, before }).unwrap();
      const known = new Set(entries.map(({ id }) => id));
      const added = answer.filter(({ id }) => !known.has(id));
      setEarlier([...entries, ...added]);
      if (added.length === 0) setIsWhole(true);
    } catch (error) {
      const { title, fallback } = texts.earlier.failedToast;
      toast({ variant: 'destructive', title, description: messageOf(error, fallback) });
    }
  };

  const mayHaveMore = !isWhole && (entries?.length ?? 0) >= mayHaveMoreFrom;
  return { ...query, entries, mayHaveMore, isWhole, isLoadingMore: isFetching, load };
};
