import { useCallback, useEffect, useRef, useState } from 'react';
import type { Session } from '../../../transfer/api.js';

/**
 * The session of this page, closed with it. A session begins after its engine was loaded and a place was chosen:
 * one that begins after the person left the page is closed at once, or it would go on without anybody to see it.
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
