/** Sender's shell around one receiver: connection, transfer, statistics; makes a new connection after a loss. */
import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
import type { ConnectionType } from '@tandem/proto/browser/transfers';
import { LINGER_MS, PEER_RETRY_DELAY_MS } from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import type { FileSource } from './file-source.js';
import { engineError, type EngineError } from '../support/failures.js';
import {
  INITIAL_RECIPIENT,
  isFinished,
  next,
  type RecipientInput,
  type RecipientMachine,
  type RecipientState,
} from './recipient.state.js';
import { ProgressSampler, type ProgressSample } from '../progress/progress-sampler.js';
import { Upload, type UploadEvent } from './upload.js';
import { PeerConnection, type PeerConnectionEvent } from '../connection/peer-connection.js';
import { composeReport } from '../progress/transfer-report.js';
import type { Signal } from '../signalling/messages.js';
import { describeProgress, type TransferStats } from '../progress/progress.js';

/** One recipient as its sender sees it. */
export interface RecipientStatus {
  peerId: string;
  state: RecipientState;
  /** Reconnects since bytes were last acknowledged; 0 unless `retrying`. */
  attempt: number;
  /** `sending`, but nothing has been sent or acknowledged for `SILENCE_MS`. */
  isSilent: boolean;
  stats: TransferStats;
  connectionType: ConnectionType;
  /** True once the recipient confirmed the whole-file digest (version 2 only). */
  isVerified: boolean;
  error: EngineError | null;
}

export interface RecipientOptions {
  peerId: string;
  shareId: string;
  source: FileSource;
  env: EngineEnv;
  iceServers: () => Promise<RTCIceServer[]>;
  send: (signal: Signal) => void;
  onChange: (when: 'now' | 'frame') => void;
  onReport: (report: TransferReport) => void;
}

export class Recipient {
  readonly #options: RecipientOptions;
  readonly #sampler: ProgressSampler;
  #machine: RecipientMachine = INITIAL_RECIPIENT;
  #link: PeerConnection | null = null;
  #outgoing: Upload | null = null;
  #startedAt: Date | null = null;
  #isPauseWanted = false;
  #isClosed = false;
  /** Goes up with every connection; what an older one still reports is ignored. */
  #generation = 0;
  #timer: TimerId | undefined;

