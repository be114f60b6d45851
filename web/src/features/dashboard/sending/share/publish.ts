/** Publishes snapshots of one share to the store, the toasts, the lists and the file memory. */

import type { RecipientStatus, SendSession, SenderSnapshot } from '../../../../transfer/api.js';
import { noticesBetween, questionsBetween } from '../notices/transfer-notices.js';
import { isDelivered, isServed } from '../transfer-view.js';
import { transferChanged } from '../transfers-slice.js';
import type { SentShare, TransferDeps } from './transfer-deps.js';

/** Minimum interval between snapshots that differ in figures only. */
const figuresIntervalMs = 250;

/** What changes all the time while bytes move. */
const figures: readonly string[] = [
  'stats',
  'storedBytes',
  'connection',
] satisfies (keyof RecipientStatus)[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Snapshots are immutable: what is the same object, such as a receipt, has not changed. */
const differInFiguresOnly = (before: unknown, after: unknown): boolean => {
  if (before === after) return true;
  if (!isObject(before) || !isObject(after)) return false;
  const keys = Object.keys(after);
  return (
    keys.length === Object.keys(before).length &&
    keys.every((key) => figures.includes(key) || differInFiguresOnly(before[key], after[key]))
  );
};

const countCompleted = (snapshot: SenderSnapshot | null): number =>
  snapshot?.recipients.filter(({ state }) => state === 'completed').length ?? 0;

/** @param before the snapshot published last */
export const publishSnapshot = (
  deps: TransferDeps,
  share: SentShare,
  before: SenderSnapshot | null,
  snapshot: SenderSnapshot,
): void => {
  const { shareId, filename } = share;
  deps.dispatch(transferChanged({ shareId, snapshot }));
  for (const notice of noticesBetween(filename, before, snapshot)) deps.notify(notice);
  for (const question of questionsBetween(share, before, snapshot))
    deps.onQuestion(share, question);
  if (countCompleted(snapshot) > countCompleted(before)) deps.onDelivered({ shareId, filename });
  // After the last delivery a reload interrupts no one.
  const isUnfinished = !isDelivered(snapshot);
  const wasUnfinished = before === null || !isDelivered(before);
  if (isUnfinished !== wasUnfinished) void deps.memory.markUnfinished(shareId, isUnfinished);
};

/**
 * Publishes the session now and after each change.
 * @param setLocked holds or releases the lock that tells other tabs that this one sends the share
 * @returns the unsubscribe function
 */
export const publishSession = (
  deps: TransferDeps,
  share: SentShare,
  session: SendSession,
  setLocked: (isLocked: boolean) => void,
): (() => void) => {
  let before: SenderSnapshot | null = null;
  let publishedAtMs = Number.NEGATIVE_INFINITY;
  const onChange = (): void => {
    const snapshot = session.getSnapshot();
    setLocked(isServed(snapshot));
    const isDue = deps.now() - publishedAtMs >= figuresIntervalMs;
    if (before !== null && !isDue && differInFiguresOnly(before, snapshot)) return;
    publishedAtMs = deps.now();
    publishSnapshot(deps, share, before, snapshot);
    before = snapshot;
  };
  onChange();
  return session.subscribe(onChange);
};
