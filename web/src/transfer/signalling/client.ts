/**
 * The web socket to the signalling server, with keep-alive and reconnects. A running transfer does not depend on it.
 *
 *     client                              server
 *       │ join {password | grant | –}  ──▶ │
 *       │ ◀──────────  joined {role,peers} │        or: error, close ≥ 4000
 *       │ offer / answer / ice-candidate ⇄ │        to and from one peer
 *       │ ping, every 25 s             ──▶ │ echoed; without an answer in 10 s the socket is dead (3 s for a probe)
 */

import type { ClientFrame, JoinFrame } from '@tandem/proto/browser/ws/frames';
import {
  connectTimeoutMs,
  iosPingIntervalMs,
  pingIntervalMs,
  pongTimeoutMs,
  probeTimeoutMs,
} from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import {
  engineError,
  EngineFailure,
  toEngineError,
  type EngineError,
} from '../support/failures.js';
import type { JoinCredentials } from '../support/session.js';
import {
  initialClient,
  isProbing,
  nextClient,
  refusalOf,
  type ClientInput,
  type ClientState,
} from './client.state.js';
import { explainClose, readRefusal } from './close-codes.js';
import { parseServerFrame, type Peer, type ServerFrame, type Signal } from './messages.js';
import { closeServiceRestart, drainDelayMs, reconnectDelayMs } from './reconnect-policy.js';
import { queueSignal, type QueuedSignal } from './signal-queue.js';

export type SignallingEvent =
  | { type: 'joined'; peers: Peer[] }
  | { type: 'peer-joined' | 'peer-left'; peer: Peer }
  | { type: 'signal'; from: string; signal: Signal }
  | { type: 'retrying'; attempt: number }
  /** A final refusal, or the attempts are used up; after the latter `reconnectNow` or `probe` starts again. */
  | { type: 'failed'; error: EngineError };

export interface SignallingOptions {
  url: string;
  shareId: string;
  /** 128 random bits; kept over reconnects. */
  peerId: string;
  credentials: JoinCredentials;
  env: EngineEnv;
  /** Starts a W3C trace; its header value goes into the join frame. */
  newTraceparent?: (() => string) | undefined;
  onEvent: (event: SignallingEvent) => void;
}

/** The share id in the URL lets a load balancer route both peers to one server. */
const signallingUrlFor = (url: string, shareId: string): string => {
  const full = new URL(url);
  full.searchParams.set('share', shareId);
  return full.toString();
};

type JoinProof = Pick<JoinFrame, 'password' | 'grant'>;

const proofOf = async (credentials: JoinCredentials): Promise<JoinProof> => {
  switch (credentials.kind) {
    case 'cookie':
      return {};
    case 'password':
      return { password: credentials.password };
    case 'grant':
      return { grant: await credentials.grant() };
  }
};

/** A frame without the ids of this client, which are added to every frame. */
type Unaddressed<Frame> = Frame extends unknown ? Omit<Frame, 'shareId' | 'peerId'> : never;

type TimerName = 'connect' | 'ping' | 'pong' | 'probe' | 'retry';
const socketOpen = 1;

export class SignallingClient {
  readonly #options: SignallingOptions;
  readonly #timers = new Map<TimerName, TimerId>();
  #state: ClientState = initialClient;
  #socket: WebSocket | null = null;
  #queued: readonly QueuedSignal[] = [];

  constructor(options: SignallingOptions) {
    this.#options = options;
  }

  connect(): void {
    this.#apply({ type: 'connect' });
    if (this.#isEnded()) return;
    this.#dropSocket();
    const { env, url, shareId } = this.#options;
    const socket = env.createSocket(signallingUrlFor(url, shareId));
    this.#socket = socket;
    this.#startTimer('connect', connectTimeoutMs, () => this.#onLost());
    // `error` needs no handler: `close` always follows it and carries the code.
    socket.onopen = () => void this.#join(socket);
    socket.onmessage = ({ data }: MessageEvent) => this.#onFrame(data);
    socket.onclose = ({ code }) => this.#onClose(code);
  }

  /** Send now, or after the next join. */
  send(signal: Signal, to: string): void {
    if (this.isJoined()) this.#transmitSignal(signal, to);
    else if (!this.#isEnded() && !this.isExhausted())
      this.#queued = queueSignal(this.#queued, { signal, to });
  }

  /** The page or the network is back: reconnect without waiting for the next attempt. */
  reconnectNow(): void {
    if (this.isJoined()) this.probe();
    else this.connect();
  }

  isJoined(): boolean {
    return this.#state.phase === 'joined';
  }

  /** All attempts are used up; `reconnectNow` and `probe` start again. */
  isExhausted(): boolean {
    return this.#state.phase === 'exhausted';
  }

  /**
   * Checks a socket that may be dead, and reconnects when the ping is not answered. A socket that lost its network
   * reports nothing for minutes, and an ICE restart needs a working one.
   */
  probe(): void {
    if (this.isExhausted()) this.connect();
    if (!this.isJoined() || isProbing(this.#state)) return;
    this.#apply({ type: 'probe' });
    this.#transmit({ type: 'ping' });
    this.#startTimer('probe', probeTimeoutMs, () => this.connect());
  }

  close(): void {
    this.#apply({ type: 'end' });
    this.#dropSocket();
  }

  #apply(input: ClientInput): void {
    this.#state = nextClient(this.#state, input);
  }

  #isEnded(): boolean {
    return this.#state.phase === 'ended';
  }

  #startTimer(name: TimerName, delayMs: number, act: () => void): void {
    const { clock } = this.#options.env;
    clock.clearTimeout(this.#timers.get(name));
    this.#timers.set(name, clock.setTimeout(act, delayMs));
  }

  #stopTimer(name: TimerName): void {
    this.#options.env.clock.clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  #transmit(frame: Unaddressed<ClientFrame>): void {
    const { shareId, peerId } = this.#options;
    if (this.#socket?.readyState !== socketOpen) return;
    this.#socket.send(JSON.stringify({ shareId, peerId, ...frame }));
  }

  /** The payload is last: the server parses what precedes it once for consecutive signals of a type. */
  #transmitSignal(signal: Signal, to: string): void {
    this.#transmit({ to, ...signal });
  }

  /** Detach from the socket and close it. */
  #dropSocket(): void {
    const old = this.#socket;
    this.#socket = null;
    if (old !== null) old.onopen = old.onmessage = old.onclose = null;
    for (const name of ['connect', 'ping', 'pong', 'probe', 'retry'] as const)
      this.#stopTimer(name);
    old?.close();
  }

