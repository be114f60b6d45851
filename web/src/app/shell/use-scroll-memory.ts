import { useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';
import { untilShown } from '../../lib/browser/focus/until-shown.js';
import { tabStorage } from '../../lib/browser/storage.js';
import { fieldsOf } from '../../lib/unchecked.js';

const storageKey = 'scroll-positions';

/** More entries than anyone goes back through. */
const maxPositions = 100;

/** Pixels above the window, by entry of the history; the latest last. */
const positions = new Map<string, number>();
let current: string | null = null;

const record = (): void => {
  if (current === null) return;
  positions.delete(current);
  positions.set(current, window.scrollY);
  const [oldest] = positions.keys();
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest);
};

/** The key of the first entry of a document. */
const firstKey = 'default';

/**
 * Null for an entry that the browser made when it followed a hash: it has no key of its own. Without the hash, which is
 * secret on the page of a share.
 */
const entryOf = ({ key, pathname, hash }: Location): string | null =>
  key === firstKey && hash !== '' ? null : `${key} ${pathname}`;

/** Positions of documents that were open in this tab, also of this one before a reload. */
const load = (): void => {
  for (const [entry, top] of Object.entries(fieldsOf(tabStorage.readJson(storageKey))))
    if (typeof top === 'number') positions.set(entry, top);
  // Absent in jsdom.
  if (!('getEntriesByType' in performance)) return;
  const entries = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isNew = entries.some(({ type }) => type === 'navigate');
  if (isNew) positions.delete(`${firstKey} ${window.location.pathname}`);
};

const store = (): void =>
  tabStorage.write(storageKey, JSON.stringify(Object.fromEntries(positions)));

const watchPositions = (): (() => void) => {
  if (positions.size === 0) load();
  // The browser would restore a position while the page before is still shown, or before the new one is complete.
  window.history.scrollRestoration = 'manual';
  window.addEventListener('scroll', record, { passive: true });
  // A scroll is reported with the next frame, which may come after its page is left. Absent in older browsers.
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', record);
  window.addEventListener('pagehide', store);
  return () => {
    window.history.scrollRestoration = 'auto';
    window.removeEventListener('scroll', record);
    navigation?.removeEventListener('navigate', record);
    window.removeEventListener('pagehide', store);
  };
};

const userInput = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls as soon as the page is long enough, unless the user scrolls first.
 *
 * @param top px
 * @returns a function that stops waiting.
 */
const restore = (top: number): (() => void) => {
  const stopWaiting = untilShown(() => {
    if (window.scrollY !== top) window.scrollTo(0, top);
    return Math.abs(window.scrollY - top) <= 1;
  });
  const stop = (): void => {
    stopWaiting();
    for (const name of userInput) window.removeEventListener(name, stop);
  };
  for (const name of userInput) window.addEventListener(name, stop, { passive: true });
  return stop;
};

/** On the way back and forward, and after a reload, a page is where it was left. */
export const useScrollMemory = (): void => {
  const location = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const entry = entryOf(location);
  const hasTarget = location.hash !== '';
  useLayoutEffect(watchPositions, []);
  useLayoutEffect(() => {
    const left = entry === null ? undefined : positions.get(entry);
    current = entry;
    if (isReturn && !hasTarget) return restore(left ?? 0);
    record();
    return undefined;
  }, [entry, isReturn, hasTarget]);
};
