/** The receiving session: signalling, the current connection to the sender, one sink. */
import type { ReceiverOptions, ReceiverSession, ReceiverSnapshot } from './api.js';
import {
  ANSWERER_PATIENCE_MS,
  COMPAT_CHUNK_BYTES,
  FOREGROUND_RECONNECT_MS,
  LINGER_MS,
  LINK_STATS_EVERY,
  MAX_RECONNECTS,
  STATS_INTERVAL_MS,
} from './constants.js';
import { browserEnv, type EngineEnv, type TimerId } from './env.js';
import { sanitiseFilename } from './filename.js';
import { createIncoming, type Incoming, type IncomingEvent } from './incoming.js';
import { UNKNOWN_LINK, type LinkStats } from './link-stats.js';
import { createPeerLink, type LinkEvent, type PeerLink } from './peer-link.js';
import { createReceivedFile } from './received-file.js';
import {
  INITIAL_RECEIVER,
  next,
  type ReceiverInput,
  type ReceiverMachine,
} from './receiver-machine.js';
import { isRecoverable } from './recoverable.js';
import { composeReport } from './report.js';
import { SignallingClient, type SignallingEvent } from './signalling-client.js';
import { isRevocation } from './signalling-errors.js';
import { pushBounded, type Signal } from './signalling-messages.js';
import { createSpeedMeter, describeProgress, EMPTY_STATS } from './stats.js';
import { createStore } from './store.js';

