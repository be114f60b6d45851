import { useSyncExternalStore } from 'react';

/** Chromium's install prompt; missing in TypeScript's DOM types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

const publish = (next: InstallPromptEvent | null): void => {
  offered = next;
  for (const listener of listeners) listener();
};

const isPromptEvent = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** The event fires once and early: call before the first render. */
export const watchInstallPrompt = (onInstalled: () => void): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isPromptEvent(event)) publish(event);
  });
  window.addEventListener('appinstalled', () => {
    publish(null);
    onInstalled();
  });
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** True while the browser would show its install dialog. */
export const useCanInstall = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => offered !== null,
    () => false,
  );

/** Shows the browser's dialog; it can be used once. Rejects when the browser refuses. */
export const promptInstall = async (): Promise<void> => {
  const event = offered;
  if (event === null) return;
  try {
    await event.prompt();
    await event.userChoice;
  } finally {
    // The event is used up even after a refusal.
    publish(null);
  }
};
