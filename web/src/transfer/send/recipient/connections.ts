/**
 * The connections to one recipient, one at a time: opened, replaced after a loss or a standstill, and kept for what
 * follows the end of the transfer. A verified delivery may get another one for its receipt.
 */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { PeerConnection, PeerConnectionEvent } from '../../connection/peer-connection.js';
import type { Signal } from '../../signalling/messages.js';
import { lingerMs, peerRetryDelayMs } from '../../support/constants.js';
import type { TimerId } from '../../support/env.js';
import { engineError, type EngineError } from '../../support/failures.js';
import { createPause } from '../../support/pause.js';
import type { Upload } from '../upload/upload.js';
import type { Clearance } from './clearance.state.js';
import { connectForReceipt, type LateReceiptOptions } from './late-receipt.js';
import { RecipientConnection, type RecipientConnectionOptions } from './recipient-connection.js';
import { isFinished, type RecipientMachine } from './recipient.state.js';

/** Connections in a row that are replaced while they are open. The next one is kept until bytes are acknowledged. */
const maxRenewals = 2;

type Own = 'isProofWaived' | 'asksFirst' | 'pause' | 'onConnection' | 'onReceipt';

export interface ConnectionsOptions extends Omit<RecipientConnectionOptions, Own> {
  /** Of the recipient, after which no connection is made. */
  end: AbortSignal;
  machine: () => RecipientMachine;
  clearance: () => Clearance;
  /** Signalling works and the recipient is in the room. */
  isReachable: () => boolean;
  onChannelOpen: () => void;
  onPath: (event: Extract<PeerConnectionEvent, { type: 'path' }>) => void;
  /** The connection of an unfinished transfer is lost; another one follows if the machine is retrying then. */
  onLost: (error: EngineError) => void;
  /** The connection is about to be closed. */
  onDisconnect: () => void;
  /** The transfer is over, and its connection stays for what follows. */
  onLinger: () => void;
  onReceived: () => void;
}

type Delivered = Pick<LateReceiptOptions, 'deliveryId' | 'observed'>;

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly pause = createPause();
  #connection: RecipientConnection | null = null;
  /** The next connection, or the end of the present one. */
  #timer: TimerId | undefined;
  #receipt: Receipt | null = null;
  /** The recipient takes part in the receipt of this delivery. */
  #isReceiptDue = false;
  /** What another connection would exchange the receipt for. Null before, and once there was one. */
  #delivered: Delivered | null = null;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  get peer(): PeerConnection | null {
    return this.#connection?.peer ?? null;
  }

  get upload(): Upload | null {
    return this.#connection?.upload ?? null;
  }

  get receipt(): Receipt | null {
    return this.#receipt;
  }

  isChannelOpen(): boolean {
    return this.#connection?.isChannelOpen() === true;
  }

  /** Replaces the connection by a new one. */
  connect(): void {
    const { end, machine, clearance } = this.#options;
    if (end.aborted || isFinished(machine())) return;
    this.disconnect();
    const { proof, approval } = clearance();
    this.#connection = new RecipientConnection({
      ...this.#options,
      isProofWaived: proof === 'waived',
      asksFirst: approval !== 'none',
      pause: this.pause,
      onConnection: (event) => this.#onConnection(event),
      onReceipt: (receipt) => this.#onReceipt(receipt),
    });
  }

  /**
   * Replaces an open connection. After a standstill the new one sends immediately what the old one would retransmit much
   * later; and it numbers its lanes from 1 again.
   */
  renew(): void {
    const { machine, isReachable, onLost } = this.#options;
    const present = machine();
    if (present.state !== 'sending' || present.attempt >= maxRenewals || !isReachable()) return;
    onLost(engineError('peer-unreachable'));
    this.connect();
  }

  /** The recipient is in the room, and signalling works. */
  onReachable(): void {
    if (this.isChannelOpen()) this.peer?.onReachable();
    else this.connect();
  }

  receive(signal: Signal): void {
    this.#connection?.receive(signal);
  }

  /** See `RecipientConnection`. */
  answer(isAllowed: boolean): void {
    this.#connection?.answer(isAllowed);
  }

  disconnect(): void {
    this.#stopTimer();
    this.#options.onDisconnect();
    this.pause.setThere(false);
    this.#connection?.close();
    this.#connection = null;
  }

  /**
   * Keeps the connection for what follows the end: the last message, after which the recipient closes the connection,
   * and the receipt. A recipient that leaves the room may have lost only its web socket.
   */
  linger(): void {
    this.#options.onLinger();
    this.keepFor(lingerMs, () => this.disconnect());
  }

  /** @param onOver unless the connection is lost, replaced or closed until then. */
  keepFor(ms: number, onOver: () => void): void {
    this.#stopTimer();
    this.#timer = this.#options.env.clock.setTimeout(onOver, ms);
  }

  /** Without an open upload no message is queued: close now, so that a channel that opens later is ignored. */
  cancelUpload(reason: string): void {
    if (this.#connection?.cancel(reason) === true) this.linger();
    else this.disconnect();
  }

  /**
   * The delivery is verified.
   *
   * @param isDue the recipient has proven to have the link, and names itself: without its receipt, another connection is
   * made when this one is lost.
   */
  exchangeReceipt(delivered: Delivered, isDue: boolean): void {
    this.#isReceiptDue = isDue && this.#options.person !== undefined;
    this.#delivered = delivered;
    void this.#connection?.exchangeReceipt(delivered.deliveryId, delivered.observed);
  }

  #stopTimer(): void {
    this.#options.env.clock.clearTimeout(this.#timer);
  }

  #lacksReceipt(): boolean {
    return this.#isReceiptDue && this.#receipt === null && !this.#options.end.aborted;
  }

  #connectForReceipt(): void {
    const { end, isReachable } = this.#options;
    const delivered = this.#delivered;
    this.#delivered = null;
    if (end.aborted || delivered === null || !isReachable()) return;
    this.#connection = connectForReceipt({
      ...this.#options,
      ...delivered,
      pause: this.pause,
      onConnection: (event) => this.#onConnection(event),
      onReceipt: (receipt) => this.#onReceipt(receipt),
      onFailed: () => this.disconnect(),
    });
    this.linger();
  }

  #onReceipt(receipt: Receipt): void {
    this.#receipt = receipt;
    this.#options.onReceived();
  }

  #onConnection(event: PeerConnectionEvent): void {
    switch (event.type) {
      case 'channel-open':
        if (!isFinished(this.#options.machine())) this.#options.onChannelOpen();
        return;
      case 'path':
        this.#options.onPath(event);
        // Time without a path does not count: the receipt can follow once there is one.
        if (!this.#lacksReceipt()) return;
        if (event.isUp) this.linger();
        else this.#stopTimer();
        return;
      case 'channel-closed':
      case 'unreachable':
        this.#onLost(event.error);
    }
  }

  #onLost(error: EngineError): void {
    const { end, machine, onLost } = this.#options;
    this.disconnect();
    if (this.#lacksReceipt()) this.keepFor(peerRetryDelayMs, () => this.#connectForReceipt());
    if (end.aborted || isFinished(machine())) return;
    onLost(error);
    const present = machine();
    if (present.state !== 'retrying') return;
    this.keepFor(peerRetryDelayMs * present.attempt, () => this.connect());
  }
}
