import { useSyncExternalStore } from 'react';

/** Below this width a table's row becomes a card (the style sheets use the same figure). */
const narrow = '(max-width: 720px)';

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** True on a phone held upright: too narrow for a table of more than three columns. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(narrow).matches,
    () => false,
  );
