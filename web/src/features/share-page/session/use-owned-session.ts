import { useCallback, useEffect, useRef, useState } from 'react';
import type { Session } from '../../../transfer/api.js';

/**
 * Holds the session of this page and closes it on unmount. Creating a session takes time (loading the engine, choosing
 * a sink); a session created after unmount is closed immediately.
 */
export const useOwnedSession = <Owned extends Session<unknown>>(): [
  Owned | null,
  (begun: Owned | null) => void,
] => {
  const [session, setSession] = useState<Owned | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => () => session?.close(), [session]);
  const own = useCallback((begun: Owned | null): void => {
    if (isGone.current) begun?.close();
    else setSession(begun);
  }, []);
  return [session, own];
};
