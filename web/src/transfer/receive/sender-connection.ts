/** The receiver's connection to one sender, and the download on it. */

import type { Receipt } from '@tandem/proto/browser/http/receipt';
import type { PeerConnection, PeerConnectionEvent } from '../connection/peer-connection.js';
import { openFileConnection, type FileConnection } from '../lanes/file-connection.js';
import { pushBounded, type SdpPayload, type Signal } from '../signalling/messages.js';
import type { EngineEnv } from '../support/env.js';
import { toEngineError } from '../support/failures.js';
import type { Pause } from '../support/pause.js';
import type { RateSetting } from '../support/session.js';
import type { LinkKey } from '../trust/link/link-key.js';
import { ProofExchange, type ProofEvent } from '../trust/proof-exchange.js';
import { ReceiptExchange } from '../trust/receipt/receipt-exchange.js';
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
  onConnection: (event: PeerConnectionEvent) => void;
  onDownload: (event: DownloadEvent) => void;
}

export class SenderConnection {
  readonly #options: SenderConnectionOptions;
  #connection: FileConnection | null = null;
  #proof: ProofExchange | null = null;
  #download: Download | null = null;
  #receipt: ReceiptExchange | null = null;
  /** Signals received before the ICE servers are known. */
  #early: Signal[] = [];
  #limit: RateSetting;
  readonly #end = new AbortController();

  constructor(options: SenderConnectionOptions) {
    this.#options = options;
    this.#limit = options.limit;
    void options.iceServers().then((servers) => this.#open(servers));
  }

  get peer(): PeerConnection | null {
    return this.#connection?.peer ?? null;
  }

  receive(signal: Signal): void {
    if (this.peer === null) pushBounded(this.#early, signal);
    else this.peer.receive(signal);
  }

  /** Before the peer connection exists, every offer is queued and answered later. */
  isContinuedBy(offer: SdpPayload): boolean {
    return this.peer === null ? !this.#isClosed() : this.peer.isContinuedBy(offer);
  }

  isChannelOpen(): boolean {
    return this.peer?.isChannelOpen() === true;
  }

  /** Received bytes are not stored yet; the sender may be waiting for this device. */
  isStoring(): boolean {
    return this.#download?.isStoring() ?? false;
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
    this.#end.abort();
    this.#proof?.stop();
    this.#receipt?.stop();
    this.#download?.stop();
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
      this.#connection = openFileConnection({ role: 'answer', env, send, onEvent, loaded, load });
    } catch (cause) {
      // WebRTC is disabled, the page has too many connections, or the browser rejects a server address.
      onEvent({ type: 'unreachable', error: toEngineError(cause, 'offer-processing-failed') });
      return;
    }
    for (const signal of this.#early.splice(0)) this.#connection.peer.receive(signal);
  }

  #onConnection(event: PeerConnectionEvent): void {
    if (this.#isClosed()) return;
    if (event.type === 'path') this.#proof?.setPath(event.isUp);
    const { linkKey } = this.#options;
    if (event.type === 'channel-open' && linkKey !== null) {
      this.#prove(event, linkKey);
      return;
    }
    if (event.type === 'channel-open') this.#startTransfer(event.channel);
    this.#options.onConnection(event);
  }

  /** The session gets the channel after the proof. */
  #prove(opened: Extract<PeerConnectionEvent, { type: 'channel-open' }>, key: LinkKey): void {
    const { env, onConnection, onDownload } = this.#options;
    const { channel } = opened;
    const onEvent = (event: ProofEvent): void => {
      if (this.#isClosed()) return;
      switch (event.type) {
        case 'proven':
          onConnection(opened);
          return;
        case 'released':
          this.#startTransfer(channel, event.early);
          return;
        case 'refused':
          onDownload({ type: 'failed', error: event.error, isNotified: event.isNotified });
          return;
        // Only senders may continue without a proof.
        case 'unproven':
      }
    };
    this.#proof = new ProofExchange({
      role: 'receiver',
      channel,
      key,
      clock: env.clock,
      nonce: env.randomId(),
      fingerprints: async () => (await this.peer?.fingerprints()) ?? null,
      onEvent,
    });
    this.#proof.start();
  }

  #exchangeReceipt(channel: RTCDataChannel): void {
    const { env, file, linkKey, shareId, person, onReceipt } = this.#options;
    const delivered = this.#download?.delivered() ?? null;
    const transcript = this.#proof?.transcript() ?? null;
    if (linkKey === null || person === undefined || delivered === null || transcript === null)
      return;
    const completedAt = env.wallClock();
    this.#receipt = new ReceiptExchange({
      role: 'receiver',
      channel,
      linkKey,
      transcript,
      clock: env.clock,
      person,
      facts: { ...delivered, shareId, deliveryId: file.deliveryId() },
      observed: () => ({ startedAt: completedAt, completedAt, connectionType: 'unknown' }),
      onReceipt,
    });
    this.#receipt.start();
  }

  #startTransfer(channel: RTCDataChannel, early: readonly unknown[] = []): void {
    const { openSidePath = null, openLane = null } = this.#connection ?? {};
    const { env, file, isExpected, linkKey, person, pause } = this.#options;
    this.#download = new Download({
      channel,
      file,
      env,
      maxMessageBytes: this.peer?.maxMessageBytes() ?? 0,
      ...(openSidePath && { openSidePath }),
      ...(openLane && { openLane }),
      ...(isExpected && { isExpected }),
      ...(linkKey && { linkKey }),
      ...(person && { person }),
      pause,
      onEvent: (event) => {
        if (this.#isClosed()) return;
        // The listener must exist before the sender reads `transfer-complete`.
        if (event.type === 'completed') this.#exchangeReceipt(channel);
        this.#options.onDownload(event);
      },
    });
    this.#download.setLimit(this.#limit);
    this.#download.start(early);
    if (pause.isHere()) this.#download.statePause();
  }
}
