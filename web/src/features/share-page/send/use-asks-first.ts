import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../../../lib/account/session.js';
import { watchChanges } from '../../../lib/changes/changes.js';
import { asksHere } from '../../../lib/links/share-link.js';
import { findAsksFirst, type OpenedShare } from '../session/share-api.js';

/** Beside the stream of changes, which a hidden tab does not follow. */
const rereadMs = 30_000;

/**
 * Before a session: whether it asks before each download. While this page sends, the answer follows the owner's choice
 * on any device.
 */
export const useAsksFirst = (
  { shareId, filename, asksFirst }: OpenedShare,
  isSending: boolean,
): (() => Promise<() => boolean>) => {
  const session = useSession();
  const uid = session.status === 'user' ? session.user.uid : null;
  const shown = useRef(asksFirst);
  const here = useRef(false);

  /** False once the share has ended. A failure changes nothing. @throws LinkNotRead, ShareOfAnotherAccount */
  const read = useCallback(async (): Promise<boolean> => {
    here.current = await asksHere(shareId);
    if (uid === null) return true;
    const found = await findAsksFirst(uid, { shareId, filename }).catch(() => undefined);
    shown.current = found ?? shown.current;
    return found !== null;
  }, [uid, shareId, filename]);

  useEffect(() => {
    if (uid === null || !isSending) return undefined;
    const timer = setInterval(() => void follow(), rereadMs);
    const follow = async (): Promise<void> => {
      // A session keeps its answers while the storage fails.
      const isThere = await read().catch(() => true);
      if (!isThere) clearInterval(timer);
    };
    const stop = watchChanges(uid, (kinds) => {
      if (kinds.includes('shares')) void follow();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [uid, isSending, read]);

  return useCallback(async () => {
    await read();
    return () => shown.current || here.current;
  }, [read]);
};
