/**
 * One peer connection with its data channel. After a lost path the offering side restarts ICE on the same connection,
 * so that the channel and everything queued on it survive. When that has no effect the connection is `unreachable`,
 * and its owner makes a new one.
 */

import type { SdpPayload, Signal } from '../signalling/messages.js';
import {
  channelLabel,
  channelOpenDeadlineMs,
  maxRestarts,
  messageLimitBytes,
  minMessageBytes,
} from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import { engineError, toEngineError, type EngineError } from '../support/failures.js';
import { readFingerprints } from '../trust/fingerprints.js';
import type { Fingerprints } from '../trust/peer-proof.js';
import { IceRestart } from './ice-restart.js';
import type { IceServers } from './ice-servers.js';
import { Negotiation } from './negotiation.js';
import { readConnectionStats, unknownConnection, type ConnectionStats } from './stats.js';

export type PeerConnectionEvent =
  | { type: 'channel-open'; channel: RTCDataChannel }
  /** `error`: `channel-error` after an error event of the channel, otherwise `peer-unreachable`. */
  | { type: 'channel-closed'; error: EngineError }
  /** The path is interrupted or restored; the channel still exists. */
  | { type: 'path'; isUp: boolean }
  /** The connection cannot be established or restored. */
  | { type: 'unreachable'; error: EngineError };

export interface PeerConnectionOptions {
  role: 'offer' | 'answer';
  iceServers: IceServers;
  env: EngineEnv;
  send: (signal: Signal) => void;
  onEvent: (event: PeerConnectionEvent) => void;
  /** Its one channel; the file's own when absent. */
  channel?: { label: string; init: RTCDataChannelInit };
  /** ICE restarts in a row before the connection is unreachable; those of the file's own when absent. */
  maxRestarts?: number;
}

const fileChannel = { label: channelLabel, init: { ordered: true } };

/**
 * SCTP cause of the ABORT that `RTCPeerConnection.close()` sends:
 * https://www.rfc-editor.org/rfc/rfc9260#section-3.3.10.12
 */
const userInitiatedAbort = 12;

/** Closing the remote connection also fires `error`, before `close`: https://github.com/w3c/webrtc-pc/issues/2984 */
const isRemoteClose = (event: Event): boolean => {
  const { error } = event as Partial<RTCErrorEvent>;
  return error?.sctpCauseCode === userInitiatedAbort;
};

export class PeerConnection {
  readonly #options: PeerConnectionOptions;
  readonly #peer: RTCPeerConnection;
  readonly #closed = new AbortController();
  readonly #negotiation: Negotiation;
  readonly #iceRestart: IceRestart;
  readonly #openTimer: TimerId;
  #channel: RTCDataChannel | null = null;
  #isUp = false;
  /** That candidates are gathered with. */
  #servers: RTCIceServer[];

