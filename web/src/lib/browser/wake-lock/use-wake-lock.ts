import { useEffect, useReducer, useRef } from 'react';
import { nextWakeLock, wakeLockOff } from './wake-lock.state.js';

/** Refused for the first time, or after the lock was held and lost. */
export type WakeLockRefusal = 'unavailable' | 'lost';

export const supportsWakeLock = (): boolean => 'wakeLock' in navigator;

/**
 * Keeps the screen on while `isWanted`. A refusal (a low battery, say) is reported to `onRefused`; the lock is
 * requested again when the page next becomes visible.
 */
export const useWakeLock = (
  isWanted: boolean,
  onRefused?: (refusal: WakeLockRefusal) => void,
): void => {
  const [state, send] = useReducer(nextWakeLock, wakeLockOff);
  const sentinel = useRef<WakeLockSentinel | null>(null);
  const report = useRef(onRefused);
  useEffect(() => {
    report.current = onRefused;
  });

  useEffect(() => {
    if (!isWanted || !supportsWakeLock()) return undefined;
    send({ type: 'wanted' });
    return () => {
      send({ type: 'unwanted' });
      void sentinel.current?.release();
      sentinel.current = null;
    };
  }, [isWanted]);

  useEffect(() => {
    if (state.kind !== 'acquiring') return undefined;
    let isObsolete = false;
    navigator.wakeLock.request('screen').then(
      (lock) => {
        if (isObsolete) {
          void lock.release();
          return;
        }
        sentinel.current = lock;
        lock.addEventListener('release', () => {
          if (sentinel.current === lock) send({ type: 'released' });
        });
        send({ type: 'granted' });
      },
      () => {
        if (isObsolete) return;
        send({ type: 'refused' });
        report.current?.(state.hadLock ? 'lost' : 'unavailable');
      },
    );
    return () => {
      isObsolete = true;
    };
  }, [state]);

  const { kind } = state;
  useEffect(() => {
    if (kind !== 'suspended' && kind !== 'refused') return undefined;
    const onVisibility = (): void => {
      if (document.visibilityState === 'visible') send({ type: 'visible' });
    };
    // The system may also release the lock of a visible page; a refusal waits for the page to return.
    if (kind === 'suspended') onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [kind]);
};
