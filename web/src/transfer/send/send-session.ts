/** The sending session: signalling, one link per receiver, one source for all of them. */
import { MAX_RECONNECTS, RETURN_GRACE_MS } from '../support/constants.js';
import { browserEnv, type EngineEnv } from '../support/env.js';
import { createFileSource, type FileSource } from './file-source.js';
import { Recipient, type RecipientStatus } from './recipient.js';
import {
  INITIAL_SENDER,
  next,
  view,
  type SenderInput,
  type SenderState,
} from './send-session.state.js';
import { combineStats, EMPTY_STATS, type TransferStats } from '../progress/progress.js';
import { watchReturn } from '../support/return-watch.js';
import { bindSession, type Session, type SessionOptions } from '../support/session.js';
import { SignallingClient, type SignallingEvent } from '../signalling/client.js';
import type { EngineError } from '../support/failures.js';
import { isRevocation } from '../signalling/close-codes.js';
import type { Peer } from '../signalling/messages.js';
import { createStore, type Store } from '../support/store.js';

export interface SenderOptions extends SessionOptions {
  file: File;
}

export interface SenderSnapshot {
  state: SenderState;
  /** Reconnects of the signalling socket or of a recipient since the last success, whichever is more. */
  attempt: number;
  maxAttempts: number;
  recipients: readonly RecipientStatus[];
  /** Totals over the recipients that are sending or paused: sums, and the longest remaining time. */
  stats: TransferStats;
  error: EngineError | null;
}

/** More than any room admits; receivers that are done stay listed, but not without end. */
const MAX_RECIPIENTS = 64;

class SendSession implements Session<SenderSnapshot> {
  readonly #options: SenderOptions;
  readonly #env: EngineEnv;
  readonly #source: FileSource;
  readonly #store: Store<SenderSnapshot>;
  readonly #links = new Map<string, Recipient>();
  /** Receivers in the room, as far as signalling knows. */
  readonly #present = new Set<string>();
  readonly #stopListening: () => void;
  #signalling: SignallingClient;
  #machine = INITIAL_SENDER;
  #isPaused = false;
  #isClosed = false;

