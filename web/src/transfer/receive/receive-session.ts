/** The receiving session: a place in the room, the current connection to the sender, one sink. */
import type { Sink } from '../sinks/sink.js';
import { lingerMs } from '../support/constants.js';
import { browserEnv, type EngineEnv } from '../support/env.js';
import { toEngineError, type EngineError, type EngineFailure } from '../support/failures.js';
import type { DownloadEvent, OfferedFile } from './download.js';
import { ProgressSampler, type ProgressSample } from '../progress/progress-sampler.js';
import type { PeerConnectionEvent } from '../connection/peer-connection.js';
import { createReceivedFile, type ReceivedFile } from './received-file.js';
import { SnapshotPublisher, type ReceiverSnapshot } from './snapshot.js';
import { SenderConnection } from './sender-connection.js';
import {
  initialReceiver,
  next,
  type ReceiverInput,
  type ReceiverMachine,
} from './receive-session.state.js';
import { Room } from './room.js';
import type { LinkKey } from '../trust/link-key.js';
import { watchReturn } from '../support/return-watch.js';
import { bindSession, type Session, type SessionOptions } from '../support/session.js';
import type { SignallingEvent } from '../signalling/client.js';
import { isRevocation } from '../signalling/close-codes.js';
import type { Signal } from '../signalling/messages.js';

export interface ReceiverOptions extends SessionOptions {
  sink: Sink;
  /** Of a protected link: nothing is received from a sender that does not prove to have it. Null for a plain link. */
  linkKey?: LinkKey | null;
  /** Whether an offered file is the one that the person was shown. */
  isExpected?: (file: OfferedFile) => boolean;
}

