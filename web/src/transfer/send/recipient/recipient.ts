/**
 * One recipient: its state, statistics and delivery. After a lost connection it makes a new one, and the upload
 * resumes.
 */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { ReportDeliveryRequest } from '@tandem/proto/browser/http/shares';
import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
import type { PeerConnectionEvent } from '../../connection/peer-connection.js';
import type { ProgressSample } from '../../progress/progress-sampler.js';
import type { Signal } from '../../signalling/messages.js';
import {
  answersMs,
  lingerMs,
  peerRetryDelayMs,
  slowestSaveBytesPerMs,
} from '../../support/constants.js';
import type { TimerId } from '../../support/env.js';
import { engineError, type EngineError } from '../../support/failures.js';
import { createPause } from '../../support/pause.js';
import { readPeerDetails, type PeerDetails } from '../../support/peer-details.js';
import type { ProofEvent } from '../../trust/proof-exchange.js';
import type { ReceiptExchangeOptions } from '../../trust/receipt/receipt-exchange.js';
import type { DeliverySet } from '../delivery-set.js';
import type { TransferRecords } from '../transfer-records.js';
import type { UploadEvent } from '../upload/upload-options.js';
import type { Upload } from '../upload/upload.js';
import {
  initialClearance,
  nextClearance,
  type Clearance,
  type ClearanceInput,
} from './clearance.state.js';
import { DeliveryReporter } from './delivery-reporter.js';
import { connectForReceipt } from './late-receipt.js';
import { RecipientConnection, type RecipientContext } from './recipient-connection.js';
import type { RecipientStatus } from './recipient-status.js';
import {
  initialRecipient,
  isFinished,
  next,
  shownAttempt,
  type RecipientInput,
  type RecipientMachine,
} from './recipient.state.js';
import { TransferMeter } from './transfer-meter.js';

/** Connections in a row that are replaced while they are open. The next one is kept until bytes are acknowledged. */
const maxRenewals = 2;

export interface RecipientOptions extends RecipientContext {
  peerId: string;
  /** Deliveries that were reported with every byte of the file. */
  counted: DeliverySet;
  records: TransferRecords;
  /** Ask the user before the first byte. */
  asksFirst?: boolean;
  /** Signalling works and the recipient is in the room. */
  isReachable: () => boolean;
  onChange: (when: 'now' | 'frame') => void;
  /** The recipient returned to a delivery that the user had ended; it has been sent `transfer-cancel`. */
  onEndedBefore: () => void;
  onReport: (report: TransferReport) => void;
  onDelivery: (report: ReportDeliveryRequest) => void;
}

export class Recipient {
  readonly #options: RecipientOptions;
  readonly #meter: TransferMeter;
  readonly #joinedAt: number;
  #machine: RecipientMachine = initialRecipient;
  #connection: RecipientConnection | null = null;
  #clearance: Clearance;
  #receipt: Receipt | null = null;
  /** What the receipt states. Null before the completion, and once a connection was made for the receipt alone. */
  #observed: ReceiptExchangeOptions['observed'] | null = null;
  readonly #delivery: DeliveryReporter;
  readonly #pause = createPause();
  #details: PeerDetails | null = null;
  #isClosed = false;
  /** The share has ended: why the recipient fails unless it confirms what it has been sent. */
  #shareEnd: EngineError | null = null;
  /** The next connection attempt, or the end of lingering or of waiting for the confirmation of an ended share. */
  #timer: TimerId | undefined;

