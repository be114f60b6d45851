import { useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.js';
import { keepFocus } from './keep-focus.js';

/**
 * Moves the focus to the heading of a new page, and keeps it in place when the focused element disappears. Otherwise
 * users of a keyboard or screen reader would start again at the top of the document.
 *
 * @param shown what the main area shows; its heading gets the focus when it changes
 */
export const useFocusOrder = (shown: string): void => {
  const before = useRef(shown);
  useEffect(() => keepFocus(), []);
  useEffect(() => {
    if (before.current === shown) return undefined;
    before.current = shown;
    return focusHeading();
  }, [shown]);
};
