import { useEffect } from 'react';

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Why leaving would cost something; the listener is installed while there is any reason. */
const reasons = new Set<string>();

/**
 * Turns the browser's "leave page?" question on or off for one reason. The listener is removed without reasons,
 * because Firefox does not keep pages with a `beforeunload` listener in its back/forward cache.
 */
export const warnBeforeLeaving = (reason: string, isActive: boolean): void => {
  if (isActive) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
};

/** The same for as long as a component is mounted. */
export const useLeaveWarning = (reason: string, isActive: boolean): void => {
  useEffect(() => {
    warnBeforeLeaving(reason, isActive);
    return () => warnBeforeLeaving(reason, false);
  }, [reason, isActive]);
};
