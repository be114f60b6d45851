/**
 * The connection that a file goes over, from either side: it is opened, the peers prove that they have a protected
 * link, its channel is released to the transfer, and a receipt may follow. Beside it there are the measuring
 * connection and the lanes.
 */

import { renewableIceServers } from '../connection/ice-servers.js';
import {
  measuringConnectionOpener,
  type OpenMeasuringConnection,
} from '../connection/measuring-connection.js';
import { PeerConnection, type PeerConnectionEvent } from '../connection/peer-connection.js';
import { pushBounded, type Signal } from '../signalling/messages.js';
import type { EngineEnv } from '../support/env.js';
import { toEngineError } from '../support/failures.js';
import type { LinkKey } from '../trust/link/link-key.js';
import type { ProofRole } from '../trust/peer-proof.js';
import { ProofExchange, type ProofEvent } from '../trust/proof-exchange.js';
import { ReceiptExchange, type ReceiptExchangeOptions } from '../trust/receipt/receipt-exchange.js';
import { laneOpener, type OpenLane } from './lane-connection.js';

export interface FileConnectionOptions {
  /** The sender offers the connection. */
  role: ProofRole;
  env: EngineEnv;
  iceServers: () => Promise<RTCIceServer[]>;
  send: (signal: Signal) => void;
  /** The other side has to prove that it has the link. Null for a plain one. */
  linkKey: LinkKey | null;
  onConnection: (event: PeerConnectionEvent) => void;
  onProof: (event: ProofEvent) => void;
  /** The transfer takes over the channel. `early`: data of messages that have arrived for it. */
  onReleased: (channel: RTCDataChannel, early: readonly unknown[]) => void;
}

/** What a transfer opens beside its channel; nothing where it is not paced. */
export interface ConnectionOpeners {
  openMeasuringConnection?: OpenMeasuringConnection;
  openLane?: OpenLane;
}

export class FileConnection {
  readonly #options: FileConnectionOptions;
  readonly #end = new AbortController();
  /** Receiver: signals received before the ICE servers are known. */
  #early: Signal[] = [];
  #peer: PeerConnection | null = null;
  #openers: ConnectionOpeners = {};
  #channel: RTCDataChannel | null = null;
  #proof: ProofExchange | null = null;
  #isProven = false;
  #receipt: ReceiptExchange | null = null;

  constructor(options: FileConnectionOptions) {
    this.#options = options;
    void options.iceServers().then((servers) => this.#open(servers));
  }

  /** Null before the ICE servers are known. */
  get peer(): PeerConnection | null {
    return this.#peer;
  }

  get openers(): ConnectionOpeners {
    return this.#openers;
  }

  /** The link's key, once the other side has proven to have the link. */
  get provenKey(): LinkKey | null {
    return this.#isProven ? this.#options.linkKey : null;
  }

  receive(signal: Signal): void {
    if (this.#peer !== null) this.#peer.receive(signal);
    // What reaches a sender before its offer belongs to an earlier connection.
    else if (this.#options.role === 'receiver') pushBounded(this.#early, signal);
  }

  isChannelOpen(): boolean {
    return this.#peer?.isChannelOpen() === true;
  }

  isClosed(): boolean {
    return this.#end.signal.aborted;
  }

  /** Sender: the user's answer about a receiver without a proof. */
  answer(isAllowed: boolean): void {
    if (isAllowed) this.#proof?.allow();
    else this.#proof?.refuse();
  }

  /** After a verified delivery; without a proof there is no receipt. */
  exchangeReceipt(
    delivery: Pick<
      ReceiptExchangeOptions,
      'person' | 'facts' | 'observed' | 'onReceipt' | 'onClocksDiffer'
    >,
  ): void {
    const { role, env } = this.#options;
    const linkKey = this.provenKey;
    const channel = this.#channel;
    const transcript = this.#proof?.transcript() ?? null;
    if (this.isClosed() || linkKey === null || channel === null || transcript === null) return;
    const { clock } = env;
    this.#receipt = new ReceiptExchange({ ...delivery, role, channel, linkKey, transcript, clock });
    this.#receipt.start();
  }

  /** No event follows. */
  close(): void {
    this.#end.abort();
    this.#proof?.stop();
    this.#receipt?.stop();
    this.#peer?.close();
  }

  #open(loaded: RTCIceServer[]): void {
    if (this.isClosed()) return;
    const { role, env, send, iceServers: load } = this.#options;
    const iceServers = renewableIceServers(loaded, load, () => env.wallClock());
    const side = role === 'sender' ? 'offer' : 'answer';
    const onEvent = (event: PeerConnectionEvent): void => this.#onConnection(event);
    let peer: PeerConnection;
    try {
      peer = new PeerConnection({ role: side, iceServers, env, send, onEvent });
      this.#peer = peer;
      if (env.isPaced)
        this.#openers = {
          openMeasuringConnection: measuringConnectionOpener(side, env, iceServers),
          openLane: laneOpener(side, env, iceServers),
        };
      if (role === 'sender') peer.start();
    } catch (cause) {
      // WebRTC is disabled, too many connections are open, or a server's address is invalid.
      const code = role === 'sender' ? 'offer-failed' : 'offer-processing-failed';
      onEvent({ type: 'unreachable', error: toEngineError(cause, code) });
      return;
    }
    for (const signal of this.#early.splice(0)) peer.receive(signal);
  }

  #onConnection(event: PeerConnectionEvent): void {
    if (this.isClosed()) return;
    if (event.type === 'path') this.#proof?.setPath(event.isUp);
    const { linkKey, onConnection } = this.#options;
    onConnection(event);
    if (event.type !== 'channel-open' || this.isClosed()) return;
    this.#channel = event.channel;
    if (linkKey === null) this.#options.onReleased(event.channel, []);
    else this.#prove(event.channel, linkKey);
  }

  #prove(channel: RTCDataChannel, key: LinkKey): void {
    const { role, env } = this.#options;
    this.#proof = new ProofExchange({
      role,
      channel,
      key,
      clock: env.clock,
      nonce: env.randomId(),
      fingerprints: async () => (await this.#peer?.fingerprints()) ?? null,
      onEvent: (event) => this.#onProof(event, channel),
    });
    this.#proof.start();
  }

  #onProof(event: ProofEvent, channel: RTCDataChannel): void {
    if (this.isClosed()) return;
    if (event.type === 'proven') this.#isProven = true;
    this.#options.onProof(event);
    if (event.type === 'released' && !this.isClosed())
      this.#options.onReleased(channel, event.early);
  }
}
