/**
 * One peer connection to one counterpart, kept alive. ICE `disconnected` for 5 s, or `failed`: the offering
 * side restarts ICE on the same connection, so the data channel and everything queued on it survive. Only
 * when that stays without effect is the link given up (`unreachable`) and the session makes a new one.
 */
import {
  CHANNEL_LABEL,
  CHANNEL_OPEN_DEADLINE_MS,
  MAX_MESSAGE_BYTES,
  MIN_MESSAGE_BYTES,
} from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import { IceRestart } from './ice-restart.js';
import { readConnectionStats, UNKNOWN_CONNECTION, type ConnectionStats } from './stats.js';
import { engineError, toEngineError, type EngineError } from '../support/failures.js';
import { Negotiation } from './negotiation.js';
import type { SdpPayload, Signal } from '../signalling/messages.js';

export type PeerConnectionEvent =
  | { type: 'channel-open'; channel: RTCDataChannel }
  | { type: 'channel-closed' }
  /** The path is interrupted or back; the channel is still there. */
  | { type: 'path'; isUp: boolean }
  /** Nothing helps: make a new link. */
  | { type: 'unreachable'; error: EngineError };

export interface PeerConnectionOptions {
  role: 'offer' | 'answer';
  iceServers: RTCIceServer[];
  env: EngineEnv;
  send: (signal: Signal) => void;
  onEvent: (event: PeerConnectionEvent) => void;
}

export class PeerConnection {
  readonly #options: PeerConnectionOptions;
  readonly #peer: RTCPeerConnection;
  readonly #sdp: Negotiation;
  readonly #recovery: IceRestart;
  readonly #openTimer: TimerId;
  #channel: RTCDataChannel | null = null;
  #isUp = false;
  #isClosed = false;

  constructor(options: PeerConnectionOptions) {
    const { role, env, send, iceServers } = options;
    this.#options = options;
    this.#peer = env.createPeerConnection({ iceServers });
    this.#sdp = new Negotiation({
      role,
      peer: this.#peer,
      env,
      send,
      onFailure: (failure) => this.#giveUp(toEngineError(failure)),
      isUp: () => this.#isUp,
    });
    this.#recovery = new IceRestart({
      role,
      clock: env.clock,
      onRestart: () => this.#sdp.offer(true),
      onGiveUp: () => this.#giveUp(engineError('peer-unreachable')),
    });
    this.#peer.oniceconnectionstatechange = () => this.#onIceState();
    this.#peer.ondatachannel = ({ channel }) => {
      const isOurs = role === 'answer' && channel.label === CHANNEL_LABEL;
      if (isOurs && this.#channel === null) this.#adopt(channel);
    };
    this.#openTimer = env.clock.setTimeout(() => {
      this.#giveUp(engineError('peer-unreachable'));
    }, CHANNEL_OPEN_DEADLINE_MS);
  }

  /** Offering side: open the channel and send the offer. */
  start(): void {
    this.#adopt(this.#peer.createDataChannel(CHANNEL_LABEL, { ordered: true }));
    this.#sdp.offer(false);
  }

  receive(signal: Signal): void {
    this.#sdp.receive(signal);
  }

  isContinuedBy(offer: SdpPayload): boolean {
    return !this.#isClosed && this.#sdp.isContinuedBy(offer);
  }

  isChannelOpen(): boolean {
    return !this.#isClosed && this.#channel?.readyState === 'open';
  }

  /** Bytes per message that both SCTP stacks take, header included. */
  maxMessageBytes(): number {
    const agreed = this.#peer.sctp?.maxMessageSize ?? MAX_MESSAGE_BYTES;
    return Math.max(MIN_MESSAGE_BYTES, Math.min(agreed, MAX_MESSAGE_BYTES));
  }

  /** Never rejects. */
  async stats(): Promise<ConnectionStats> {
    try {
      // The DOM types know no iterator for this map.
      return readConnectionStats((await this.#peer.getStats()) as Iterable<[string, unknown]>);
    } catch {
      return UNKNOWN_CONNECTION;
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.env.clock.clearTimeout(this.#openTimer);
    this.#recovery.stop();
    this.#sdp.stop();
    this.#peer.close();
  }

  #giveUp(error: EngineError): void {
    if (this.#isClosed) return;
    this.close();
    this.#options.onEvent({ type: 'unreachable', error });
  }

  #adopt(channel: RTCDataChannel): void {
    this.#channel = channel;
    channel.binaryType = 'arraybuffer';
    const onOpen = (): void => {
      this.#options.env.clock.clearTimeout(this.#openTimer);
      if (!this.#isClosed) this.#options.onEvent({ type: 'channel-open', channel });
    };
    channel.addEventListener('close', () => {
      if (!this.#isClosed) this.#options.onEvent({ type: 'channel-closed' });
    });
    if (channel.readyState === 'open') onOpen();
    else channel.addEventListener('open', onOpen, { once: true });
  }

  #onIceState(): void {
    if (this.#isClosed) return;
    switch (this.#peer.iceConnectionState) {
      case 'connected':
      case 'completed':
        this.#recovery.onUp();
        this.#setPath(true);
        return;
      case 'disconnected':
        this.#setPath(false);
        this.#recovery.onDisconnected();
        return;
      case 'failed':
        this.#setPath(false);
        this.#recovery.onFailed();
        return;
      case 'new':
      case 'checking':
      case 'closed':
    }
  }

  #setPath(isUp: boolean): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#options.onEvent({ type: 'path', isUp });
  }
}
