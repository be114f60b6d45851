import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../../../lib/account/session.js';
import { watchChanges } from '../../../lib/changes/changes.js';
import { asksHere } from '../../../lib/links/share-link.js';
import { openShare, type OpenedShare } from '../session/share-api.js';

/** Beside the stream of changes, which a hidden tab does not follow. */
const rereadMs = 30_000;

/**
 * Before a session: whether it asks before each download, now and later. It follows the choice on this device, or on any other as the server
 * has it.
 */
export const useAsksFirst = ({
  shareId,
  asksFirst,
}: OpenedShare): (() => Promise<() => boolean>) => {
  const session = useSession();
  const uid = session.status === 'user' ? session.user.uid : null;
  const shown = useRef(asksFirst);
  const here = useRef(false);

  useEffect(() => {
    if (uid === null) return undefined;
    let isGone = false;
    const read = async (): Promise<void> => {
      const isAskingHere = await asksHere(shareId);
      // A failure changes nothing. The owner needs no password.
      const share = await openShare(shareId, '', []).catch(() => null);
      if (isGone) return;
      here.current = isAskingHere;
      if (share?.isOwner === true) shown.current = share.asksFirst;
    };
    const stop = watchChanges(uid, (kinds) => {
      if (kinds.includes('shares')) void read();
    });
    const timer = setInterval(() => void read(), rereadMs);
    return () => {
      isGone = true;
      clearInterval(timer);
      stop();
    };
  }, [uid, shareId]);

  return useCallback(async () => {
    here.current = await asksHere(shareId);
    return () => shown.current || here.current;
  }, [shareId]);
};