  constructor(options: PeerConnectionOptions) {
    const { role, env, send, iceServers } = options;
    this.#options = options;
    this.#servers = iceServers.current();
    this.#peer = env.createPeerConnection({ iceServers: this.#servers });
    this.#negotiation = new Negotiation({
      role,
      peer: this.#peer,
      env,
      signal: this.#closed.signal,
      send,
      onFailure: (failure) => this.#fail(toEngineError(failure)),
      isUp: () => this.#isUp,
      renewServers: () => this.#renewServers(),
    });
    this.#iceRestart = new IceRestart({
      role,
      clock: env.clock,
      maxRestarts: options.maxRestarts ?? maxRestarts,
      restart: () => this.#negotiation.offer(true),
      onUnreachable: () => this.#fail(engineError('peer-unreachable')),
    });
    this.#peer.oniceconnectionstatechange = () => this.#onIceState();
    this.#peer.ondatachannel = ({ channel }) => {
      const { label } = options.channel ?? fileChannel;
      const isExpected = role === 'answer' && channel.label === label;
      if (isExpected && this.#channel === null) this.#attach(channel);
    };
    this.#openTimer = env.clock.setTimeout(() => {
      this.#fail(engineError('peer-unreachable'));
    }, channelOpenDeadlineMs);
  }

  /** Offering side: create the channel and send the offer. */
  start(): void {
    const { label, init } = this.#options.channel ?? fileChannel;
    this.#attach(this.#peer.createDataChannel(label, init));
    this.#negotiation.offer(false);
  }

  receive(signal: Signal): void {
    this.#negotiation.receive(signal);
  }

  /** True when the offer continues this connection; false when it starts another one. */
  isContinuedBy(offer: SdpPayload): boolean {
    return this.#negotiation.isContinuedBy(offer);
  }

  isChannelOpen(): boolean {
    return !this.#isClosed() && this.#channel?.readyState === 'open';
  }

  /**
   * Of an open connection; null when one of the certificates cannot be determined. On a busy machine Chromium may open
   * the channel before `setRemoteDescription` resolves, and until then `remoteDescription` is null.
   */
  async fingerprints(): Promise<Fingerprints | null> {
    const { role, env } = this.#options;
    const proofRole = role === 'offer' ? 'sender' : 'receiver';
    await this.#negotiation.settled();
    return readFingerprints(this.#peer, proofRole, (bytes) => env.sha256(bytes));
  }

  /** Bytes per message that both SCTP stacks accept, header included. */
  maxMessageBytes(): number {
    const negotiated = this.#peer.sctp?.maxMessageSize ?? messageLimitBytes;
    return Math.max(minMessageBytes, Math.min(negotiated, messageLimitBytes));
  }

  /** Never rejects. */
  async stats(): Promise<ConnectionStats> {
    try {
      return readConnectionStats(await this.#peer.getStats());
    } catch {
      return unknownConnection;
    }
  }

  /** Signalling works again, and the other side is in the room. */
  onReachable(): void {
    if (!this.#isClosed()) this.#iceRestart.onReachable();
  }

  close(): void {
    if (this.#isClosed()) return;
    this.#closed.abort();
    this.#options.env.clock.clearTimeout(this.#openTimer);
    this.#iceRestart.stop();
    this.#peer.close();
  }

  #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  #fail(error: EngineError): void {
    if (this.#isClosed()) return;
    this.close();
    this.#options.onEvent({ type: 'unreachable', error });
  }

  #attach(channel: RTCDataChannel): void {
    this.#channel = channel;
    channel.binaryType = 'arraybuffer';
    let error = engineError('peer-unreachable');
    const onOpen = (): void => {
      this.#options.env.clock.clearTimeout(this.#openTimer);
      if (!this.#isClosed()) this.#options.onEvent({ type: 'channel-open', channel });
    };
    channel.addEventListener('error', (event) => {
      if (!isRemoteClose(event)) error = engineError('channel-error');
    });
    channel.addEventListener('close', () => {
      if (!this.#isClosed()) this.#options.onEvent({ type: 'channel-closed', error });
    });
    if (channel.readyState === 'open') onOpen();
    else channel.addEventListener('open', onOpen, { once: true });
  }

  #onIceState(): void {
    if (this.#isClosed()) return;
    switch (this.#peer.iceConnectionState) {
      case 'connected':
      case 'completed':
        this.#iceRestart.onConnected();
        this.#setPath(true);
        return;
      case 'disconnected':
        this.#iceRestart.onDisconnected();
        this.#setPath(false);
        return;
      case 'failed':
        this.#iceRestart.onFailed();
        this.#setPath(false);
        return;
      case 'new':
      case 'checking':
      case 'closed':
    }
  }

  async #renewServers(): Promise<void> {
    const servers = await this.#options.iceServers.renew();
    if (this.#isClosed() || servers === this.#servers) return;
    this.#servers = servers;
    this.#peer.setConfiguration({ iceServers: servers });
  }

  #setPath(isUp: boolean): void {
    if (isUp === this.#isUp || this.#isClosed()) return;
    this.#isUp = isUp;
    this.#options.onEvent({ type: 'path', isUp });
  }
}