class ReceiveSession implements Session<ReceiverSnapshot> {
  readonly #options: ReceiverOptions;
  readonly #env: EngineEnv;
  readonly #room: Room;
  readonly #file: ReceivedFile;
  readonly #snapshots: SnapshotPublisher;
  readonly #sampler: ProgressSampler;
  readonly #stopListening: () => void;
  #machine: ReceiverMachine = initialReceiver;
  #connection: SenderConnection | null = null;
  /** Peer id of the sender that `#connection` belongs to. */
  #senderId = '';
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
      readBytes: () => this.#connection?.bytesReceived() ?? 0,
      isPaused: () => this.#machine.state === 'paused',
      connection: () => this.#connection?.peer ?? null,
      onSample: (sample) => this.#onSample(sample),
    });
    this.#snapshots = new SnapshotPublisher(options, env, this.#sampler);
    this.#room = new Room({
      options,
      env,
      onEvent: (event) => this.#onSignalling(event),
      onRejoin: () => this.#disconnect(),
    });
    this.#stopListening = watchReturn(env, {
      error: () => this.getSnapshot().error,
      reconnectNow: () => this.#room.reconnectNow(),
      retry: () => this.retry(),
    });
    this.#room.connect();
  }

  getSnapshot(): ReceiverSnapshot {
    return this.#snapshots.snapshot();
  }

  subscribe(listener: () => void): () => void {
    return this.#snapshots.subscribe(listener);
  }

  retry(): void {
    if (this.#isClosed || this.#machine.state !== 'error') return;
    this.#apply({ type: 'retry' });
    this.#file.saveAgain();
    this.#room.rejoin();
  }

  pause(): void {
    this.#isPaused = true;
    this.#connection?.setPaused(true);
  }

  resume(): void {
    this.#isPaused = false;
    this.#connection?.setPaused(false);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sampler.stop();
    this.#stopListening();
    this.#connection?.cancel('closed');
    this.#room.close();
    this.#disconnectSoon();
    // Errors of a sink nobody waits for any more have no one to tell.
    if (this.#machine.state !== 'completed') this.#file.abort('closed').catch(() => undefined);
  }

  #apply(input: ReceiverInput, when: 'now' | 'frame' = 'now'): void {
    const before = this.#machine;
    this.#machine = next(before, input);
    if (before !== this.#machine) this.#snapshots.show(this.#machine, when);
  }

  #isOver(): boolean {
    return this.#machine.state === 'completed' || this.#machine.state === 'error';
  }

  #disconnect(): void {
    this.#sampler.stop();
    this.#connection?.close();
    this.#connection = null;
    this.#senderId = '';
  }

  /** Our last message leaves before the connection does: the sender closes when it has it. */
  #disconnectSoon(): void {
    const due = this.#connection;
    this.#env.clock.setTimeout(() => {
      if (this.#connection === due) this.#disconnect();
    }, lingerMs);
  }

  /** The connection says so too where there still is one, to the sender and to us. */
  #onSaved(failure: EngineFailure | null): void {
    if (this.#isClosed) return;
    this.#room.cancelRejoin();
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

  #onConnectionLost(error: EngineError): void {
    this.#disconnect();
    if (!this.#isClosed && !this.#isOver()) this.#completeIfSaved();
    // Nothing of the sender is needed any more; `#onSaved` follows.
    if (this.#isClosed || this.#isOver() || this.#file.isSaving()) return;
    this.#apply({ type: 'link-lost', error });
    if (!this.#room.hasSender()) this.#apply({ type: 'sender-absent' });
    if (this.#machine.state !== 'retrying') return;
    this.#room.probe();
    this.#room.rejoinLater();
  }

  #onSample({ hasProgressed, hasSilenceChanged }: ProgressSample): void {
    if (hasProgressed) this.#apply({ type: 'progressed' });
    this.#snapshots.show(this.#machine, hasSilenceChanged ? 'now' : 'frame');
  }

  #onConnection(event: PeerConnectionEvent): void {
    switch (event.type) {
      case 'channel-open':
        this.#room.cancelRejoin();
        if (this.#options.linkKey) this.#snapshots.markProven();
        this.#apply({ type: 'channel-open' });
        return;
      case 'path':
        // The same network may carry our signalling, which mending the path needs.
        if (!event.isUp) this.#room.probe();
        if (!this.#file.isSaving()) this.#apply(event);
        return;
      case 'channel-closed':
        this.#onConnectionLost(event.error);
        return;
      case 'unreachable':
        this.#onConnectionLost(event.error);
        if (this.#machine.state === 'retrying') this.#room.rejoin();
    }
  }

  #onDownload(event: DownloadEvent): void {
    switch (event.type) {
      case 'announced':
        this.#snapshots.announce(event.metadata);
        return;
      case 'ready':
        this.#sampler.start();
        // From before this connection; it is told to the sender by now.
        if (this.#isPaused) this.#apply({ type: 'paused', isPaused: true });
        return;
      case 'paused':
        // The sender can send these at any rate.
        if (!this.#file.isSaving()) this.#apply(event, 'frame');
        return;
      case 'completed':
        this.#complete(event.isVerified);
        return;
      case 'failed':
        this.#sampler.stop();
        // The sender leaves, or comes with another file: neither harms the one that is here.
        if (!this.#file.isSaving()) this.#apply(event);
        if (event.isNotifying) this.#disconnectSoon();
        else this.#disconnect();
    }
  }

  async #report(): Promise<void> {
    await this.#snapshots.report();
    // The connection type may be known only now.
    this.#snapshots.show(this.#machine, 'now');
  }

  #onSignal(from: string, signal: Signal): void {
    if (this.#machine.state === 'error') return;
    const isCurrent = from === this.#senderId && this.#connection !== null;
    const isNewCall =
      signal.type === 'offer' && !(isCurrent && this.#connection?.isContinuedBy(signal.payload));
    if (isNewCall) this.#answer(from);
    else if (!isCurrent) return;
    this.#connection?.receive(signal);
  }

  #answer(from: string): void {
    this.#disconnect();
    this.#senderId = from;
    this.#connection = new SenderConnection({
      env: this.#env,
      file: this.#file,
      linkKey: this.#options.linkKey ?? null,
      ...(this.#options.isExpected && { isExpected: this.#options.isExpected }),
      iceServers: this.#options.iceServers,
      send: (signal) => this.#room.send(signal, from),
      onConnection: (event) => this.#onConnection(event),
      onDownload: (event) => this.#onDownload(event),
    });
    this.#connection.setPaused(this.#isPaused);
  }

  #onSenderLeft(): void {
    if (this.#isOver() || this.#connection?.isChannelOpen() === true) return;
    this.#disconnect();
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
      this.#connection?.cancel(error.code);
      this.#sampler.stop();
      this.#apply({ type: 'failed', error });
      this.#disconnectSoon();
      return;
    }
    // It can be taken up again when it is needed.
    if (this.#room.hasGivenUp() && this.#connection?.isChannelOpen() === true) return;
    this.#apply({ type: 'signalling-failed', error });
  }
}

/** Starts at once. @param env injected outside browsers. */
export const createReceiver = (
  options: ReceiverOptions,
  env: EngineEnv = browserEnv(),
): Session<ReceiverSnapshot> => bindSession(new ReceiveSession(options, env));
