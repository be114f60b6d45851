/** What jsdom lacks for the stream of changes: event sources, broadcast channels and locks of one browser. */

import { act } from '@testing-library/react';

type Listener = (event: { data?: string }) => void;

class FakeEventSource {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = FakeEventSource.CONNECTING;
  readonly url: string;
  readonly #listeners = new Map<string, Listener[]>();

  constructor(url: string) {
    this.url = url;
    FakeEventSource.all.push(this);
  }
  addEventListener(type: string, listener: Listener) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
  emit(type: string, data = '') {
    for (const listener of this.#listeners.get(type) ?? []) listener({ data });
  }
}

class FakeBroadcastChannel {
  static all = new Set<FakeBroadcastChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    FakeBroadcastChannel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of FakeBroadcastChannel.all) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
  }
  close() {
    FakeBroadcastChannel.all.delete(this);
  }
}

interface LockOptions {
  mode?: 'shared';
  signal?: AbortSignal;
}

/** Grants a lock to one holder at a time, in the order of the requests. */
const createLocks = () => {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request: async (name: string, { mode, signal }: LockOptions, hold: () => Promise<unknown>) => {
      if (mode === 'shared') return hold();
      const turn = (tails.get(name) ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted();
        return hold();
      });
      tails.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
    query: () => Promise.resolve({ held: [] }),
  };
};

/** Installs the fakes and returns the streams that the page opens. */
export const installFakeChanges = () => {
  FakeEventSource.all = [];
  FakeBroadcastChannel.all.clear();
  Object.assign(globalThis, {
    EventSource: FakeEventSource,
    BroadcastChannel: FakeBroadcastChannel,
  });
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true });
  const newest = () => FakeEventSource.all.at(-1);
  return {
    opened: () => FakeEventSource.all.length,
    openNow: () => FakeEventSource.all.filter(({ readyState }) => readyState !== 2).length,
    urls: () => FakeEventSource.all.map(({ url }) => url),
    beat: () => act(() => newest()?.emit('beat', 'open')),
    change: (kind: string) => act(() => newest()?.emit('change', kind)),
    /** The connection is lost, and the browser reconnects. */
    lose: () =>
      act(() => {
        const source = newest();
        if (source) source.readyState = FakeEventSource.CONNECTING;
        source?.emit('error');
      }),
    /** The server refused the stream, and the browser gives it up. */
    refuse: () =>
      act(() => {
        const source = newest();
        if (source) source.readyState = FakeEventSource.CLOSED;
        source?.emit('error');
      }),
  };
};

export const removeFakeChanges = (): void => {
  Reflect.deleteProperty(globalThis, 'EventSource');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(navigator, 'locks');
};
