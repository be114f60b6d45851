/** The receiver's connection to one sender, and the download on it. */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { PeerConnection, PeerConnectionEvent } from '../connection/peer-connection.js';
import { FileConnection } from '../lanes/file-connection.js';
import type { SdpPayload, Signal } from '../signalling/messages.js';
import type { EngineEnv } from '../support/env.js';
import type { Pause } from '../support/pause.js';
import type { RateSetting } from '../support/session.js';
import type { LinkKey } from '../trust/link/link-key.js';
import type { ProofEvent } from '../trust/proof-exchange.js';
import type { Person } from '../trust/receipt/receipt-statement.js';
import type { DownloadEvent, OfferedFile } from './download/download-options.js';
import { Download } from './download/download.js';
import type { ReceivedFile } from './received-file.js';

export interface SenderConnectionOptions {
  env: EngineEnv;
  file: ReceivedFile;
  iceServers: () => Promise<RTCIceServer[]>;
  send: (signal: Signal) => void;
  /** Key of a protected link: the sender must prove that it has the link. */
  linkKey: LinkKey | null;
  isExpected?: (file: OfferedFile) => boolean;
  shareId: string;
  /** Named in the receipt; without it there is none. */
  person?: Person;
  /** Of the transfer, over all connections. */
  pause: Pause;
  /** Until `setLimit`. */
  limit: RateSetting;
  onReceipt: (receipt: Receipt) => void;
  /** See `ReceiptExchangeOptions`. */
  onClocksDiffer: () => void;
  onConnection: (event: Exclude<PeerConnectionEvent, { type: 'channel-open' }>) => void;
  /** The channel is open, and the sender has proven what it had to. */
  onOpen: () => void;
  onDownload: (event: DownloadEvent) => void;
}

export class SenderConnection {
  readonly #options: SenderConnectionOptions;
  readonly #connection: FileConnection;
  #download: Download | null = null;
  #limit: RateSetting;

  constructor(options: SenderConnectionOptions) {
    this.#options = options;
    this.#limit = options.limit;
    const { env, iceServers, send, linkKey, onConnection } = options;
    this.#connection = new FileConnection({
      role: 'receiver',
      env,
      iceServers,
      send,
      linkKey,
      onConnection: (event) => {
        if (event.type !== 'channel-open') onConnection(event);
      },
      onProof: (event) => this.#onProof(event),
      onReleased: (channel, early) => this.#onReleased(channel, early),
    });
  }

  get peer(): PeerConnection | null {
    return this.#connection.peer;
  }

  receive(signal: Signal): void {
    this.#connection.receive(signal);
  }

  /** Before the peer connection exists, every offer is queued and answered later. */
  isContinuedBy(offer: SdpPayload): boolean {
    return this.peer === null ? !this.#connection.isClosed() : this.peer.isContinuedBy(offer);
  }

  isChannelOpen(): boolean {
    return this.#connection.isChannelOpen();
  }

  /** This device stores or reads back; the sender may be waiting for it. */
  isDiskBusy(): boolean {
    return this.#download?.isDiskBusy() ?? false;
  }

  bytesReceived(): number {
    return this.#download?.bytesReceived() ?? 0;
  }

  /** Connections that carry the file. */
  lanes(): number {
    return this.#download?.lanes() ?? 1;
  }

  isWindowFull(): boolean {
    return this.#download?.isWindowFull() ?? false;
  }

  setLimit(setting: RateSetting): void {
    this.#limit = setting;
    this.#download?.setLimit(setting);
  }

  /** The user has paused or resumed the transfer. */
  statePause(): void {
    this.#download?.statePause();
  }

  /** Closes now if no message to the sender is pending; a channel that opens later is ignored. */
  cancel(reason: string): void {
    if (this.#download?.cancel(reason) !== true) this.close();
  }

  close(): void {
    this.#download?.stop();
    this.#connection.close();
  }

  #onProof(event: ProofEvent): void {
    const { onOpen, onDownload } = this.#options;
    if (event.type === 'proven') onOpen();
    else if (event.type === 'refused')
      onDownload({ type: 'failed', error: event.error, isNotified: event.isNotified });
  }

  #onReleased(channel: RTCDataChannel, early: readonly unknown[]): void {
    this.#startDownload(channel, early);
    // Over a protected link it was open with the proof, before the description of the file.
    if (this.#options.linkKey === null) this.#options.onOpen();
  }

  #exchangeReceipt(): void {
    const { env, file, shareId, person, onReceipt, onClocksDiffer } = this.#options;
    const delivered = this.#download?.delivered() ?? null;
    if (person === undefined || delivered === null) return;
    const completedAt = env.wallClock();
    this.#connection.exchangeReceipt({
      person,
      facts: { ...delivered, shareId, deliveryId: file.deliveryId() },
      observed: () => ({ startedAt: completedAt, completedAt, connectionType: 'unknown' }),
      onReceipt,
      onClocksDiffer,
    });
  }

  #startDownload(channel: RTCDataChannel, early: readonly unknown[]): void {
    const { peer, openers, provenKey } = this.#connection;
    const { env, file, isExpected, person, pause } = this.#options;
    this.#download = new Download({
      channel,
      file,
      env,
      maxMessageBytes: peer?.maxMessageBytes() ?? 0,
      ...openers,
      ...(isExpected && { isExpected }),
      ...(provenKey && { linkKey: provenKey }),
      ...(person && { person }),
      pause,
      onEvent: (event) => {
        if (this.#connection.isClosed()) return;
        // The listener must exist before the sender reads `transfer-complete`.
        if (event.type === 'completed') this.#exchangeReceipt();
        this.#options.onDownload(event);
      },
    });
    this.#download.setLimit(this.#limit);
    this.#download.start(early);
    if (pause.isHere()) this.#download.statePause();
  }
}
