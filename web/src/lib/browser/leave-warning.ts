import { useEffect } from 'react';

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Reasons to warn; the listener is installed while there is one. */
const reasons = new Set<string>();

/**
 * Turns the browser's "leave page?" question on or off for one reason. Without reasons the listener is removed: it
 * keeps the page out of Firefox's back/forward cache.
 * https://developer.mozilla.org/en-US/docs/Web/API/Window/beforeunload_event#usage_notes
 */
export const warnBeforeLeaving = (reason: string, isActive: boolean): void => {
  if (isActive) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
};

/** Reasons that warn although leaving would interrupt no transfer. */
const withoutTransfer: ReadonlySet<string> = new Set(['wake-lock', 'upload']);

/** True while leaving the document would interrupt a transfer. */
export const isLeavingRisky = (): boolean =>
  [...reasons].some((reason) => !withoutTransfer.has(reason));

/** True while leaving the document would interrupt a transfer or lose files that were chosen. */
export const isLeavingCostly = (): boolean => isLeavingRisky() || reasons.has('upload');

/** Warns for as long as the component is mounted. */
export const useLeaveWarning = (reason: string, isActive: boolean): void => {
  useEffect(() => {
    warnBeforeLeaving(reason, isActive);
    return () => warnBeforeLeaving(reason, false);
  }, [reason, isActive]);
};