  constructor(options: RecipientOptions) {
    this.#options = options;
    this.#joinedAt = options.env.wallClock().getTime();
    this.#clearance = initialClearance(options.linkKey !== null, options.asksFirst === true);
    this.#delivery = new DeliveryReporter({
      ...options,
      upload: () => this.#upload(),
      isInterrupted: () => this.isRetrying(),
      recipient: () => this.#details,
    });
    this.#meter = new TransferMeter({
      ...options,
      peer: () => this.#connection?.peer ?? null,
      upload: () => this.#upload(),
      isPaused: () => this.#machine.state === 'paused',
      onSample: (sample) => this.#onSample(sample),
    });
    this.connect();
  }

  status(): RecipientStatus {
    const machine = this.#machine;
    return {
      peerId: this.#options.peerId,
      state: machine.state,
      joinedAt: this.#joinedAt,
      attempt: shownAttempt(machine),
      person: this.#details,
      pausedBy: machine.state === 'paused' ? this.#pause.by() : null,
      isSilent: this.isSilent(),
      isStalled: machine.state === 'sending' && this.#meter.isStalled,
      stats: this.#meter.stats(machine.state),
      storedBytes: this.#upload()?.progress.storedBytes() ?? null,
      connectionType: this.#meter.connectionType,
      connection: this.#meter.facts,
      ...this.#clearance,
      isVerified: machine.state === 'completed' && machine.isVerified,
      receipt: this.#receipt,
      isOutlivingShare: this.#shareEnd !== null && !this.isFinished(),
      error: machine.state === 'error' ? machine.error : null,
    };
  }

  /** Replaces the connection by a new one. */
  connect(): void {
    if (this.#isClosed || this.isFinished()) return;
    this.#dropConnection();
    this.#connection = new RecipientConnection({
      ...this.#options,
      isProofWaived: this.#clearance.proof === 'waived',
      isRelayed: () => this.#meter.connectionType === 'turn',
      asksFirst: this.#clearance.approval !== 'none',
      pause: this.#pause,
      onConnection: (event) => this.#onConnection(event),
      onProof: (event) => this.#onProof(event),
      onReleased: () => this.#apply({ type: 'channel-open' }),
      onUpload: (event) => this.#onUpload(event),
      onReceipt: (receipt) => this.#onReceipt(receipt),
    });
  }

  receive(signal: Signal): void {
    this.#connection?.receive(signal);
  }

  /** Identifies the delivery; a recipient that joins again keeps its ID. */
  deliveryId(): string {
    return this.#delivery.id();
  }

  /** The recipient is in the room, and signalling works. */
  onReachable(): void {
    if (this.isChannelOpen()) this.#connection?.peer?.onReachable();
    else this.connect();
  }

  isChannelOpen(): boolean {
    return this.#connection?.isChannelOpen() === true;
  }

  isFinished(): boolean {
    return isFinished(this.#machine);
  }

  isRetrying(): boolean {
    return this.#machine.state === 'retrying';
  }

  isSilent(): boolean {
    return this.#machine.state === 'sending' && this.#meter.isSilent;
  }

  /** No bytes flow: the transfer has not started, is paused, or the recipient does not acknowledge. */
  isIdle(): boolean {
    return ['connecting', 'waiting', 'paused'].includes(this.#machine.state) || this.isSilent();
  }

  /** The channel exists, but its path is interrupted. */
  isPathDown(): boolean {
    return this.#machine.state === 'retrying' && this.#machine.cause === 'path';
  }

  /**
   * The recipient has been sent the whole file, or has every block from earlier connections, and has not confirmed the
   * file.
   */
  isSaving(): boolean {
    const progress = this.#upload()?.progress;
    if (progress === undefined || this.isFinished()) return false;
    return progress.hasSentAll() || progress.storedBytes() === this.#options.source.totalBytes;
  }

  /** The user's answer about a recipient without a proof. It applies to later connections of the recipient too. */
  answer(isAllowed: boolean): void {
    if (this.#clearance.proof !== 'asking') return;
    this.#connection?.answer(isAllowed);
  }

  /** The user's answer about a recipient of a share that asks first. It applies to later connections of its delivery. */
  approve(isAllowed: boolean): void {
    if (this.#clearance.approval !== 'asking') return;
    if (!isAllowed) {
      this.end('declined-here');
      return;
    }
    this.#updateClearance({ type: 'approved' });
    this.#upload()?.approve();
    this.#options.onChange('now');
  }

  /** The user declined this recipient, and may change their mind. */
  isDeclined(): boolean {
    return this.#machine.state === 'error' && this.#machine.error.code === 'declined-here';
  }

  /** The user ends the transfer to this recipient. */
  end(code: 'ended-here' | 'declined-here' = 'ended-here'): void {
    if (this.isFinished()) return;
    if (code === 'ended-here') this.#options.ended.add(this.deliveryId());
    const isBegun = this.#delivery.isBegun();
    this.#updateClearance({ type: 'withdrawn' });
    this.#cancelUpload(code === 'declined-here' ? 'declined' : 'ended');
    this.#apply({ type: 'failed', error: engineError(code) });
    if (isBegun) this.#delivery.fail(code);
  }

  setPaused(isPaused: boolean): void {
    if (this.#pause.setHere(isPaused)) this.#upload()?.statePause();
  }

  /** Ends the transfer and notifies the recipient. */
  fail(error: EngineError): void {
    if (this.isFinished()) return;
    this.#cancelUpload(error.code);
    this.#end(error);
  }

  /**
   * The share has ended or has another password. A recipient that has been sent the whole file may only be saving it:
   * it keeps its connection, which cannot be replaced any more, until it has confirmed.
   */
  onShareEnd(error: EngineError): void {
    if (this.isFinished() || this.#shareEnd !== null) return;
    if (!this.isSaving()) {
      this.fail(error);
      return;
    }
    this.#shareEnd = error;
    const savingMs = answersMs + this.#options.source.totalBytes / slowestSaveBytesPerMs;
    this.#schedule(savingMs, () => this.fail(error));
  }

  close(reason: string): void {
    if (!this.#conclude(reason)) return;
    // The last message of a finished transfer may still be queued.
    if (this.isFinished()) this.#linger();
    else this.#cancelUpload(reason);
  }

  /**
   * The recipient has left the room, perhaps asleep: a cancellation would reach it when it wakes, and end a transfer
   * that it can resume.
   * @param hasReturned under another peer id, so that this delivery goes on.
   */
  abandon(hasReturned: boolean): void {
    if (hasReturned) this.#delivery.handOver();
    if (this.#conclude('peer-left')) this.#dropConnection();
  }

  /** @returns false when this recipient was closed before. */
  #conclude(reason: string): boolean {
    if (this.#isClosed) return false;
    this.#isClosed = true;
    if (!this.isFinished() && this.#delivery.isBegun()) this.#delivery.fail(reason);
    this.#delivery.stopWaiting();
    return true;
  }

  /** @param reason for the audit log: what the recipient lacked, where the page shows what the user chose. */
  #end(error: EngineError, reason = error.code): void {
    this.#updateClearance({ type: 'withdrawn' });
    this.#apply({ type: 'failed', error });
    this.#delivery.fail(reason);
  }

  #finish(error: EngineError, isNotified: boolean, reason = error.code): void {
    this.#end(error, reason);
    if (isNotified) this.#linger();
    else this.#dropConnection();
  }

  #apply(input: RecipientInput, when: 'now' | 'frame' = 'now'): void {
    const before = this.#machine;
    this.#machine = next(before, input);
    if (before.state === 'paused' && this.#machine.state !== 'paused') this.#meter.resume();
    if (before !== this.#machine) this.#options.onChange(when);
  }

  /** @returns whether it changes something. */
  #updateClearance(input: ClearanceInput): boolean {
    const before = this.#clearance;
    this.#clearance = nextClearance(before, input);
    return before !== this.#clearance;
  }

  #upload(): Upload | null {
    return this.#connection?.upload ?? null;
  }

  #dropConnection(): void {
    this.#options.env.clock.clearTimeout(this.#timer);
    this.#meter.disconnect();
    this.#updateClearance({ type: 'withdrawn' });
    this.#pause.setThere(false);
    this.#connection?.close();
    this.#delivery.noteSent();
    this.#connection = null;
  }

  /**
   * Replaces an open connection. After a standstill the new one sends immediately what the old one would retransmit much
   * later; and it numbers its lanes from 1 again.
   */
  #renew(): void {
    const machine = this.#machine;
    // The end of the share has closed the room, even if this page has not been notified yet.
    if (this.#shareEnd !== null) return;
    if (machine.state !== 'sending' || machine.attempt >= maxRenewals) return;
    if (!this.#options.isReachable()) return;
    this.#apply({ type: 'lost', error: engineError('peer-unreachable') });
    this.connect();
  }

  /**
   * Keeps the connection for what follows the end: the last message, after which the recipient closes the connection,
   * and the receipt. A recipient that leaves the room may have lost only its web socket.
   */
  #linger(): void {
    this.#meter.stop();
    this.#schedule(lingerMs, () => this.#dropConnection());
  }

  /** Without an open upload no message is queued: close now, so that a channel that opens later is ignored. */
  #cancelUpload(reason: string): void {
    if (this.#connection?.cancel(reason) === true) this.#linger();
    else this.#dropConnection();
  }

  #schedule(delayMs: number, act: () => void): void {
    const { clock } = this.#options.env;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(act, delayMs);
  }

  #reconnect(error: EngineError): void {
    this.#dropConnection();
    if (this.#lacksReceipt()) this.#schedule(peerRetryDelayMs, () => this.#connectForReceipt());
    if (this.#isClosed || this.isFinished()) return;
    if (this.#shareEnd !== null) {
      this.#end(this.#shareEnd);
      return;
    }
    this.#apply({ type: 'lost', error });
    if (this.#machine.state === 'error') this.#delivery.fail(error.code);
    if (this.#machine.state !== 'retrying') return;
    this.#schedule(peerRetryDelayMs * this.#machine.attempt, () => this.connect());
  }

  /** Only a recipient that names itself takes part in the receipt. */
  #lacksReceipt(): boolean {
    if (this.#isClosed || this.#options.person === undefined) return false;
    const machine = this.#machine;
    const isDue = machine.state === 'completed' && machine.isVerified && this.#details !== null;
    return isDue && this.#clearance.proof === 'proven' && this.#receipt === null;
  }

  #connectForReceipt(): void {
    const observed = this.#observed;
    this.#observed = null;
    if (this.#isClosed || observed === null || !this.#options.isReachable()) return;
    this.#connection = connectForReceipt({
      ...this.#options,
      isRelayed: () => this.#meter.connectionType === 'turn',
      pause: this.#pause,
      deliveryId: this.deliveryId(),
      observed,
      onConnection: (event) => this.#onConnection(event),
      onReceipt: (receipt) => this.#onReceipt(receipt),
      onFailed: () => this.#dropConnection(),
    });
    this.#linger();
  }

  #onReceipt(receipt: Receipt): void {
    this.#receipt = receipt;
    this.#options.onChange('now');
  }

  #onSample(sample: ProgressSample): void {
    this.#delivery.noteSent();
    this.#meter.measure(sample);
    if (sample.hasProgressed) this.#apply({ type: 'progressed' });
    this.#options.onChange(sample.hasSilenceChanged ? 'now' : 'frame');
  }

  #onConnection(event: PeerConnectionEvent): void {
    switch (event.type) {
      case 'channel-open':
        if (!this.isFinished()) this.#onProof(event);
        return;
      case 'path':
        this.#apply(event);
        if (event.isUp) this.#delivery.noteRecovery();
        // Time without a path does not count: the receipt can follow once there is one.
        if (event.isUp && this.#lacksReceipt()) this.#linger();
        else if (this.#lacksReceipt()) this.#options.env.clock.clearTimeout(this.#timer);
        return;
      case 'channel-closed':
      case 'unreachable':
        this.#reconnect(event.error);
    }
  }

  #onProof(event: ProofEvent | { type: 'channel-open' }): void {
    if (this.#updateClearance(event)) this.#options.onChange('now');
    if (event.type !== 'refused') return;
    const { error, isNotified, isOwnChoice } = event;
    this.#finish(
      isOwnChoice === true ? engineError('declined-here') : error,
      isNotified,
      error.code,
    );
  }

  #onUpload(event: UploadEvent): void {
    switch (event.type) {
      case 'started':
        this.#delivery.noteStart();
        this.#updateClearance(event);
        // Only now: a recipient may answer, and so name its delivery, after the user has approved it.
        if (this.#clearance.approval === 'given') this.#delivery.noteApproval();
        // Before the notification, in which this recipient may be abandoned.
        this.#meter.start(this.deliveryId());
        this.#apply(event);
        return;
      case 'paused':
        // The recipient can send these at any rate.
        this.#apply(event, 'frame');
        this.#options.onChange('frame');
        return;
      case 'asking':
        this.#updateClearance({ type: 'approval-due' });
        this.#delivery.noteName();
        this.#options.onChange('now');
        return;
      case 'peer':
        this.#details = readPeerDetails(event.details) ?? this.#details;
        this.#options.onChange('frame');
        return;
      case 'standstill':
      case 'lanes-used-up':
        this.#renew();
        return;
      case 'completed':
        this.#meter.stop();
        this.#options.records.end(this.deliveryId());
        this.#apply(event);
        this.#delivery.complete(event.isVerified);
        this.#observed = this.#meter.observe();
        if (event.isVerified)
          void this.#connection?.exchangeReceipt(this.deliveryId(), this.#observed);
        void this.#report();
        return;
      case 'ended-before':
        this.#delivery.onEndedBefore();
        this.#options.onEndedBefore();
        this.#finish(engineError('ended-here'), event.isNotified);
        return;
      case 'failed':
        this.#finish(event.error, event.isNotified);
    }
  }

  async #report(): Promise<void> {
    this.#options.onReport(await this.#meter.report());
    this.#options.onChange('now');
    // The receiver may still be reading the statistics of this connection.
    this.#linger();
  }
}
