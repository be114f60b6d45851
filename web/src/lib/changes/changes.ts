/**
 * Changes of the signed-in account, from one stream per browser.
 *
 * The visible tabs queue for a lock. The tab that holds it opens the stream and passes its messages to the others by a
 * broadcast channel; when it closes or crashes, the browser gives the lock to the next. A hidden tab gives it up after
 * a minute. Without the stream, or in a browser without these APIs, `isStreamUp` is false and the lists are polled.
 */

import { changeKinds, isChangeKind, type ChangeKind } from '@tandem/proto/browser/changes';
import { fieldsOf } from '../unchecked.js';
import { setStreamUp } from './stream-state.js';
import { openChangeStream } from './stream.js';

/** `opened`: what happened before was missed. `alive`: answers `ask`, and follows every beat. */
type Message = { type: 'ask' | 'opened' | 'alive' | 'down' } | { type: 'change'; kind: ChangeKind };

/** Above the interval of the beats. */
const leaderSilenceMs = 50_000;
const hiddenReleaseMs = 60_000;

const isSupported = (): boolean =>
  typeof EventSource === 'function' &&
  typeof BroadcastChannel === 'function' &&
  'locks' in navigator;

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Calls `onChanges` with what may have changed, in a hidden tab once it is visible. Returns a function that stops it. */
export const watchChanges = (
  uid: string,
  onChanges: (kinds: readonly ChangeKind[]) => void,
): (() => void) => {
  if (!isSupported()) return () => undefined;
  const name = `changes:${uid}`;
  const channel = new BroadcastChannel(name);
  const pending = new Set<ChangeKind>();
  let isUp = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let candidacy: AbortController | null = null;
  let resign: (() => void) | null = null;

  const flush = (): void => {
    if (pending.size === 0 || !isVisible()) return;
    const kinds = [...pending];
    pending.clear();
    onChanges(kinds);
  };
  const note = (kinds: readonly ChangeKind[]): void => {
    for (const kind of kinds) pending.add(kind);
    flush();
  };
  const setDown = (): void => {
    clearTimeout(silence);
    isUp = false;
    setStreamUp(false);
  };
  /** A tab that did not know of the stream has missed what happened before. */
  const setUp = (hasMissed: boolean): void => {
    clearTimeout(silence);
    silence = setTimeout(setDown, leaderSilenceMs);
    if (hasMissed || !isUp) note(changeKinds);
    isUp = true;
    setStreamUp(true);
  };

  const post = (message: Message): void => channel.postMessage(message);
  const take = (data: unknown): void => {
    const { type, kind } = fieldsOf(data);
    if (type === 'ask' && resign !== null && isUp) post({ type: 'alive' });
    if (type === 'opened') setUp(true);
    if (type === 'alive') setUp(false);
    if (type === 'down') setDown();
    if (type === 'change' && isChangeKind(kind)) note([kind]);
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => take(data);

  /** The channel does not deliver to the tab that posts. */
  const tell = (message: Message): void => {
    post(message);
    take(message);
  };

  const lead = async (): Promise<void> => {
    const stop = openChangeStream(uid, {
      onOpen: () => tell({ type: 'opened' }),
      onBeat: () => tell({ type: 'alive' }),
      onChange: (kind) => tell({ type: 'change', kind }),
      onDown: () => tell({ type: 'down' }),
      // The user's record is loaded: its refusal ends the page's session.
      onRefused: () => note(['plan']),
    });
    await new Promise<void>((resolve) => (resign = resolve));
    resign = null;
    stop();
  };
  const compete = (): void => {
    if (candidacy !== null) return;
    const own = new AbortController();
    candidacy = own;
    void navigator.locks
      .request(name, { signal: own.signal }, lead)
      // Withdrawn, or the document may not use locks; another tab's stream still counts.
      .catch(() => undefined)
      .finally(() => {
        if (candidacy === own) candidacy = null;
      });
  };
  const withdraw = (): void => {
    candidacy?.abort();
    candidacy = null;
    if (resign === null) return;
    tell({ type: 'down' });
    resign();
  };

  let isAway = false;
  const leave = (): void => {
    isAway = true;
    withdraw();
  };
  const onVisibility = (): void => {
    clearTimeout(hiddenTimer);
    if (!isVisible()) {
      hiddenTimer = setTimeout(leave, hiddenReleaseMs);
      return;
    }
    compete();
    if (isAway) note(changeKinds);
    isAway = false;
    flush();
  };
  document.addEventListener('visibilitychange', onVisibility);
  if (isVisible()) compete();
  post({ type: 'ask' });

  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(hiddenTimer);
    withdraw();
    setDown();
    channel.close();
  };
};
