import { useEffect, useState } from 'react';
import { isIos } from '../../../lib/browser/device.js';

/** Specification, section 9. */
const iosNudgeMs = 15_000;

/** True once the tab was hidden while the transfer was under way; false again when it is over. */
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

/** iOS suspends pages it believes idle; a little layout work every 15 s shows that this one is not. */
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

/** The link a plain click would follow inside this tab; null for clicks that do something else. */
const linkLeftBy = (event: MouseEvent): HTMLAnchorElement | null => {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.button !== 0 || hasModifier || !(event.target instanceof Element)) return null;
  const link = event.target.closest('a');
  // Not the link that hands a received file to the browser.
  if (link === null || link.hasAttribute('download') || link.target === '_blank') return null;
  return /^https?:/.test(link.href) ? link : null;
};

/**
 * Closing or reloading the tab in the middle of a transfer asks first. Links of the page open in a
 * new tab meanwhile: following them here would end the transfer without a question.
 */
const useLeaveWarning = (isActive: boolean): void => {
  useEffect(() => {
    if (!isActive) return undefined;
    const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    const onClick = (event: MouseEvent): void => {
      const link = linkLeftBy(event);
      if (link === null) return;
      event.preventDefault();
      event.stopPropagation();
      window.open(link.href, '_blank', 'noopener');
    };
    window.addEventListener('beforeunload', onLeave);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onLeave);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [isActive]);
};

/** Phones dim and then suspend; where the browser allows it the screen stays on meanwhile. */
const useScreenAwake = (isActive: boolean): void => {
  useEffect(() => {
    if (!isActive || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const acquire = (): void => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (granted) => {
          lock = granted;
          if (isOver) void granted.release();
        },
        () => undefined, // refused on low battery: the transfer goes on without it
      );
    };
    acquire();
    document.addEventListener('visibilitychange', acquire);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock?.release();
    };
  }, [isActive]);
};

/** What the page does so that a transfer survives a phone, a background tab and a stray click. */
export const useBackgroundGuard = (isActive: boolean): { wasHidden: boolean } => {
  useIosNudge(isActive);
  useLeaveWarning(isActive);
  useScreenAwake(isActive);
  return { wasHidden: useWasHidden(isActive) };
};
