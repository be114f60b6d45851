import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True from before the page is laid out for printing until it is printed. */
export const useIsPrinting = (): boolean => {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what the page shows when the event handlers have returned.
    const before = (): void => flushSync(() => setIsPrinting(true));
    const after = (): void => setIsPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
};
