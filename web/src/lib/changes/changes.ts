/**
 * Changes of the signed-in account, from one stream per browser.
 *
 * The visible tabs queue for a lock. The tab that holds it opens the stream and passes its messages to the others by a
 * broadcast channel; when it closes or crashes, the browser gives the lock to the next. A hidden tab gives it up after
 * a minute. Without the stream, or in a browser without these APIs, `isStreamUp` is false and the lists are polled.
 */

import { changeKinds, isChangeKind, type ChangeKind } from '@tandem/proto/browser/changes';
import { fieldsOf } from '../unchecked.js';
import { createLeadership } from './leadership.js';
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

/** What may have changed; a hidden tab reports it once it is visible. */
const createPending = (onChanges: (kinds: readonly ChangeKind[]) => void) => {
  const pending = new Set<ChangeKind>();
  const flush = (): void => {
    if (pending.size === 0 || !isVisible()) return;
    const kinds = [...pending];
    pending.clear();
    onChanges(kinds);
  };
  return {
    flush,
    add: (kinds: readonly ChangeKind[]): void => {
      for (const kind of kinds) pending.add(kind);
      flush();
    },
  };
};

/** Whether this browser has a stream, as far as this tab can tell: the leading tab may have crashed. */
const createPresence = (onMissed: () => void) => {
  let isUp = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const setDown = (): void => {
    clearTimeout(silence);
    isUp = false;
    setStreamUp(false);
  };
  return {
    isUp: (): boolean => isUp,
    setDown,
    /** A tab without a stream has missed what happened before. */
    setUp: (hasMissed: boolean): void => {
      clearTimeout(silence);
      silence = setTimeout(setDown, leaderSilenceMs);
      if (hasMissed || !isUp) onMissed();
      isUp = true;
      setStreamUp(true);
    },
  };
};

/** Calls `onReturn` when the tab is shown, and `onLeave` once it has been hidden for a minute. */
const watchVisibility = (onReturn: () => void, onLeave: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onChange = (): void => {
    clearTimeout(timer);
    if (isVisible()) onReturn();
    else timer = setTimeout(onLeave, hiddenReleaseMs);
  };
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
};

/** Calls `onChanges` with what may have changed, in a hidden tab once it is visible. Returns a function that stops it. */
export const watchChanges = (
  uid: string,
  onChanges: (kinds: readonly ChangeKind[]) => void,
): (() => void) => {
  if (!isSupported()) return () => undefined;
  const name = `changes:${uid}`;
  const channel = new BroadcastChannel(name);
  const pending = createPending(onChanges);
  const presence = createPresence(() => pending.add(changeKinds));

  const post = (message: Message): void => channel.postMessage(message);
  const receive = (data: unknown): void => {
    const { type, kind } = fieldsOf(data);
    if (type === 'ask' && leadership.isLeading() && presence.isUp()) post({ type: 'alive' });
    if (type === 'opened') presence.setUp(true);
    if (type === 'alive') presence.setUp(false);
    if (type === 'down') presence.setDown();
    if (type === 'change' && isChangeKind(kind)) pending.add([kind]);
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data);

  /** The channel does not deliver to the tab that posts. */
  const broadcast = (message: Message): void => {
    post(message);
    receive(message);
  };
  const openStream = (): (() => void) =>
    openChangeStream(uid, {
      onOpen: () => broadcast({ type: 'opened' }),
      onBeat: () => broadcast({ type: 'alive' }),
      onChange: (kind) => broadcast({ type: 'change', kind }),
      onDown: () => broadcast({ type: 'down' }),
      // The user's record is loaded: its refusal ends the page's session.
      onRefused: () => pending.add(['plan']),
    });
  const leadership = createLeadership(name, openStream, () => broadcast({ type: 'down' }));

  let isAway = false;
  const onReturn = (): void => {
    leadership.compete();
    if (isAway) pending.add(changeKinds);
    isAway = false;
    pending.flush();
  };
  const onLeave = (): void => {
    isAway = true;
    leadership.withdraw();
  };
  const stopWatching = watchVisibility(onReturn, onLeave);
  if (isVisible()) leadership.compete();
  post({ type: 'ask' });

  return () => {
    stopWatching();
    leadership.withdraw();
    presence.setDown();
    channel.close();
  };
};
