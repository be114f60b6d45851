/**
 * One recipient: its state, which the events of its connections and uploads and the user's decisions change, and what is
 * shown and reported of it. After a lost connection there is a new one (`connections.ts`), and the upload resumes.
 */

import type { ReportDeliveryRequest } from '@tandem/proto/browser/http/shares';
import type { TransferReport } from '@tandem/proto/browser/http/transfer-report';
import type { ProgressSample } from '../../progress/progress-sampler.js';
import type { Signal } from '../../signalling/messages.js';
import { answersMs, slowestSaveBytesPerMs } from '../../support/constants.js';
import { engineError, type EngineError } from '../../support/failures.js';
import { readPeerDetails, type PeerDetails } from '../../support/peer-details.js';
import { view } from '../../support/values/machine-view.js';
import type { ProofEvent } from '../../trust/proof-exchange.js';
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
import { Connections } from './connections.js';
import { DeliveryReporter } from './delivery-reporter.js';
import type { RecipientContext } from './recipient-connection.js';
import type { RecipientStatus } from './recipient-status.js';
import {
  initialRecipient,
  isFinished,
  next,
  type RecipientInput,
  type RecipientMachine,
} from './recipient.state.js';
import { TransferMeter } from './transfer-meter.js';

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
  readonly #connections: Connections;
  #clearance: Clearance;
  readonly #delivery: DeliveryReporter;
  #details: PeerDetails | null = null;
  readonly #closed = new AbortController();
  /** The share has ended: why the recipient fails unless it confirms what it has been sent. */
  #shareEnd: EngineError | null = null;

  constructor(options: RecipientOptions) {
    this.#options = options;
    this.#joinedAt = options.env.wallClock().getTime();
    this.#clearance = initialClearance(options.linkKey !== null, options.asksFirst === true);
    this.#connections = new Connections({
      ...options,
      end: this.#closed.signal,
      machine: () => this.#machine,
      clearance: () => this.#clearance,
      isRelayed: () => this.#meter.connectionType === 'turn',
      onChannelOpen: () => this.#onProof({ type: 'channel-open' }),
      onPath: (event) => this.#onPath(event),
      onProof: (event) => this.#onProof(event),
      onReleased: () => this.#apply({ type: 'channel-open' }),
      onUpload: (event) => this.#onUpload(event),
      onReceived: () => options.onChange('now'),
      onLost: (error) => this.#onLost(error),
      onDisconnect: () => this.#onDisconnect(),
      onLinger: () => this.#meter.stop(),
    });
    const upload = (): Upload | null => this.#connections.upload;
    this.#delivery = new DeliveryReporter({
      ...options,
      upload,
      isInterrupted: () => this.isRetrying(),
      recipient: () => this.#details,
    });
    this.#meter = new TransferMeter({
      ...options,
      peer: () => this.#connections.peer,
      upload,
      isPaused: () => this.#machine.state === 'paused',
      onSample: (sample) => this.#onSample(sample),
    });
    this.#connections.connect();
  }

  status(): RecipientStatus {
    const { state } = this.#machine;
    const { pause, upload, receipt } = this.#connections;
    return {
      ...view(this.#machine),
      ...this.#clearance,
      peerId: this.#options.peerId,
      joinedAt: this.#joinedAt,
      person: this.#details,
      pausedBy: state === 'paused' ? pause.by() : null,
      isSilent: this.isSilent(),
      isStalled: state === 'sending' && this.#meter.isStalled,
      stats: this.#meter.stats(state),
      storedBytes: upload?.progress.storedBytes() ?? null,
      connectionType: this.#meter.connectionType,
      connection: this.#meter.facts,
      receipt,
      isOutlivingShare: this.#shareEnd !== null && !this.isFinished(),
    };
  }

  receive(signal: Signal): void {
    this.#connections.receive(signal);
  }

  /** Identifies the delivery; a recipient that joins again keeps its ID. */
  deliveryId(): string {
    return this.#delivery.id();
  }

  /** The recipient is in the room, and signalling works. */
  onReachable(): void {
    this.#connections.onReachable();
  }

  isChannelOpen(): boolean {
    return this.#connections.isChannelOpen();
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
    const progress = this.#connections.upload?.progress;
    if (progress === undefined || this.isFinished()) return false;
    return progress.hasSentAll() || progress.storedBytes() === this.#options.source.totalBytes;
  }

  /** The user's answer about a recipient without a proof. It applies to later connections of the recipient too. */
  answer(isAllowed: boolean): void {
    if (this.#clearance.proof !== 'asking') return;
    this.#connections.answer(isAllowed);
  }

  /** The user's answer about a recipient of a share that asks first. It applies to later connections of its delivery. */
  approve(isAllowed: boolean): void {
    if (this.#clearance.approval !== 'asking') return;
    if (!isAllowed) {
      this.end('declined-here');
      return;
    }
    this.#updateClearance({ type: 'approved' });
    this.#connections.upload?.approve();
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
    this.#connections.cancelUpload(code === 'declined-here' ? 'declined' : 'ended');
    this.#apply({ type: 'failed', error: engineError(code) });
    if (isBegun) this.#delivery.fail(code);
  }

  setPaused(isPaused: boolean): void {
    const { pause, upload } = this.#connections;
    if (pause.setHere(isPaused)) upload?.statePause();
  }

  /** Ends the transfer and notifies the recipient. */
  fail(error: EngineError): void {
    if (this.isFinished()) return;
    this.#connections.cancelUpload(error.code);
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
    this.#connections.keepFor(savingMs, () => this.fail(error));
  }

  close(reason: string): void {
    if (!this.#conclude(reason)) return;
    // The last message of a finished transfer may still be queued.
    if (this.isFinished()) this.#connections.linger();
    else this.#connections.cancelUpload(reason);
  }

  /**
   * The recipient has left the room, perhaps asleep: a cancellation would reach it when it wakes, and end a transfer
   * that it can resume.
   * @param hasReturned under another peer id, so that this delivery goes on.
   */
  abandon(hasReturned: boolean): void {
    if (hasReturned) this.#delivery.handOver();
    if (this.#conclude('peer-left')) this.#connections.disconnect();
  }

  /** @returns false when this recipient was closed before. */
  #conclude(reason: string): boolean {
    if (this.#closed.signal.aborted) return false;
    this.#closed.abort();
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
    if (isNotified) this.#connections.linger();
    else this.#connections.disconnect();
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

  #onDisconnect(): void {
    this.#meter.disconnect();
    this.#updateClearance({ type: 'withdrawn' });
    this.#delivery.noteSent();
  }

  #onLost(error: EngineError): void {
    if (this.#shareEnd !== null) {
      this.#end(this.#shareEnd);
      return;
    }
    this.#apply({ type: 'lost', error });
    if (this.#machine.state === 'error') this.#delivery.fail(error.code);
  }

  #onSample(sample: ProgressSample): void {
    this.#delivery.noteSent();
    this.#meter.measure(sample);
    if (sample.hasProgressed) this.#apply({ type: 'progressed' });
    this.#options.onChange(sample.hasSilenceChanged ? 'now' : 'frame');
  }

  #onPath(event: Extract<RecipientInput, { type: 'path' }>): void {
    this.#apply(event);
    if (event.isUp) this.#delivery.noteRecovery();
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
        // The end of the share has closed the room, even if this page has not been notified yet.
        if (this.#shareEnd === null) this.#connections.renew();
        return;
      case 'completed':
        this.#meter.stop();
        this.#options.records.end(this.deliveryId());
        this.#apply(event);
        this.#delivery.complete(event.isVerified);
        if (event.isVerified) this.#exchangeReceipt();
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

  #exchangeReceipt(): void {
    const delivered = { deliveryId: this.deliveryId(), observed: this.#meter.observe() };
    const isDue = this.#details !== null && this.#clearance.proof === 'proven';
    this.#connections.exchangeReceipt(delivered, isDue);
  }

  async #report(): Promise<void> {
    this.#options.onReport(await this.#meter.report());
    this.#options.onChange('now');
    // The receiver may still be reading the statistics of this connection.
    this.#connections.linger();
  }
}
