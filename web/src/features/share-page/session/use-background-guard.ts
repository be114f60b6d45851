import { useEffect, useState } from 'react';
import { isIos } from '../../../lib/browser/device.js';
import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import { useWakeLock } from '../../../lib/browser/use-wake-lock.js';

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

/** iOS suspends pages that it takes for idle; a forced layout every 15 s keeps this one running. */
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

/** The link that a plain click would follow in this tab; null for any other click. */
const leavingLink = (event: MouseEvent): HTMLAnchorElement | null => {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.button !== 0 || hasModifier || !(event.target instanceof Element)) return null;
  const link = event.target.closest('a');
  // A download link saves the received file and does not leave the page.
  if (link === null || link.hasAttribute('download') || link.target === '_blank') return null;
  return /^https?:/.test(link.href) ? link : null;
};

/** Following a link in this tab would end the transfer: links open in a new tab while it runs. */
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

/** What the page does so that a transfer survives a phone, a background tab and a stray click. */
export const useBackgroundGuard = (isActive: boolean): { wasHidden: boolean } => {
  useIosNudge(isActive);
  useLeaveWarning('transfer', isActive);
  useLinksInNewTab(isActive);
  useWakeLock(isActive);
  return { wasHidden: useWasHidden(isActive) };
};
