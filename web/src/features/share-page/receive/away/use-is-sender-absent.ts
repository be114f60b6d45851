import { useEffect, useState } from 'react';

/** The page shows that the sender is offline after this time without one in the room: reloading a page takes less. */
const absentAfterMs = 8_000;

/** True when the sender has been missing for some seconds. */
export const useIsSenderAbsent = (isMissing: boolean): boolean => {
  const [isAbsent, setIsAbsent] = useState(false);
  useEffect(() => {
    if (!isMissing) return undefined;
    const timer = setTimeout(() => setIsAbsent(true), absentAfterMs);
    return () => {
      clearTimeout(timer);
      setIsAbsent(false);
    };
  }, [isMissing]);
  return isAbsent;
};
