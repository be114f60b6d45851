/** The sender's connection to one recipient, with the upload on it. */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { PeerConnection, PeerConnectionEvent } from '../../connection/peer-connection.js';
import { FileConnection } from '../../lanes/file-connection.js';
import type { RateLimit } from '../../pacing/rate-limit.js';
import type { Signal } from '../../signalling/messages.js';
import type { EngineEnv } from '../../support/env.js';
import type { Pause } from '../../support/pause.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import type { ProofEvent } from '../../trust/proof-exchange.js';
import type { ReceiptExchangeOptions } from '../../trust/receipt/receipt-exchange.js';
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
  pause: Pause;
  onConnection: (event: PeerConnectionEvent) => void;
  onProof: (event: ProofEvent) => void;
  /** The channel is open, and the recipient has proven what it had to: the upload begins. */
  onReleased: () => void;
  onUpload: (event: UploadEvent) => void;
  onReceipt: (receipt: Receipt) => void;
}

export class RecipientConnection {
  readonly #options: RecipientConnectionOptions;
  readonly #connection: FileConnection;
  #upload: Upload | null = null;

  constructor(options: RecipientConnectionOptions) {
    this.#options = options;
    const { env, iceServers, send, linkKey, onConnection } = options;
    this.#connection = new FileConnection({
      role: 'sender',
      env,
      iceServers,
      send,
      linkKey,
      onConnection,
      onProof: (event) => this.#onProof(event),
      onReleased: (channel) => this.#startUpload(channel),
    });
  }

  get peer(): PeerConnection | null {
    return this.#connection.peer;
  }

  get upload(): Upload | null {
    return this.#upload;
  }

  receive(signal: Signal): void {
    this.#connection.receive(signal);
  }

  isChannelOpen(): boolean {
    return this.#connection.isChannelOpen();
  }

  /** The user's answer about a recipient without a proof. */
  answer(isAllowed: boolean): void {
    this.#connection.answer(isAllowed);
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
    const { source, shareId, person, onReceipt } = this.#options;
    if (this.#connection.provenKey === null || person === undefined) return;
    const { filename, fileType, totalBytes, blockBytes } = source;
    const digest = await source.fileDigest();
    const facts = { shareId, deliveryId, filename, fileType, totalBytes, blockBytes, digest };
    this.#connection.exchangeReceipt({ person, facts, observed, onReceipt });
  }

  close(): void {
    this.#upload?.stop();
    this.#connection.close();
  }

  #onProof(event: ProofEvent): void {
    const { isProofWaived, onProof } = this.#options;
    if (event.type === 'unproven' && isProofWaived) this.#connection.answer(true);
    else onProof(event);
  }

  #startUpload(channel: RTCDataChannel): void {
    const { peer, openers, provenKey } = this.#connection;
    const { source, acknowledged, ended, approved, limit, env, person } = this.#options;
    const { isRelayed, asksFirst, pause, onReleased, onUpload } = this.#options;
    onReleased();
    // Ended in that notification: an upload that begins now would have no one to stop it.
    if (this.#connection.isClosed()) return;
    this.#upload = new Upload({
      channel,
      source,
      acknowledged,
      ended,
      approved,
      limit,
      env,
      maxMessageBytes: peer?.maxMessageBytes() ?? 0,
      ...openers,
      isRelayed,
      ...(provenKey && { linkKey: provenKey }),
      ...(person && { person }),
      pause,
      isHeld: asksFirst,
      onEvent: onUpload,
    });
    if (pause.isHere()) this.#upload.statePause();
    this.#upload.start();
  }
}
