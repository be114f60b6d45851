/** The receiving session: a place in the room, the current connection to the sender, one sink. */
import type { Sink } from '../sinks/sink.js';
import { LINGER_MS } from '../support/constants.js';
import { browserEnv, type EngineEnv } from '../support/env.js';
import { toEngineError, type EngineFailure } from '../support/failures.js';
import type { IncomingEvent } from './download.js';
import { ProgressSampler, type ProgressSample } from '../progress/progress-sampler.js';
import type { PeerConnectionEvent } from '../connection/peer-connection.js';
import { createReceivedFile, type ReceivedFile } from './received-file.js';
import { ReceiverDisplay, type ReceiverSnapshot } from './snapshot.js';
import { ReceiverLink } from './sender-connection.js';
import {
  INITIAL_RECEIVER,
  next,
  type ReceiverInput,
  type ReceiverMachine,
} from './receive-session.state.js';
import { ReceiverRoom } from './room.js';
import { watchReturn } from '../support/return-watch.js';
import { bindSession, type Session, type SessionOptions } from '../support/session.js';
import type { SignallingEvent } from '../signalling/client.js';
import { isRevocation } from '../signalling/close-codes.js';
import type { Signal } from '../signalling/messages.js';

export interface ReceiverOptions extends SessionOptions {
  sink: Sink;
}

class Receiver implements Session<ReceiverSnapshot> {
  readonly #options: ReceiverOptions;
  readonly #env: EngineEnv;
  readonly #room: ReceiverRoom;
  readonly #file: ReceivedFile;
  readonly #display: ReceiverDisplay;
  readonly #sampler: ProgressSampler;
  readonly #stopListening: () => void;
  #machine: ReceiverMachine = INITIAL_RECEIVER;
  #link: ReceiverLink | null = null;
  /** Peer id of the sender that `#link` belongs to. */
  #linkPeer = '';
  #isPaused = false;
  #isClosed = false;

