import { useEffect } from 'react';

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Who wants the question; one listener serves all, and none is installed while nobody does. */
const reasons = new Set<string>();

/** Asks before the tab closes for as long as `isActive` was last said for this reason. */
export const warnBeforeLeaving = (reason: string, isActive: boolean): void => {
  if (isActive) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
};

/** The same for as long as a component is mounted. */
export const useLeaveWarning = (reason: string, isActive: boolean): void => {
  useEffect(() => {
    warnBeforeLeaving(reason, isActive);
    return () => warnBeforeLeaving(reason, false);
  }, [reason, isActive]);
};