  #fail(error: EngineError): void {
    if (this.#isEnded()) return;
    this.close();
    this.#options.onEvent({ type: 'failed', error });
  }

  /** @param delayMs before the given attempt. */
  #abandonSocket(input: ClientInput, delayMs: (attempt: number) => number): void {
    this.#dropSocket();
    this.#apply(input);
    const state = this.#state;
    if (state.phase === 'waiting') {
      this.#startTimer('retry', delayMs(state.attempt), () => this.connect());
      this.#options.onEvent({ type: 'retrying', attempt: state.attempt });
    } else if (state.phase === 'exhausted') {
      this.#queued = [];
      this.#options.onEvent({ type: 'failed', error: state.error });
    }
  }

  #onLost(): void {
    const { device, random } = this.#options.env;
    this.#abandonSocket({ type: 'lost' }, (attempt) =>
      reconnectDelayMs(attempt, device.isMobile, random()),
    );
  }

  #onDrained(): void {
    const { random } = this.#options.env;
    this.#abandonSocket({ type: 'drained' }, () => drainDelayMs(random()));
  }

  async #join(socket: WebSocket): Promise<void> {
    try {
      const proof = await proofOf(this.#options.credentials);
      if (this.#socket !== socket) return;
      const traceparent = this.#options.newTraceparent?.();
      this.#transmit({ type: 'join', ...proof, traceparent });
    } catch (error) {
      if (this.#socket !== socket) return;
      if (error instanceof EngineFailure) this.#fail(toEngineError(error));
      // Without a grant (network down, server restarting) the attempt failed.
      else this.#onLost();
    }
  }

  #schedulePing(): void {
    const { isIos } = this.#options.env.device;
    this.#startTimer('ping', isIos ? iosPingIntervalMs : pingIntervalMs, () => {
      this.#transmit({ type: 'ping' });
      this.#startTimer('pong', pongTimeoutMs, () => this.#onLost());
      this.#schedulePing();
    });
  }

  #onJoined(peers: Peer[]): void {
    this.#stopTimer('connect');
    this.#apply({ type: 'joined' });
    this.#schedulePing();
    const queued = this.#queued;
    this.#queued = [];
    this.#options.onEvent({ type: 'joined', peers });
    for (const { signal, to } of queued) this.#transmitSignal(signal, to);
  }

  #onFrame(data: unknown): void {
    const frame: ServerFrame | null = parseServerFrame(data);
    if (frame === null) {
      this.#fail(engineError('invalid-server-message'));
      return;
    }
    this.#apply({ type: 'frame' });
    this.#stopTimer('pong');
    this.#stopTimer('probe');
    switch (frame.type) {
      case 'joined':
        this.#onJoined(frame.peers);
        return;
      case 'error':
        // An error about one frame leaves the socket open; the close code decides.
        this.#apply({
          type: 'refused',
          refusal: readRefusal(frame.code, frame.message, frame.isRetryable),
        });
        return;
      case 'peer-joined':
      case 'peer-left':
      case 'signal':
        this.#options.onEvent(frame);
        return;
      case 'ping':
      case 'unknown':
    }
  }

  #onClose(code: number): void {
    const fatal = explainClose(code, refusalOf(this.#state), this.isJoined());
    if (fatal !== null) {
      this.#fail(fatal);
    } else if (code === closeServiceRestart) {
      this.#onDrained();
    } else if (isProbing(this.#state)) {
      // It was dead already: the server closed it while the computer slept.
      this.connect();
    } else {
      this.#onLost();
    }
  }
}
