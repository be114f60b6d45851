import { useEffect, useState } from 'react';
import { isEmailVerified } from '../../lib/account/session.js';

/** Undefined until the provider has answered. Asks again when the user returns: the email's link opens another tab. */
export const useEmailVerified = (): boolean | undefined => {
  const [isVerified, setIsVerified] = useState<boolean>();
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState !== 'visible') return;
      // Without an answer the page offers nothing.
      isEmailVerified().then(setIsVerified, () => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, []);
  return isVerified;
};