  constructor(options: SenderOptions, env: EngineEnv) {
    this.#options = options;
    this.#env = env;
    this.#source = createFileSource({
      file: options.file,
      sha256: (bytes) => env.sha256(bytes),
      blockBytes: env.memory.blockBytes,
      readers: () => this.#readers(),
    });
    this.#store = createStore<SenderSnapshot>(
      {
        state: 'idle',
        attempt: 0,
        maxAttempts: MAX_RECONNECTS,
        recipients: [],
        stats: EMPTY_STATS,
        error: null,
      },
      (callback) => env.onNextFrame(callback),
    );
    this.#signalling = this.#createSignalling();
    this.#stopListening = watchReturn(env, {
      error: () => this.getSnapshot().error,
      reconnectNow: () => this.#signalling.reconnectNow(),
      retry: () => this.retry(),
    });
    this.#start();
  }

  getSnapshot(): SenderSnapshot {
    return this.#store.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  retry(): void {
    if (this.#isClosed || this.getSnapshot().state !== 'error') return;
    this.#signalling.close();
    for (const [peerId, link] of this.#links)
      if (link.view().state === 'error') this.#remove(peerId, 'retry');
    // A new peer id: to the receivers this is a sender that starts over.
    this.#signalling = this.#createSignalling();
    this.#machine = { ...this.#machine, signalling: { phase: 'idle' } };
    this.#start();
  }

  pause(): void {
    this.#setPaused(true);
  }

  resume(): void {
    this.#setPaused(false);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopListening();
    for (const link of this.#links.values()) link.close('closed');
    this.#source.close();
    this.#signalling.close();
  }

  #readers(): number {
    return [...this.#links.values()].filter((link) => !link.isFinished()).length;
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    for (const link of this.#links.values()) link.setPaused(isPaused);
  }

  #start(): void {
    this.#apply({ type: 'start' });
    this.#signalling.connect();
  }

  #createSignalling(): SignallingClient {
    const { signallingUrl, shareId, credentials, newTraceparent } = this.#options;
    const env = this.#env;
    return new SignallingClient({
      url: signallingUrl,
      shareId,
      peerId: env.randomId(),
      credentials,
      newTraceparent,
      env,
      onEvent: (event) => this.#onSignalling(event),
    });
  }

  #publish(when: 'now' | 'frame'): void {
    const recipients = [...this.#links.values()].map((link) => link.view());
    this.#machine = next(this.#machine, { type: 'links', links: recipients });
    const active = recipients.filter(({ state }) => state === 'sending' || state === 'paused');
    const stats = combineStats(active.map((recipient) => recipient.stats));
    this.#store.set({ ...view(this.#machine), recipients, stats }, when);
  }

  #apply(input: SenderInput): void {
    this.#machine = next(this.#machine, input);
    this.#publish('now');
  }

  #onLinkChange(when: 'now' | 'frame'): void {
    if (this.#isClosed) return;
    if (when === 'now') {
      this.#dropAbsent();
      // The same network may carry our signalling, which mending the path or calling again needs.
      if ([...this.#links.values()].some((link) => link.isRetrying() || link.isSilent()))
        this.#signalling.probe();
      if (this.#readers() === 0) this.#source.release();
    }
    this.#publish(when);
  }

  #remove(peerId: string, reason: string): void {
    const link = this.#links.get(peerId);
    this.#links.delete(peerId);
    link?.close(reason);
  }

  /** Nobody there and nothing to keep: an unfinished link without channel or peer. */
  #dropAbsent(): void {
    for (const [peerId, link] of this.#links) {
      if (this.#present.has(peerId) || link.isChannelOpen() || link.isFinished()) continue;
      this.#remove(peerId, 'peer-left');
    }
  }

  #admit(peerId: string): void {
    this.#present.add(peerId);
    const known = this.#links.get(peerId);
    if (known !== undefined) {
      if (!known.isChannelOpen() && !known.isFinished()) known.connect();
      return;
    }
    this.#makeRoom();
    if (this.#links.size >= MAX_RECIPIENTS) return;
    const link = this.#createLink(peerId);
    this.#links.set(peerId, link);
    link.setPaused(this.#isPaused);
    this.#publish('now');
  }

  #createLink(peerId: string): Recipient {
    const { shareId, iceServers, onReport } = this.#options;
    return new Recipient({
      peerId,
      shareId,
      source: this.#source,
      env: this.#env,
      iceServers,
      send: (signal) => this.#signalling.send(signal, peerId),
      onChange: (when) => this.#onLinkChange(when),
      onReport: (report) => onReport?.(report),
    });
  }

  #makeRoom(): void {
    for (const [peerId, link] of this.#links) {
      if (this.#links.size < MAX_RECIPIENTS) return;
      if (link.isFinished()) this.#remove(peerId, 'done');
    }
  }

  #onPeers(peers: Peer[]): void {
    this.#present.clear();
    for (const { peerId, role } of peers) if (role === 'receiver') this.#admit(peerId);
    this.#dropAbsent();
  }

  /** A receiver whose channel works has only lost its web socket; one on a broken path gets time to return. */
  #onReceiverLeft(peerId: string): void {
    this.#present.delete(peerId);
    const link = this.#links.get(peerId);
    link?.release();
    this.#onLinkChange('now');
    this.#env.clock.setTimeout(() => {
      const isGone = !this.#present.has(peerId) && link?.isPathDown() === true;
      if (this.#isClosed || !isGone) return;
      this.#remove(peerId, 'peer-left');
      this.#publish('now');
    }, RETURN_GRACE_MS);
  }

  #onSignalling(event: SignallingEvent): void {
    switch (event.type) {
      case 'joined':
        this.#onPeers(event.peers);
        this.#apply(event);
        return;
      case 'peer-joined':
        if (event.peer.role === 'receiver') this.#admit(event.peer.peerId);
        return;
      case 'peer-left':
        this.#onReceiverLeft(event.peer.peerId);
        return;
      case 'signal':
        this.#links.get(event.from)?.receive(event.signal);
        return;
      case 'retrying':
        this.#apply({ type: 'signalling-retrying', attempt: event.attempt });
        return;
      case 'failed':
        if (isRevocation(event.error))
          for (const link of this.#links.values()) link.fail(event.error);
        this.#apply({ type: 'signalling-failed', error: event.error });
    }
  }
}

/** Starts at once. @param env injected outside browsers. */
export function createSender(
  options: SenderOptions,
  env: EngineEnv = browserEnv(),
): Session<SenderSnapshot> {
  return bindSession(new SendSession(options, env));
}
