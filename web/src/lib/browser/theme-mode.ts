import { useSyncExternalStore } from 'react';
import { browserStorage } from './storage.js';

/** The user's choice; `system` follows the device. */
export type ThemeMode = 'system' | 'light' | 'dark';
export type ColorScheme = 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Set<() => void>();

const darkQuery = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');
/** Matches while the page is printed: paper is light. tokens.css has the same rule. */
const printQuery = (): MediaQueryList => window.matchMedia('print');

const modeOf = (text: string | null | undefined): ThemeMode =>
  text === 'light' || text === 'dark' ? text : 'system';

const storedMode = (): ThemeMode => modeOf(browserStorage.read(storageKey));

const applyThemeMode = (mode: ThemeMode): void => {
  if (mode === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = mode;
  for (const listener of listeners) listener();
};

/**
 * Applies the stored choice to the document, and later choices in other tabs; call before the first render.
 *
 * @returns a function that stops following.
 */
export const followThemeMode = (): (() => void) => {
  applyThemeMode(storedMode());
  const onStorage = ({ key }: StorageEvent): void => {
    // Null: the whole storage was cleared.
    if (key === storageKey || key === null) applyThemeMode(storedMode());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

export const setThemeMode = (mode: ThemeMode): void => {
  browserStorage.write(storageKey, mode === 'system' ? null : mode);
  applyThemeMode(mode);
};

const getThemeMode = (): ThemeMode => modeOf(document.documentElement.dataset['theme']);

export const getColorScheme = (): ColorScheme => {
  if (printQuery().matches) return 'light';
  const mode = getThemeMode();
  if (mode !== 'system') return mode;
  return darkQuery().matches ? 'dark' : 'light';
};

const subscribe = (listener: () => void): (() => void) => {
  const queries = [darkQuery(), printQuery()];
  listeners.add(listener);
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    for (const query of queries) query.removeEventListener('change', listener);
  };
};

/** The choice, which the header, the settings and other tabs change. */
export const useThemeMode = (): ThemeMode =>
  useSyncExternalStore(subscribe, getThemeMode, () => 'system');

/** The effective scheme, for code that computes with colours (antd's theme, charts). */
export const useColorScheme = (): ColorScheme =>
  useSyncExternalStore(subscribe, getColorScheme, () => 'light');
