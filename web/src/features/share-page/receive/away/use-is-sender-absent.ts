import { useEffect, useState } from 'react';

/** The page shows that the sender is offline after this time without a connection. */
const absentAfterMs = 8_000;

/** True when the connection has been missing for some seconds. */
export const useIsSenderAbsent = (isConnecting: boolean): boolean => {
  const [isAbsent, setIsAbsent] = useState(false);
  useEffect(() => {
    if (!isConnecting) return undefined;
    const timer = setTimeout(() => setIsAbsent(true), absentAfterMs);
    return () => {
      clearTimeout(timer);
      setIsAbsent(false);
    };
  }, [isConnecting]);
  return isAbsent;
};
