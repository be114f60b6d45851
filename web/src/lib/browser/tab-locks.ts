/**
 * Locks that show other tabs of this origin what this tab does. They are held in shared mode, so they never block.
 * Browsers without the Web Locks API hold none.
 */

import { useSyncExternalStore } from 'react';

const pollMs = 3000;

/** Held while a tab sends the share, from the dashboard or from the share's page. */
const sendPrefix = 'tandem-send ';
export const sendLock = (shareId: string): string => sendPrefix + shareId;

const queryNames = async (): Promise<string> => {
  if (!('locks' in navigator)) return '';
  const { held = [] } = await navigator.locks.query();
  return [...new Set(held.flatMap(({ name }) => name ?? []))].sort().join('\n');
};

/** Sorted names, one per line: a string compares by value, so React renders only when it changes. */
let names = '';
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const publish = (next: string): void => {
  if (next === names) return;
  names = next;
  for (const listener of listeners) listener();
};

const refresh = async (): Promise<void> => {
  if (document.visibilityState === 'hidden') return;
  publish(await queryNames().catch(() => names));
};
const onReturn = (): void => void refresh();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(onReturn, pollMs);
    document.addEventListener('visibilitychange', onReturn);
  }
  void refresh();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onReturn);
  };
};

/** Holds the lock until the returned function is called or the tab ends, even by a crash. */
export const holdTabLock = (name: string): (() => void) => {
  if (!('locks' in navigator)) return () => undefined;
  const waiting = new AbortController();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { signal } = waiting;
  void navigator.locks
    .request(name, { mode: 'shared', signal }, () => released)
    .catch(() => undefined)
    .then(refresh);
  return () => {
    release();
    waiting.abort();
    // The query that follows finds it again if another tab holds it, too.
    publish(
      names
        .split('\n')
        .filter((held) => held !== name)
        .join('\n'),
    );
  };
};

/** Returns a function that acquires or releases the lock. */
export const createTabLock = (name: string): ((isHeld: boolean) => void) => {
  let release: (() => void) | null = null;
  return (isHeld) => {
    if (isHeld === (release !== null)) return;
    release?.();
    release = isHeld ? holdTabLock(name) : null;
  };
};

/** True while a tab of this browser, this one included, holds the lock. At most 3 s old in a visible tab. */
export const useIsTabLockHeld = (name: string): boolean =>
  useSyncExternalStore(subscribe, () => names.split('\n').includes(name));

/** The shares that tabs of this browser, this one included, send at this moment. */
export const sharesBeingSent = async (): Promise<string[]> => {
  const held = await queryNames().catch(() => names);
  return held.split('\n').flatMap((name) => {
    const [before, shareId] = name.split(sendPrefix);
    return before === '' && shareId !== undefined ? [shareId] : [];
  });
};

/** Names of all locks held in this browser. */
export const useHeldTabLocks = (): ReadonlySet<string> =>
  new Set(useSyncExternalStore(subscribe, () => names).split('\n'));
