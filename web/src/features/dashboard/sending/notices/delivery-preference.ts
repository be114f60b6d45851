/** Whether this browser notifies of deliveries. One choice for all its tabs. */

import { useSyncExternalStore } from 'react';

const entry = 'delivery-notices';

/** The choice of this document where storage is disabled. */
let unstored = false;
const listeners = new Set<() => void>();

export const readDeliveryPreference = (): boolean => {
  if (!('Notification' in window) || Notification.permission !== 'granted') return false;
  try {
    return localStorage.getItem(entry) === 'on';
  } catch {
    return unstored;
  }
};

export const keepDeliveryPreference = (isOn: boolean): void => {
  try {
    localStorage.setItem(entry, isOn ? 'on' : 'off');
  } catch {
    // The switch is off after a reload.
    unstored = isOn;
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

export const useDeliveryPreference = (): boolean =>
  useSyncExternalStore(subscribe, readDeliveryPreference);
