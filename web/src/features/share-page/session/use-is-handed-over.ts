import { useEffect, useState } from 'react';
import type { HandOver } from '../../../transfer/api.js';

/**
 * Whether the file, complete when the component was mounted, is safe without this page.
 *
 * @param handOver null when it is from the start.
 */
export const useIsHandedOver = (handOver: HandOver | null): boolean => {
  const [isOver, setIsOver] = useState(handOver === null);
  useEffect(() => {
    if (handOver === null) return undefined;
    // A download may complete in a hidden page.
    let wasAway = document.visibilityState === 'hidden';
    let isBack = false;
    let isTaken = false;
    const check = (): void => setIsOver(isBack && isTaken);
    const timer = setTimeout(() => {
      isTaken = true;
      check();
    }, handOver.afterMs);
    const leave = (): void => {
      wasAway = true;
    };
    const comeBack = (): void => {
      isBack ||= wasAway;
      check();
    };
    const look = (): void => (document.visibilityState === 'visible' ? comeBack() : leave());
    // A dialog of the browser takes the focus and leaves the page visible.
    addEventListener('blur', leave);
    addEventListener('focus', comeBack);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      removeEventListener('blur', leave);
      removeEventListener('focus', comeBack);
      document.removeEventListener('visibilitychange', look);
    };
  }, [handOver]);
  return isOver;
};
