/** The sender: the connection that it offered last, and what the user wants of every connection to it. */

import type { Signal } from '../signalling/messages.js';
import { lingerMs } from '../support/constants.js';
import { createPause } from '../support/pause.js';
import { unlimited, type RateSetting } from '../support/session.js';
import { SenderConnection, type SenderConnectionOptions } from './sender-connection.js';

export interface SenderOptions extends Omit<SenderConnectionOptions, 'send' | 'pause' | 'limit'> {
  send: (signal: Signal, peerId: string) => void;
  /** The connection is about to be closed. */
  onDisconnect: () => void;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly pause = createPause();
  #limit: RateSetting = unlimited;
  #connection: SenderConnection | null = null;
  /** Of the sender that `#connection` belongs to. */
  #peerId = '';

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  get connection(): SenderConnection | null {
    return this.#connection;
  }

  get limit(): RateSetting {
    return this.#limit;
  }

  isPeer(peerId: string): boolean {
    return peerId === this.#peerId;
  }

  /** Answers an offer of another connection, which replaces the present one. @returns whether the signal has one. */
  accepts(from: string, signal: Signal): boolean {
    const connection = this.isPeer(from) ? this.#connection : null;
    const isNewOffer =
      signal.type === 'offer' && connection?.isContinuedBy(signal.payload) !== true;
    if (isNewOffer) this.#answer(from);
    return isNewOffer || connection !== null;
  }

  setPaused(isPaused: boolean): void {
    if (this.pause.setHere(isPaused)) this.#connection?.statePause();
  }

  setLimit(setting: RateSetting): void {
    this.#limit = setting;
    this.#connection?.setLimit(setting);
  }

  disconnect(): void {
    this.#options.onDisconnect();
    this.#connection?.close();
    this.#connection = null;
    this.pause.setThere(false);
    this.#peerId = '';
  }

  /** Leaves time for the last message: the sender closes the connection when it has received it. */
  disconnectSoon(): void {
    const due = this.#connection;
    this.#options.env.clock.setTimeout(() => {
      if (this.#connection === due) this.disconnect();
    }, lingerMs);
  }

  #answer(from: string): void {
    this.disconnect();
    this.#peerId = from;
    this.#connection = new SenderConnection({
      ...this.#options,
      pause: this.pause,
      limit: this.#limit,
      send: (signal) => this.#options.send(signal, from),
    });
  }
}
