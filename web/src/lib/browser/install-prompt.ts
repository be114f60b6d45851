import { useSyncExternalStore } from 'react';

/** What Chromium offers while the product could be installed; not yet part of TypeScript's DOM. */
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

/** The offer comes once, early, and is lost unless somebody listens: call before the first render. */
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
    // Used up also when it was refused: offering it again could only fail again.
    publish(null);
  }
};