export function createReceiver(
  options: ReceiverOptions,
  env: EngineEnv = browserEnv(),
): ReceiverSession {
  const { shareId, sink } = options;
  const { clock } = env;
  const file = createReceivedFile(sink, (bytes) => env.sha256(bytes));
  const meter = createSpeedMeter();
  let machine: ReceiverMachine = INITIAL_RECEIVER;
  let link: PeerLink | null = null;
  let linkPeer = '';
  let early: Signal[] = [];
  let incoming: Incoming | null = null;
  let linkStats: LinkStats = UNKNOWN_LINK;
  let startedAt: Date | null = null;
  let startBytes = 0;
  let lastBytes = 0;
  let isPauseWanted = false;
  let isClosed = false;
  let hasSender = false;
  let ticks = 0;
  let generation = 0;
  let tickTimer: TimerId | undefined;
  let rejoinTimer: TimerId | undefined;
  let returnTimer: TimerId | undefined;

  const store = createStore<ReceiverSnapshot>(
    {
      state: 'connecting',
      attempt: 0,
      maxAttempts: MAX_RECONNECTS,
      file: null,
      stats: EMPTY_STATS,
      connectionType: 'unknown',
      isVerified: false,
      error: null,
    },
    (callback) => env.onNextFrame(callback),
  );

  const publish = (when: 'now' | 'frame'): void => {
    const totalBytes = store.get().file?.totalBytes ?? 0;
    const isComplete = machine.state === 'completed';
    store.set(
      {
        state: machine.state,
        attempt: machine.state === 'retrying' ? Math.max(1, machine.attempt) : 0,
        error: machine.state === 'error' ? machine.error : null,
        isVerified: isComplete && machine.state === 'completed' && machine.isVerified,
        connectionType: linkStats.connectionType,
        stats: describeProgress(
          isComplete ? totalBytes : lastBytes,
          totalBytes,
          machine.state === 'receiving' ? meter.bytesPerSecond() : 0,
          isComplete,
        ),
      },
      when,
    );
  };
  const apply = (input: ReceiverInput): void => {
    const before = machine;
    machine = next(machine, input);
    if (before !== machine) publish('now');
  };

  let signalling = createSignalling();
  function createSignalling() {
    return new SignallingClient({
      url: options.signallingUrl,
      shareId,
      // New with every fresh start: the sender must not take it for a connection it still has.
      peerId: env.randomId(),
      authority: options.authority,
      env,
      onEvent: onSignalling,
    });
  }

  const dropLink = (): void => {
    generation += 1;
    clock.clearTimeout(tickTimer);
    incoming?.stop();
    incoming = null;
    link?.close();
    link = null;
    linkPeer = '';
    early = [];
  };

  const rejoin = (): void => {
    clock.clearTimeout(rejoinTimer);
    dropLink();
    signalling.close();
    signalling = createSignalling();
    signalling.connect();
  };

  const lose = (): void => {
    if (machine.state === 'completed' || machine.state === 'error') return;
    dropLink();
    apply({ type: 'link-lost' });
    clock.clearTimeout(rejoinTimer);
    if (machine.state !== 'retrying') return;
    if (!hasSender) {
      apply({ type: 'sender-absent' });
      return;
    }
    // The sender normally calls again by itself.
    rejoinTimer = clock.setTimeout(rejoin, ANSWERER_PATIENCE_MS);
  };

  const refreshStats = async (): Promise<void> => {
    const current = link;
    if (current === null) return;
    const fresh = await current.stats();
    if (current === link && fresh.connectionType !== 'unknown') linkStats = fresh;
  };

  const tick = (): void => {
    tickTimer = clock.setTimeout(tick, STATS_INTERVAL_MS);
    const bytes = incoming?.bytesReceived() ?? 0;
    if (machine.state === 'paused') meter.reset(clock.now(), bytes);
    else meter.sample(clock.now(), bytes);
    if (bytes > lastBytes) apply({ type: 'progressed' });
    lastBytes = bytes;
    if (ticks++ % LINK_STATS_EVERY === 0) void refreshStats();
    publish('frame');
  };

  const report = async (): Promise<void> => {
    const completedAt = env.wallClock();
    await refreshStats();
    publish('now');
    options.onReport?.(
      composeReport({
        shareId,
        link: linkStats,
        bytesTransferred: store.get().stats.bytesTransferred - startBytes,
        startedAt: startedAt ?? completedAt,
        completedAt,
        device: env.device,
      }),
    );
  };

  const fail = (input: Extract<ReceiverInput, { type: 'failed' }>): void => {
    clock.clearTimeout(tickTimer);
    apply(input);
    linger();
  };

  /** Our last message leaves before the connection does. */
  function linger(): void {
    const own = generation;
    clock.setTimeout(() => {
      if (generation === own) dropLink();
    }, LINGER_MS);
  }

  const onIncoming = (event: IncomingEvent): void => {
    switch (event.type) {
      case 'announced': {
        const { filename, fileType, fileSize, chunks } = event.metadata;
        startedAt ??= env.wallClock();
        const totalBytes = fileSize ?? chunks * COMPAT_CHUNK_BYTES;
        store.set({ file: { filename: sanitiseFilename(filename), fileType, totalBytes } });
        return;
      }
      case 'paused':
        apply(event);
        return;
      case 'completed':
        clock.clearTimeout(tickTimer);
        apply(event);
        void report();
        return;
      case 'failed':
        fail(event);
    }
  };

  const onLink = (event: LinkEvent): void => {
    switch (event.type) {
      case 'channel-open':
        clock.clearTimeout(rejoinTimer);
        apply({ type: 'channel-open' });
        incoming = createIncoming({
          channel: event.channel,
          file,
          env,
          maxMessageBytes: link?.maxMessageBytes() ?? 0,
          onEvent: onIncoming,
        });
        incoming.start();
        if (isPauseWanted) incoming.pause();
        tick();
        return;
      case 'path':
        apply(event);
        return;
      case 'channel-closed':
        lose();
        return;
      case 'unreachable':
        lose();
        if (machine.state === 'retrying') rejoin();
    }
  };

  const connectTo = (from: string, offer: Signal): void => {
    dropLink();
    linkPeer = from;
    early = [offer];
    const own = generation;
    void options.iceServers().then((iceServers) => {
      if (isClosed || generation !== own) return;
      const created = createPeerLink({
        role: 'answer',
        iceServers,
        env,
        send: (signal) => signalling.send(signal, from),
        onEvent: (event) => {
          if (generation === own) onLink(event);
        },
      });
      link = created;
      for (const signal of early) created.receive(signal);
      early = [];
    });
  };

  const onSignal = (from: string, signal: Signal): void => {
    if (machine.state === 'error') return;
    const isCurrent = from === linkPeer;
    if (signal.type === 'offer') {
      const isContinued = isCurrent && link?.isContinuedBy(signal.payload) === true;
      if (isContinued) link?.receive(signal);
      else if (!isCurrent || link !== null) connectTo(from, signal);
      return;
    }
    if (!isCurrent) return;
    if (link === null) pushBounded(early, signal);
    else link.receive(signal);
  };

  const onSenderLeft = (): void => {
    hasSender = false;
    if (link?.isChannelOpen() === true) return;
    if (machine.state === 'completed' || machine.state === 'error') return;
    dropLink();
    apply({ type: 'sender-absent' });
  };

  function onSignalling(event: SignallingEvent): void {
    switch (event.type) {
      case 'joined':
        hasSender = event.peers.some((peer) => peer.role === 'sender');
        apply({ type: 'joined' });
        return;
      case 'peer-joined':
        if (event.peer.role === 'sender') hasSender = true;
        return;
      case 'peer-left':
        if (event.peer.role === 'sender') onSenderLeft();
        return;
      case 'signal':
        onSignal(event.from, event.signal);
        return;
      case 'retrying':
        apply({ type: 'signalling-retrying', attempt: event.attempt });
        return;
      case 'failed':
        if (isRevocation(event.error)) fail({ type: 'failed', error: event.error });
        apply({ type: 'signalling-failed', error: event.error });
    }
  }

  const retry = (): void => {
    if (isClosed || machine.state !== 'error') return;
    clock.clearTimeout(returnTimer);
    apply({ type: 'retry' });
    rejoin();
  };

  const stopListening = env.onReturn((cause) => {
    signalling.reconnectNow();
    const { state, error } = store.get();
    if (state !== 'error' || !isRecoverable(error)) return;
    clock.clearTimeout(returnTimer);
    returnTimer = clock.setTimeout(retry, cause === 'foreground' ? FOREGROUND_RECONNECT_MS : 0);
  });

  signalling.connect();

  return {
    getSnapshot: () => store.get(),
    subscribe: (listener) => store.subscribe(listener),
    retry,
    pause() {
      isPauseWanted = true;
      incoming?.pause();
    },
    resume() {
      isPauseWanted = false;
      incoming?.resume();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const timer of [returnTimer, rejoinTimer, tickTimer]) clock.clearTimeout(timer);
      stopListening();
      incoming?.cancel('closed');
      signalling.close();
      linger();
      if (machine.state !== 'completed') file.abort('closed').catch(() => undefined);
    },
  };
}