  constructor(options: ReceiverOptions, env: EngineEnv) {
    this.#options = options;
    this.#env = env;
    this.#file = createReceivedFile(
      options.sink,
      (bytes) => env.sha256(bytes),
      (failure) => this.#onSaved(failure),
    );
    this.#sampler = new ProgressSampler({
      clock: env.clock,
      readBytes: () => this.#link?.bytesReceived() ?? 0,
      isPaused: () => this.#machine.state === 'paused',
      connection: () => this.#link?.peerLink ?? null,
      onSample: (sample) => this.#onSample(sample),
    });
    this.#display = new ReceiverDisplay(options, env, this.#sampler);
    this.#room = new ReceiverRoom({
      options,
      env,
      onEvent: (event) => this.#onSignalling(event),
      onRejoin: () => this.#dropLink(),
    });
    this.#stopListening = watchReturn(env, {
      error: () => this.getSnapshot().error,
      reconnectNow: () => this.#room.reconnectNow(),
      retry: () => this.retry(),
    });
    this.#room.connect();
  }

  getSnapshot(): ReceiverSnapshot {
    return this.#display.snapshot();
  }

  subscribe(listener: () => void): () => void {
    return this.#display.subscribe(listener);
  }

  retry(): void {
    if (this.#isClosed || this.#machine.state !== 'error') return;
    this.#apply({ type: 'retry' });
    this.#file.saveAgain();
    this.#room.rejoin();
  }

  pause(): void {
    this.#isPaused = true;
    this.#link?.setPaused(true);
  }

  resume(): void {
    this.#isPaused = false;
    this.#link?.setPaused(false);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sampler.stop();
    this.#stopListening();
    this.#link?.cancel('closed');
    this.#room.close();
    this.#dropSoon();
    // Errors of a sink nobody waits for any more have no one to tell.
    if (this.#machine.state !== 'completed') this.#file.abort('closed').catch(() => undefined);
  }

  #apply(input: ReceiverInput): void {
    const before = this.#machine;
    this.#machine = next(before, input);
    if (before !== this.#machine) this.#display.show(this.#machine, 'now');
  }

  #isOver(): boolean {
    return this.#machine.state === 'completed' || this.#machine.state === 'error';
  }

  #dropLink(): void {
    this.#sampler.stop();
    this.#link?.close();
    this.#link = null;
    this.#linkPeer = '';
  }

  /** Our last message leaves before the connection does: the sender closes when it has it. */
  #dropSoon(): void {
    const due = this.#link;
    this.#env.clock.setTimeout(() => {
      if (this.#link === due) this.#dropLink();
    }, LINGER_MS);
  }

  /** The connection says so too where there still is one, to the sender and to us. */
  #onSaved(failure: EngineFailure | null): void {
    if (this.#isClosed) return;
    this.#room.stay();
    if (failure === null) this.#completeIfSaved();
    else this.#apply({ type: 'failed', error: toEngineError(failure) });
  }

  #completeIfSaved(): void {
    const outcome = this.#file.outcome();
    if (outcome !== null) this.#complete(outcome.isVerified);
  }

  #complete(isVerified: boolean): void {
    this.#sampler.stop();
    if (this.#machine.state === 'completed') return;
    this.#apply({ type: 'completed', isVerified });
    void this.#report();
  }

  #lose(): void {
    this.#dropLink();
    if (!this.#isClosed && !this.#isOver()) this.#completeIfSaved();
    // Nothing of the sender is needed any more; `#onSaved` follows.
    if (this.#isClosed || this.#isOver() || this.#file.isSaving()) return;
    this.#apply({ type: 'link-lost' });
    if (!this.#room.hasSender()) this.#apply({ type: 'sender-absent' });
    if (this.#machine.state !== 'retrying') return;
    this.#room.probe();
    this.#room.rejoinLater();
  }

  #onSample({ hasProgressed, hasSilenceChanged }: ProgressSample): void {
    if (hasProgressed) this.#apply({ type: 'progressed' });
    this.#display.show(this.#machine, hasSilenceChanged ? 'now' : 'frame');
  }

  #onLink(event: PeerConnectionEvent): void {
    switch (event.type) {
      case 'channel-open':
        this.#room.stay();
        this.#apply({ type: 'channel-open' });
        return;
      case 'path':
        // The same network may carry our signalling, which mending the path needs.
        if (!event.isUp) this.#room.probe();
        if (!this.#file.isSaving()) this.#apply(event);
        return;
      case 'channel-closed':
        this.#lose();
        return;
      case 'unreachable':
        this.#lose();
        if (this.#machine.state === 'retrying') this.#room.rejoin();
    }
  }

  #onIncoming(event: IncomingEvent): void {
    switch (event.type) {
      case 'announced':
        this.#display.announce(event.metadata);
        return;
      case 'ready':
        this.#sampler.start();
        // From before this connection; it is told to the sender by now.
        if (this.#isPaused) this.#apply({ type: 'paused', isPaused: true });
        return;
      case 'paused':
        if (!this.#file.isSaving()) this.#apply(event);
        return;
      case 'completed':
        this.#complete(event.isVerified);
        return;
      case 'failed':
        this.#sampler.stop();
        // The sender leaves, or comes with another file: neither harms the one that is here.
        if (!this.#file.isSaving()) this.#apply(event);
        if (event.isTold) this.#dropSoon();
        else this.#dropLink();
    }
  }

  async #report(): Promise<void> {
    await this.#display.report();
    // The connection type may be known only now.
    this.#display.show(this.#machine, 'now');
  }

  #onSignal(from: string, signal: Signal): void {
    if (this.#machine.state === 'error') return;
    const isCurrent = from === this.#linkPeer && this.#link !== null;
    const isNewCall =
      signal.type === 'offer' && !(isCurrent && this.#link?.isContinuedBy(signal.payload));
    if (isNewCall) this.#answer(from);
    else if (!isCurrent) return;
    this.#link?.receive(signal);
  }

  #answer(from: string): void {
    this.#dropLink();
    this.#linkPeer = from;
    this.#link = new ReceiverLink({
      env: this.#env,
      file: this.#file,
      iceServers: this.#options.iceServers,
      send: (signal) => this.#room.send(signal, from),
      onLink: (event) => this.#onLink(event),
      onIncoming: (event) => this.#onIncoming(event),
    });
    this.#link.setPaused(this.#isPaused);
  }

  #onSenderLeft(): void {
    if (this.#isOver() || this.#link?.isChannelOpen() === true) return;
    this.#dropLink();
    this.#completeIfSaved();
    if (!this.#file.isSaving()) this.#apply({ type: 'sender-absent' });
  }

  #onSignalling(event: SignallingEvent): void {
    switch (event.type) {
      case 'joined':
        this.#apply(event);
        return;
      case 'peer-joined':
        // It calls.
        return;
      case 'peer-left':
        if (event.peer.role === 'sender') this.#onSenderLeft();
        return;
      case 'signal':
        this.#onSignal(event.from, event.signal);
        return;
      case 'retrying':
        this.#apply({ type: 'signalling-retrying', attempt: event.attempt });
        return;
      case 'failed':
        this.#onSignallingFailed(event);
    }
  }

  #onSignallingFailed({ error }: Extract<SignallingEvent, { type: 'failed' }>): void {
    if (isRevocation(error) && !this.#isOver() && !this.#file.isSaving()) {
      this.#link?.cancel(error.code);
      this.#sampler.stop();
      this.#apply({ type: 'failed', error });
      this.#dropSoon();
      return;
    }
    // It can be taken up again when it is needed.
    if (this.#room.hasGivenUp() && this.#link?.isChannelOpen() === true) return;
    this.#apply({ type: 'signalling-failed', error });
  }
}

/** Starts at once. @param env injected outside browsers. */
export function createReceiver(
  options: ReceiverOptions,
  env: EngineEnv = browserEnv(),
): Session<ReceiverSnapshot> {
  return bindSession(new Receiver(options, env));
}
