/**
 * The app's toasts. Outside React and Redux, so that pages without a store and global error handlers can show
 * one.
 */

import { tabStorage } from '../../lib/browser/storage.js';

export type ToastVariant = 'default' | 'success' | 'destructive';

export interface ToastLink {
  text: string;
  href: string;
}

export interface ToastMessage {
  title: string;
  description?: string;
  /** To another page of the app. */
  link?: ToastLink;
  variant?: ToastVariant;
  /** Time on screen; 5000 ms by default. */
  durationMs?: number;
}

export interface Toast extends Required<Pick<ToastMessage, 'title' | 'variant' | 'durationMs'>> {
  id: number;
  description: string;
  link: ToastLink | null;
  isOpen: boolean;
}

const toastLimit = 1;
export const toastDurationMs = 5000;
const toastRemovalDelayMs = 1_000_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

const publish = (next: readonly Toast[]): void => {
  toasts = next;
  for (const [id, timer] of removals) {
    if (next.some((toast) => toast.id === id)) continue;
    clearTimeout(timer);
    removals.delete(id);
  }
  for (const listener of listeners) listener();
};

export const getToasts = (): readonly Toast[] => toasts;

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a toast in place of the current one. Returns its id. */
export const toast = (message: ToastMessage): number => {
  const id = nextId;
  nextId += 1;
  const added: Toast = {
    id,
    title: message.title,
    description: message.description ?? '',
    link: message.link ?? null,
    variant: message.variant ?? 'default',
    durationMs: message.durationMs ?? toastDurationMs,
    isOpen: true,
  };
  publish([added, ...toasts].slice(0, toastLimit));
  return id;
};

/** Closes a toast. It stays in the list, closed, until it is replaced or the removal delay is over. */
export const dismissToast = (id: number): void => {
  const isOpen = toasts.some((item) => item.id === id && item.isOpen);
  if (!isOpen) return;
  publish(toasts.map((item) => (item.id === id ? { ...item, isOpen: false } : item)));
  removals.set(
    id,
    setTimeout(() => publish(toasts.filter((item) => item.id !== id)), toastRemovalDelayMs),
  );
};

/** Removes all toasts. */
export const clearToasts = (): void => publish([]);

const keptKey = 'toast';

/** Shows the current toast again in the tab's next document. */
export const keepToast = (): void => {
  const shown = toasts.find(({ isOpen }) => isOpen);
  if (shown !== undefined) tabStorage.write(keptKey, JSON.stringify(shown));
};

/** Shows the toast that the previous document kept. */
export const restoreToast = (): void => {
  const kept = tabStorage.readJson(keptKey) as ToastMessage | null;
  if (kept === null) return;
  tabStorage.write(keptKey, null);
  toast(kept);
};