  constructor(options: RecipientOptions) {
    this.#options = options;
    this.#sampler = new ProgressSampler({
      clock: options.env.clock,
      readBytes: () => this.#outgoing?.bytesSent() ?? 0,
      readAcknowledgedBytes: () => this.#outgoing?.bytesAcknowledged() ?? 0,
      isPaused: () => this.#machine.state === 'paused',
      connection: () => this.#link,
      onSample: (sample) => this.#onSample(sample),
    });
    this.connect();
  }

  view(): RecipientStatus {
    const { totalBytes } = this.#options.source;
    const machine = this.#machine;
    const isComplete = machine.state === 'completed';
    return {
      peerId: this.#options.peerId,
      state: machine.state,
      attempt: machine.state === 'retrying' ? Math.max(1, machine.attempt) : 0,
      isSilent: this.isSilent(),
      stats: isComplete
        ? describeProgress(totalBytes, totalBytes, 0, true)
        : this.#sampler.describe(totalBytes, machine.state === 'sending'),
      connectionType: this.#sampler.connectionStats.connectionType,
      isVerified: isComplete && machine.isVerified,
      error: machine.state === 'error' ? machine.error : null,
    };
  }

  /** A new connection, at once; also when the receiver came back without a working channel. */
  connect(): void {
    if (this.#isClosed || this.isFinished()) return;
    this.#drop();
    const own = this.#generation;
    const onEvent = (event: PeerConnectionEvent): void => {
      if (this.#generation === own) this.#onLink(event);
    };
    void this.#options.iceServers().then((iceServers) => {
      if (this.#isClosed || this.#generation !== own) return;
      const { env, send } = this.#options;
      try {
        this.#link = new PeerConnection({ role: 'offer', iceServers, env, send, onEvent });
        this.#link.start();
      } catch {
        // Switched off, too many of them, a server address that the browser does not take.
        onEvent({ type: 'unreachable', error: engineError('offer-failed') });
      }
    });
  }

  receive(signal: Signal): void {
    this.#link?.receive(signal);
  }

  isChannelOpen(): boolean {
    return this.#link?.isChannelOpen() === true;
  }

  /** The receiver of a finished transfer has left: the connection is of no use. */
  release(): void {
    if (this.isFinished()) this.#drop();
  }

  isFinished(): boolean {
    return isFinished(this.#machine);
  }

  setPaused(isPaused: boolean): void {
    this.#isPauseWanted = isPaused;
    this.#outgoing?.setPaused(isPaused);
  }

  isRetrying(): boolean {
    return this.#machine.state === 'retrying';
  }

  isSilent(): boolean {
    return this.#machine.state === 'sending' && this.#sampler.isSilent;
  }

  /** The channel exists but its path is interrupted. */
  isPathDown(): boolean {
    return this.#machine.state === 'retrying' && this.#machine.cause === 'path';
  }

  /** End this transfer because of something outside it, and tell the receiver. */
  fail(error: EngineError): void {
    if (this.isFinished()) return;
    this.#sayGoodbye(error.code);
    this.#apply({ type: 'failed', error });
  }

  close(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // A finished transfer's last message may still be on its way.
    if (this.isFinished()) this.#dropSoon();
    else this.#sayGoodbye(reason);
  }

  #apply(input: RecipientInput): void {
    const before = this.#machine;
    this.#machine = next(before, input);
    if (before !== this.#machine) this.#options.onChange('now');
  }

  #drop(): void {
    this.#generation += 1;
    this.#options.env.clock.clearTimeout(this.#timer);
    this.#sampler.stop();
    this.#outgoing?.stop();
    this.#outgoing = null;
    this.#link?.close();
    this.#link = null;
  }

  /** Our last message leaves before the connection does: the receiver closes when it has it. */
  #dropSoon(): void {
    this.#sampler.stop();
    this.#later(LINGER_MS, () => this.#drop());
  }

  /** Without anybody to tell there is nothing to wait for: a channel that opens now must find nobody. */
  #sayGoodbye(reason: string): void {
    if (this.#outgoing?.cancel(reason) === true) this.#dropSoon();
    else this.#drop();
  }

  #later(delayMs: number, act: () => void): void {
    const { clock } = this.#options.env;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(act, delayMs);
  }

  #lose(): void {
    this.#drop();
    if (this.#isClosed || this.isFinished()) return;
    this.#apply({ type: 'lost' });
    if (this.#machine.state !== 'retrying') return;
    this.#later(PEER_RETRY_DELAY_MS * this.#machine.attempt, () => this.connect());
  }

  #onSample({ hasProgressed, hasSilenceChanged }: ProgressSample): void {
    if (hasProgressed) this.#apply({ type: 'progressed' });
    this.#options.onChange(hasSilenceChanged ? 'now' : 'frame');
  }

  #onLink(event: PeerConnectionEvent): void {
    switch (event.type) {
      case 'channel-open':
        this.#apply({ type: 'channel-open' });
        this.#startTransfer(event.channel);
        return;
      case 'path':
        this.#apply(event);
        return;
      case 'channel-closed':
      case 'unreachable':
        this.#lose();
    }
  }

  #startTransfer(channel: RTCDataChannel): void {
    const { source, env } = this.#options;
    const maxMessageBytes = this.#link?.maxMessageBytes() ?? 0;
    const onEvent = (event: UploadEvent): void => this.#onOutgoing(event);
    this.#outgoing = new Upload({ channel, source, env, maxMessageBytes, onEvent });
    if (this.#isPauseWanted) this.#outgoing.setPaused(true);
    this.#outgoing.start();
  }

  #onOutgoing(event: UploadEvent): void {
    switch (event.type) {
      case 'started':
        this.#startedAt ??= this.#options.env.wallClock();
        this.#apply(event);
        if (this.#isPauseWanted) this.#apply({ type: 'paused', isPaused: true });
        this.#sampler.start();
        return;
      case 'paused':
        this.#apply(event);
        return;
      case 'completed':
        this.#sampler.stop();
        this.#apply(event);
        void this.#report();
        return;
      case 'failed':
        this.#apply(event);
        if (event.isTold) this.#dropSoon();
        else this.#drop();
    }
  }

  async #report(): Promise<void> {
    const { env, shareId, source, onReport, onChange } = this.#options;
    const completedAt = env.wallClock();
    await this.#sampler.refreshConnectionStats();
    onReport(
      composeReport({
        shareId,
        connection: this.#sampler.connectionStats,
        bytesTransferred: source.totalBytes,
        startedAt: this.#startedAt ?? completedAt,
        completedAt,
        device: env.device,
      }),
    );
    onChange('now');
    // The receiver may still be asking its browser about this connection.
    this.#dropSoon();
  }
}
