import { useEffect, useState } from 'react';
import { isIos } from '../../../lib/browser/device/device.js';
import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import { useWakeLock } from '../../../lib/browser/wake-lock/use-wake-lock.js';

/** Requirement 9.37. */
const iosNudgeMs = 15_000;

/** True after the tab was hidden during the transfer; false again once the transfer is over. */
const useWasHidden = (isActive: boolean): boolean => {
  const [wasHidden, setWasHidden] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const onChange = (): void => {
      if (document.visibilityState === 'hidden') setWasHidden(true);
    };
    document.addEventListener('visibilitychange', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      setWasHidden(false);
    };
  }, [isActive]);
  return wasHidden;
};

/** iOS suspends pages that appear idle; a forced layout every 15 s prevents that. */
const useIosNudge = (isActive: boolean): void => {
  useEffect(() => {
    if (!isActive || !isIos()) return undefined;
    const timer = setInterval(() => {
      document.body.dataset['nudge'] = String(document.body.offsetHeight + Date.now());
    }, iosNudgeMs);
    return () => {
      clearInterval(timer);
      delete document.body.dataset['nudge'];
    };
  }, [isActive]);
};

/** The link that this click would open in the same tab; null if there is none. */
const leavingLink = (event: MouseEvent): HTMLAnchorElement | null => {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.button !== 0 || hasModifier || !(event.target instanceof Element)) return null;
  const link = event.target.closest('a');
  // A download link saves the received file without leaving the page.
  if (link === null || link.hasAttribute('download') || link.target === '_blank') return null;
  return /^https?:/.test(link.href) ? link : null;
};

/** Opens links in a new tab during a transfer: leaving the page would end it. */
const useLinksInNewTab = (isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return undefined;
    const onClick = (event: MouseEvent): void => {
      const link = leavingLink(event);
      if (link === null) return;
      event.preventDefault();
      event.stopPropagation();
      window.open(link.href, '_blank', 'noopener');
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [isActive]);
};

/** A phone that waits for hours would empty its battery with the screen on. */
const idleScreenMs = 3 * 60_000;

/** True after `isIdle` was true for `idleScreenMs`. */
const useIsLongIdle = (isIdle: boolean): boolean => {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isIdle) return undefined;
    const timer = setTimeout(() => setIsLong(true), idleScreenMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isIdle]);
  return isLong;
};

interface Guarded {
  /** Closing the page loses nothing. */
  mayClose?: boolean;
  /** No byte moves. */
  isIdle?: boolean;
}

/** Protects a transfer from idle suspension, background tabs and accidental navigation. */
export const useBackgroundGuard = (
  isActive: boolean,
  { mayClose = false, isIdle = false }: Guarded = {},
): { wasHidden: boolean } => {
  const mustStayOpen = isActive && !mayClose;
  const isLongIdle = useIsLongIdle(isIdle);
  useIosNudge(isActive);
  useLeaveWarning('transfer', mustStayOpen);
  useLinksInNewTab(isActive);
  useWakeLock(mustStayOpen && !isLongIdle);
  return { wasHidden: useWasHidden(mustStayOpen) };
};
