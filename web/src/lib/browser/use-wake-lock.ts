import { useEffect, useReducer, useRef } from 'react';
import { toast } from '../../components/toast/index.js';
import { useLeaveWarning } from './leave-warning.js';
import { texts } from '../../features/dashboard/texts.js';
import { isWakeLockOn, nextWakeLock, wakeLockOff } from './wake-lock.state.js';

const { wakeLock } = texts;

/** Drives the machine with the browser's Screen Wake Lock API. */
export const useWakeLock = () => {
  const [state, send] = useReducer(nextWakeLock, wakeLockOff);
  const sentinel = useRef<WakeLockSentinel | null>(null);
  const { kind } = state;
  const isOn = isWakeLockOn(state);
  useLeaveWarning('wake-lock', isOn);

  useEffect(() => {
    if (kind !== 'acquiring' && kind !== 'reacquiring') return undefined;
    let isGone = false;
    navigator.wakeLock.request('screen').then(
      (lock) => {
        if (isGone) {
          void lock.release();
          return;
        }
        sentinel.current = lock;
        lock.addEventListener('release', () => send({ type: 'released' }));
        send({ type: 'granted' });
      },
      () => {
        if (isGone) return;
        send({ type: 'refused' });
        toast({
          variant: 'destructive',
          ...(kind === 'acquiring' ? wakeLock.failed : wakeLock.lost),
        });
      },
    );
    return () => {
      isGone = true;
    };
  }, [kind]);

  useEffect(() => {
    if (kind !== 'suspended') return undefined;
    const onVisibility = (): void => {
      if (document.visibilityState === 'visible') send({ type: 'visible' });
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [kind]);

  useEffect(() => {
    if (isOn) return undefined;
    void sentinel.current?.release();
    sentinel.current = null;
    return undefined;
  }, [isOn]);
  useEffect(() => () => void sentinel.current?.release(), []);

  return { isOn, toggle: () => send({ type: 'toggle' }) };
};
