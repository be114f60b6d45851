/** Receiver's shell around its connection to one sender, and the transfer on it. */
import type { EngineEnv } from '../support/env.js';
import { engineError } from '../support/failures.js';
import { Incoming, type IncomingEvent } from './download.js';
import { PeerConnection, type PeerConnectionEvent } from '../connection/peer-connection.js';
import type { ReceivedFile } from './received-file.js';
import { pushBounded, type SdpPayload, type Signal } from '../signalling/messages.js';

export interface ReceiverLinkOptions {
  env: EngineEnv;
  file: ReceivedFile;
  iceServers: () => Promise<RTCIceServer[]>;
  send: (signal: Signal) => void;
  onLink: (event: PeerConnectionEvent) => void;
  onIncoming: (event: IncomingEvent) => void;
}

export class ReceiverLink {
  readonly #options: ReceiverLinkOptions;
  #link: PeerConnection | null = null;
  #incoming: Incoming | null = null;
  /** Signals that came before the ICE servers did. */
  #early: Signal[] = [];
  #isPauseWanted = false;
  #isClosed = false;

  constructor(options: ReceiverLinkOptions) {
    this.#options = options;
    void options.iceServers().then((servers) => this.#open(servers));
  }

  get peerLink(): PeerConnection | null {
    return this.#link;
  }

  receive(signal: Signal): void {
    if (this.#link === null) pushBounded(this.#early, signal);
    else this.#link.receive(signal);
  }

  /** Before the connection exists, a repeated offer is just another one to answer. */
  isContinuedBy(offer: SdpPayload): boolean {
    return this.#link === null ? !this.#isClosed : this.#link.isContinuedBy(offer);
  }

  isChannelOpen(): boolean {
    return this.#link?.isChannelOpen() === true;
  }

  bytesReceived(): number {
    return this.#incoming?.bytesReceived() ?? 0;
  }

  setPaused(isPaused: boolean): void {
    this.#isPauseWanted = isPaused;
    this.#incoming?.setPaused(isPaused);
  }

  /** Without anybody to tell there is nothing to wait for: a channel that opens now must find nobody. */
  cancel(reason: string): void {
    if (this.#incoming?.cancel(reason) !== true) this.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#incoming?.stop();
    this.#link?.close();
  }

  #open(iceServers: RTCIceServer[]): void {
    if (this.#isClosed) return;
    const { env, send } = this.#options;
    const onEvent = (event: PeerConnectionEvent): void => this.#onLink(event);
    try {
      this.#link = new PeerConnection({ role: 'answer', iceServers, env, send, onEvent });
    } catch {
      // Switched off, too many of them, a server address that the browser does not take.
      onEvent({ type: 'unreachable', error: engineError('offer-processing-failed') });
      return;
    }
    for (const signal of this.#early.splice(0)) this.#link.receive(signal);
  }

  #onLink(event: PeerConnectionEvent): void {
    if (this.#isClosed) return;
    if (event.type === 'channel-open') this.#startTransfer(event.channel);
    this.#options.onLink(event);
  }

  #startTransfer(channel: RTCDataChannel): void {
    const { env, file } = this.#options;
    this.#incoming = new Incoming({
      channel,
      file,
      env,
      maxMessageBytes: this.#link?.maxMessageBytes() ?? 0,
      onEvent: (event) => {
        if (!this.#isClosed) this.#options.onIncoming(event);
      },
    });
    this.#incoming.start();
    if (this.#isPauseWanted) this.#incoming.setPaused(true);
  }
}
