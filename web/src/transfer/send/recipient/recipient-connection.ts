/** The sender's connection to one recipient, with the proof, the upload and the receipt on it. */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { PeerConnection, PeerConnectionEvent } from '../../connection/peer-connection.js';
import { openFileConnection, type FileConnection } from '../../lanes/file-connection.js';
import type { RateLimit } from '../../pacing/rate-limit.js';
import type { Signal } from '../../signalling/messages.js';
import type { EngineEnv } from '../../support/env.js';
import { toEngineError } from '../../support/failures.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import { ProofExchange, type ProofEvent } from '../../trust/proof-exchange.js';
import {
  ReceiptExchange,
  type ReceiptExchangeOptions,
} from '../../trust/receipt/receipt-exchange.js';
import type { Person } from '../../trust/receipt/receipt-statement.js';
import type { Acknowledged } from '../acknowledged.js';
import type { DeliverySet } from '../delivery-set.js';
import type { FileSource } from '../source/file-source.js';
import type { UploadEvent } from '../upload/upload-options.js';
import { Upload } from '../upload/upload.js';

/** What the connections to one recipient have in common. */
export interface RecipientContext {
  shareId: string;
  source: FileSource;
  acknowledged: Acknowledged;
  /** Deliveries that the user has ended. */
  ended: DeliverySet;
  /** Deliveries that the user has approved and that have not ended. Peer ids come from the server and prove nothing. */
  approved: DeliverySet;
  limit: RateLimit;
  /** The recipient has to prove that it has the link. Null when this device cannot make the link. */
  linkKey: LinkKey | null;
  /** The sender, as the receipt and the recipient's page name them; without it there is no receipt. */
  person?: Person;
  env: EngineEnv;
  iceServers: () => Promise<RTCIceServer[]>;
  send: (signal: Signal) => void;
}

export interface RecipientConnectionOptions extends RecipientContext {
  /** The user has allowed the recipient without a proof. */
  isProofWaived: boolean;
  isRelayed: () => boolean;
  /** The upload begins with a question, unless its delivery is approved. */
  asksFirst: boolean;
  /** When the upload begins: the user has paused the share. */
  isPaused: () => boolean;
  onConnection: (event: PeerConnectionEvent) => void;
  onProof: (event: ProofEvent) => void;
  /** The channel is open, and the recipient has proven what it had to: the upload begins. */
  onReleased: () => void;
  onUpload: (event: UploadEvent) => void;
  onReceipt: (receipt: Receipt) => void;
}

export class RecipientConnection {
  readonly #options: RecipientConnectionOptions;
  #connection: FileConnection | null = null;
  #channel: RTCDataChannel | null = null;
  #proof: ProofExchange | null = null;
  #isProven = false;
  #upload: Upload | null = null;
  #receipt: ReceiptExchange | null = null;
  /** Events after it are ignored. */
  readonly #end = new AbortController();

  constructor(options: RecipientConnectionOptions) {
    this.#options = options;
    void options.iceServers().then((servers) => this.#open(servers));
  }

  get peer(): PeerConnection | null {
    return this.#connection?.peer ?? null;
  }

  get upload(): Upload | null {
    return this.#upload;
  }

  receive(signal: Signal): void {
    this.peer?.receive(signal);
  }

  isChannelOpen(): boolean {
    return this.peer?.isChannelOpen() === true;
  }

  /** The user's answer about a recipient without a proof. */
  answer(isAllowed: boolean): void {
    if (isAllowed) this.#proof?.allow();
    else this.#proof?.refuse();
  }

  /** @returns whether a message about it is queued: the connection must stay open for it. */
  cancel(reason: string): boolean {
    return this.#upload?.cancel(reason) === true;
  }

  /** After a verified delivery to a recipient with a proof, while this side waits for the recipient to close. */
  async exchangeReceipt(
    deliveryId: string,
    observed: ReceiptExchangeOptions['observed'],
  ): Promise<void> {
    const { source, shareId, env, linkKey, person, onReceipt } = this.#options;
    const channel = this.#channel;
    const transcript = this.#proof?.transcript() ?? null;
    if (!this.#isProven || linkKey === null || person === undefined) return;
    if (channel === null || transcript === null) return;
    const { filename, fileType, totalBytes, blockBytes } = source;
    const digest = await source.fileDigest();
    if (this.#isClosed()) return;
    this.#receipt = new ReceiptExchange({
      role: 'sender',
      channel,
      linkKey,
      transcript,
      clock: env.clock,
      person,
      facts: { shareId, deliveryId, filename, fileType, totalBytes, blockBytes, digest },
      observed,
      onReceipt,
    });
    this.#receipt.start();
  }

  close(): void {
    this.#end.abort();
    this.#proof?.stop();
    this.#receipt?.stop();
    this.#upload?.stop();
    this.peer?.close();
  }

  #isClosed(): boolean {
    return this.#end.signal.aborted;
  }

  #open(loaded: RTCIceServer[]): void {
    if (this.#isClosed()) return;
    const { env, send } = this.#options;
    const load = this.#options.iceServers;
    const onEvent = (event: PeerConnectionEvent): void => this.#onConnection(event);
    try {
      this.#connection = openFileConnection({ role: 'offer', env, send, onEvent, loaded, load });
      this.#connection.peer.start();
    } catch (cause) {
      // WebRTC is disabled, too many connections are open, or a server URL is invalid.
      onEvent({ type: 'unreachable', error: toEngineError(cause, 'offer-failed') });
    }
  }

  #onConnection(event: PeerConnectionEvent): void {
    if (this.#isClosed()) return;
    if (event.type === 'path') this.#proof?.setPath(event.isUp);
    const { linkKey, onConnection } = this.#options;
    onConnection(event);
    if (event.type !== 'channel-open') return;
    if (linkKey === null) this.#startUpload(event.channel);
    else this.#prove(event.channel, linkKey);
  }

  #prove(channel: RTCDataChannel, key: LinkKey): void {
    const { env } = this.#options;
    this.#proof = new ProofExchange({
      role: 'sender',
      channel,
      key,
      clock: env.clock,
      nonce: env.randomId(),
      fingerprints: async () => (await this.peer?.fingerprints()) ?? null,
      onEvent: (event) => this.#onProof(event, channel),
    });
    this.#proof.start();
  }

  #onProof(event: ProofEvent, channel: RTCDataChannel): void {
    const { isProofWaived, onProof } = this.#options;
    if (event.type === 'unproven' && isProofWaived) {
      this.#proof?.allow();
      return;
    }
    if (event.type === 'proven') this.#isProven = true;
    onProof(event);
    if (event.type === 'released') this.#startUpload(channel);
  }

  #startUpload(channel: RTCDataChannel): void {
    const { openSidePath = null, openLane = null } = this.#connection ?? {};
    const { source, acknowledged, ended, approved, limit, env, linkKey, person } = this.#options;
    const { isRelayed, asksFirst, isPaused, onReleased, onUpload } = this.#options;
    this.#channel = channel;
    onReleased();
    this.#upload = new Upload({
      channel,
      source,
      acknowledged,
      ended,
      approved,
      limit,
      env,
      maxMessageBytes: this.peer?.maxMessageBytes() ?? 0,
      ...(openSidePath && { openSidePath }),
      ...(openLane && { openLane }),
      isRelayed,
      ...(linkKey !== null && this.#isProven && { linkKey }),
      ...(person && { person }),
      isHeld: asksFirst,
      onEvent: onUpload,
    });
    if (isPaused()) this.#upload.setPaused(true);
    this.#upload.start();
  }
}
