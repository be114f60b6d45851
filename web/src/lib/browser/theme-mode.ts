import { useSyncExternalStore } from 'react';

/** The user's choice; `system` follows the device. */
export type ThemeMode = 'system' | 'light' | 'dark';
export type ColorScheme = 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Set<() => void>();

const darkQuery = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

export const getThemeMode = (): ThemeMode => {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
};

/** Applies the stored choice to the document; call before the first render. */
export const applyThemeMode = (mode: ThemeMode = getThemeMode()): void => {
  if (mode === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = mode;
};

export const setThemeMode = (mode: ThemeMode): void => {
  try {
    if (mode === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, mode);
  } catch {
    // Storage is disabled: the choice lasts until the page closes.
  }
  applyThemeMode(mode);
  for (const listener of listeners) listener();
};

export const getColorScheme = (): ColorScheme => {
  const forced = document.documentElement.dataset['theme'];
  if (forced === 'light' || forced === 'dark') return forced;
  return darkQuery().matches ? 'dark' : 'light';
};

const subscribe = (listener: () => void): (() => void) => {
  const query = darkQuery();
  listeners.add(listener);
  query.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', listener);
  };
};

/** The effective scheme, for code that computes with colours (antd's theme, charts). */
export const useColorScheme = (): ColorScheme =>
  useSyncExternalStore(subscribe, getColorScheme, () => 'light');
