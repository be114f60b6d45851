/** The sending session: signalling, one link per receiver, one source for all of them. */
import type { SenderOptions, SenderSession, SenderSnapshot } from './api.js';
import { FOREGROUND_RECONNECT_MS, MAX_RECONNECTS } from './constants.js';
import { browserEnv, type EngineEnv, type TimerId } from './env.js';
import { createFileSource } from './file-source.js';
import { isRecoverable } from './recoverable.js';
import { createSenderLink, type SenderLink } from './sender-link.js';
import { INITIAL_SENDER, next, view, type SenderInput } from './sender-machine.js';
import { SignallingClient, type SignallingEvent } from './signalling-client.js';
import { isRevocation } from './signalling-errors.js';
import type { Peer } from './signalling-messages.js';
import { createStore } from './store.js';

/** More than any room admits; a bound for a server that has gone mad. */
const MAX_LINKS = 64;

export function createSender(options: SenderOptions, env: EngineEnv = browserEnv()): SenderSession {
  const { shareId } = options;
  const { clock } = env;
  const source = createFileSource({ file: options.file, sha256: (bytes) => env.sha256(bytes) });
  const links = new Map<string, SenderLink>();
  const present = new Set<string>();
  let machine = INITIAL_SENDER;
  let isPaused = false;
  let isClosed = false;
  let returnTimer: TimerId | undefined;

  const store = createStore<SenderSnapshot>(
    { state: 'idle', attempt: 0, maxAttempts: MAX_RECONNECTS, receivers: [], error: null },
    (callback) => env.onNextFrame(callback),
  );
  const publish = (when: 'now' | 'frame'): void => {
    const receivers = [...links.values()].map((link) => link.view());
    machine = next(machine, { type: 'links', links: receivers });
    store.set({ ...view(machine), receivers }, when);
  };
  const apply = (input: SenderInput): void => {
    machine = next(machine, input);
    publish('now');
  };

  let signalling = createSignalling();
  function createSignalling() {
    return new SignallingClient({
      url: options.signallingUrl,
      shareId,
      peerId: env.randomId(),
      authority: options.authority,
      env,
      onEvent: onSignalling,
    });
  }

  /** Nobody there and nothing to keep: an unfinished link without channel or peer. */
  const dropAbsent = (): void => {
    for (const [peerId, link] of links) {
      if (present.has(peerId) || link.isChannelOpen() || link.isFinished()) continue;
      links.delete(peerId);
      link.close('peer-left');
    }
  };

  const admit = (peerId: string): void => {
    present.add(peerId);
    const known = links.get(peerId);
    if (known !== undefined) {
      if (!known.isChannelOpen() && !known.isFinished()) known.reconnect();
      return;
    }
    forgetOldest();
    if (links.size >= MAX_LINKS) return;
    const link = createSenderLink({
      peerId,
      shareId,
      source,
      env,
      iceServers: options.iceServers,
      send: (signal) => signalling.send(signal, peerId),
      onChange: onLinkChange,
      onReport: (report) => options.onReport?.(report),
    });
    links.set(peerId, link);
    if (isPaused) link.pause();
    publish('now');
  };

  /** Receivers that are done stay listed, but not without end. */
  const forgetOldest = (): void => {
    for (const [peerId, link] of links) {
      if (links.size < MAX_LINKS) return;
      if (!link.isFinished()) continue;
      links.delete(peerId);
      link.close('done');
    }
  };

  function onLinkChange(when: 'now' | 'frame'): void {
    if (isClosed) return;
    if (when === 'now') dropAbsent();
    publish(when);
  }

  const onPeers = (peers: Peer[]): void => {
    present.clear();
    for (const { peerId, role } of peers) if (role === 'receiver') admit(peerId);
    dropAbsent();
  };

  function onSignalling(event: SignallingEvent): void {
    switch (event.type) {
      case 'joined':
        onPeers(event.peers);
        apply({ type: 'joined' });
        return;
      case 'peer-joined':
        if (event.peer.role === 'receiver') admit(event.peer.peerId);
        return;
      case 'peer-left':
        // A receiver whose channel works has only lost its web socket.
        present.delete(event.peer.peerId);
        onLinkChange('now');
        return;
      case 'signal':
        links.get(event.from)?.receive(event.signal);
        return;
      case 'retrying':
        apply({ type: 'signalling-retrying', attempt: event.attempt });
        return;
      case 'failed':
        if (isRevocation(event.error)) for (const link of links.values()) link.fail(event.error);
        apply({ type: 'signalling-failed', error: event.error });
    }
  }

  const retry = (): void => {
    if (isClosed || store.get().state !== 'error') return;
    clock.clearTimeout(returnTimer);
    signalling.close();
    for (const [peerId, link] of links) {
      if (link.view().state !== 'error') continue;
      links.delete(peerId);
      link.close('retry');
    }
    // A new peer id: the receivers see a sender that starts over.
    signalling = createSignalling();
    machine = next({ ...machine, signalling: { phase: 'idle' } }, { type: 'start' });
    publish('now');
    signalling.connect();
  };

  const stopListening = env.onReturn((cause) => {
    signalling.reconnectNow();
    const { state, error } = store.get();
    if (state !== 'error' || !isRecoverable(error)) return;
    clock.clearTimeout(returnTimer);
    returnTimer = clock.setTimeout(retry, cause === 'foreground' ? FOREGROUND_RECONNECT_MS : 0);
  });

  apply({ type: 'start' });
  signalling.connect();

  return {
    getSnapshot: () => store.get(),
    subscribe: (listener) => store.subscribe(listener),
    retry,
    pause() {
      isPaused = true;
      for (const link of links.values()) link.pause();
    },
    resume() {
      isPaused = false;
      for (const link of links.values()) link.resume();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      clock.clearTimeout(returnTimer);
      stopListening();
      for (const link of links.values()) link.close('closed');
      signalling.close();
    },
  };
}
