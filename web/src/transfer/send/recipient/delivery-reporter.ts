/** Sends the reports of the delivery to one recipient that its state machine (`delivery.state.ts`) decides on. */

import type { ReportDeliveryRequest } from '@tandem/proto/browser/http/shares';
import { clipPerson } from '@tandem/proto/browser/person';
import { isFailureCode } from '@tandem/proto/browser/transfers';
import type { EngineEnv, TimerId } from '../../support/env.js';
import type { PeerDetails } from '../../support/peer-details.js';
import type { Acknowledged } from '../acknowledged.js';
import type { DeliverySet } from '../delivery-set.js';
import type { FileSource } from '../source/file-source.js';
import type { Upload } from '../upload/upload.js';
import {
  initialDelivery,
  isSent,
  next,
  type Delivery,
  type DeliveryInput,
  type Report,
} from './delivery.state.js';

/** From the last byte sent to a report without the recipient's confirmation: a slow disk stores the last window. */
const unconfirmedMs = 30_000;

export interface DeliveryReporterOptions {
  peerId: string;
  source: FileSource;
  acknowledged: Acknowledged;
  approved: DeliverySet;
  counted: DeliverySet;
  env: EngineEnv;
  /** Of the present connection. */
  upload: () => Upload | null;
  /** The path of the connection is interrupted, or there is no connection at present. */
  isInterrupted: () => boolean;
  /** The recipient, as they name themselves. */
  recipient: () => PeerDetails | null;
  onDelivery: (report: ReportDeliveryRequest) => void;
}

/**
 * A recipient that was refused before it named its delivery reports the refusal under its peer id. So does this side, so
 * that the log joins the two reports. Other implementations have peer ids of other forms.
 */
const isDeliveryId = (peerId: string): boolean => /^[\w-]{22}$/.test(peerId);

export class DeliveryReporter {
  readonly #options: DeliveryReporterOptions;
  #delivery: Delivery;
  #timer: TimerId | undefined;

  constructor(options: DeliveryReporterOptions) {
    this.#options = options;
    this.#delivery = initialDelivery(options.env.randomId());
  }

  /** A recipient that joins again keeps its ID. */
  id(): string {
    return this.#delivery.id;
  }

  /** False while there is nothing to report: no block was acknowledged, and not every byte was sent. */
  isBegun(): boolean {
    this.noteSent();
    return isSent(this.#delivery) || this.#acknowledgedBytes(this.#delivery.id) > 0;
  }

  /** The recipient may have named its delivery; in version 1 it never does. */
  noteName(): void {
    const id = this.#ownId();
    if (id !== null) this.#apply({ type: 'named', id });
  }

  /** An upload starts. Version 1 always begins at the first byte. */
  noteStart(): void {
    const { source, env, upload } = this.#options;
    this.noteName();
    const isFromStart = (upload()?.progress.storedBytes() ?? 0) === 0;
    if (isFromStart && source.totalBytes > 0)
      this.#apply({ type: 'copy-started', copyId: env.randomId() });
    this.noteRecovery();
  }

  /** The interruption is over: the bytes that were lost in it arrive only now. */
  noteRecovery(): void {
    if (this.#delivery.state === 'sent') this.#awaitConfirmation();
  }

  /** The user has approved the recipient, for as long as this delivery lasts. */
  noteApproval(): void {
    const id = this.#ownId();
    if (id !== null) this.#options.approved.add(id);
  }

  /** Call before a connection is closed, and often enough to count a recipient that confirms nothing. */
  noteSent(): void {
    if (this.#options.upload()?.progress.hasSentAll() === true) this.#apply({ type: 'all-sent' });
  }

  complete(isVerified: boolean): void {
    this.#conclude({ type: 'completed', isVerified });
  }

  fail(reason: string): void {
    this.#conclude({ type: 'failed', reason });
  }

  /** The recipient has returned under another peer id. */
  handOver(): void {
    this.#conclude({ type: 'returned' });
  }

  /** The user had ended the delivery on an earlier connection. */
  onEndedBefore(): void {
    this.#apply({ type: 'ended-before' });
  }

  /** Stops waiting for a confirmation; one that arrives later is still reported. */
  stopWaiting(): void {
    this.#options.env.clock.clearTimeout(this.#timer);
  }

  #ownId(): string | null {
    return this.#options.upload()?.deliveryId() ?? null;
  }

  #conclude(input: DeliveryInput): void {
    this.noteSent();
    this.#apply(input);
  }

  #apply(input: DeliveryInput): void {
    const wasSent = this.#delivery.state === 'sent';
    const [delivery, report] = next(this.#delivery, input, this.#options.counted);
    this.#delivery = delivery;
    if (delivery.state !== 'sent') this.stopWaiting();
    else if (!wasSent) this.#awaitConfirmation();
    if (report !== null) this.#report(report);
  }

  /** A recipient that has the file and confirms nothing must not keep the delivery out of the count. */
  #awaitConfirmation(): void {
    const { env, upload, isInterrupted } = this.#options;
    this.stopWaiting();
    this.#timer = env.clock.setTimeout(() => {
      // The share may end with the count, so that a recipient without a connection would lose its transfer.
      if (upload()?.progress.isChecking() === true || isInterrupted()) this.#awaitConfirmation();
      else this.#apply({ type: 'unconfirmed' });
    }, unconfirmedMs);
  }

  /** Bytes that the recipient acknowledged with the right digests, over all connections. */
  #acknowledgedBytes(id: string): number {
    const { source, acknowledged } = this.#options;
    return Math.min(source.totalBytes, acknowledged.blocks(id) * source.blockBytes);
  }

  #report({ id, reportedAs, outcome, reason }: Report): void {
    const { peerId, source, approved, counted, recipient, onDelivery } = this.#options;
    const details = recipient();
    // The server learns the ID now and could hand it to another holder of the link, also while this transfer goes on.
    approved.delete(id);
    if (outcome !== 'failed') counted.add(id);
    const isUnnamed = outcome === 'failed' && !this.#delivery.isNamed;
    onDelivery({
      deliveryId: isUnnamed && isDeliveryId(peerId) ? peerId : reportedAs,
      outcome,
      bytes: outcome === 'failed' ? this.#acknowledgedBytes(id) : source.totalBytes,
      ...(reason !== null && isFailureCode(reason) && { reason }),
      ...(details && { recipient: clipPerson(details) }),
    });
  }
}
