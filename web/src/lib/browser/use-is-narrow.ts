import { useSyncExternalStore } from 'react';

/** Below this width table rows become cards. The stylesheets use the same width, which follows the text size. */
const narrow = '(max-width: 45em)';

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** True when the window is too narrow for a table of more than three columns. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(narrow).matches,
    () => false,
  );
