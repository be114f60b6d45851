import { useEffect } from 'react';

/** Asks before the tab closes while `isActive`: the file would stop moving. */
export const useLeaveWarning = (isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return undefined;
    const onBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isActive]);
};
