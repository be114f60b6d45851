/**
 * The web socket to signalling. It keeps itself alive and comes back on its own; a running transfer never
 * depends on it.
 *
 *     client                              server
 *       │ join {password | grant | –}  ──▶ │
 *       │ ◀──────────  joined {role,peers} │        or: error, close ≥ 4000
 *       │ offer / answer / ice-candidate ⇄ │        to and from one peer
 *       │ ping, every 25 s             ──▶ │ echoed; silence for 10 s (3 s in doubt) is a dead link
 */
import type { ClientFrame, JoinFrame } from '@tandem/proto/browser/ws/frames';
import {
  CONNECT_TIMEOUT_MS,
  IOS_PING_INTERVAL_MS,
  MAX_QUEUED_SIGNALS,
  PING_INTERVAL_MS,
  PONG_TIMEOUT_MS,
  PROBE_TIMEOUT_MS,
} from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import { engineError, type EngineError } from '../support/failures.js';
import type { JoinCredentials } from '../support/session.js';
import { CLOSE_SERVICE_RESTART, drainDelayMs, reconnectDelayMs } from './reconnect-policy.js';
import { explainClose, readRefusal, type Refusal } from './close-codes.js';
import { parseServerFrame, type Peer, type ServerFrame, type Signal } from './messages.js';

export type SignallingEvent =
  | { type: 'joined'; peers: Peer[] }
  | { type: 'peer-joined' | 'peer-left'; peer: Peer }
  | { type: 'signal'; from: string; signal: Signal }
  | { type: 'retrying'; attempt: number }
  /** Refused for good, or given up: then nothing more comes before `reconnectNow` or `probe`. */
  | { type: 'failed'; error: EngineError };

export interface SignallingOptions {
  url: string;
  shareId: string;
  /** Chosen by us: 128 random bits, the same over reconnects. */
  peerId: string;
  credentials: JoinCredentials;
  env: EngineEnv;
  /** Starts a W3C trace; its header value goes into the join frame. */
  newTraceparent?: (() => string) | undefined;
  onEvent: (event: SignallingEvent) => void;
}

/** The share id travels in the URL so that a load balancer can bring both sides to one server. */
export function signallingUrlFor(url: string, shareId: string): string {
  const full = new URL(url);
  full.searchParams.set('share', shareId);
  return full.toString();
}

type JoinProof = Pick<JoinFrame, 'password' | 'grant'>;

async function proofOf(credentials: JoinCredentials): Promise<JoinProof> {
  switch (credentials.kind) {
    case 'cookie':
      return {};
    case 'password':
      return { password: credentials.password };
    case 'grant':
      return { grant: await credentials.grant() };
  }
}

/** A frame without the ids of this client, which are added to every frame. */
type Unaddressed<Frame> = Frame extends unknown ? Omit<Frame, 'shareId' | 'peerId'> : never;

type TimerName = 'connect' | 'ping' | 'pong' | 'probe' | 'retry';
const OPEN = 1;

export class SignallingClient {
  readonly #options: SignallingOptions;
  readonly #timers = new Map<TimerName, TimerId>();
  #socket: WebSocket | null = null;
  #isJoined = false;
  #isEnded = false;
  /** All attempts are used up; somebody who has a reason may begin anew. */
  #hasGivenUp = false;
  /** Reconnects since the last join. */
  #attempt = 0;
  #refusal: Refusal | null = null;
  #waiting: { signal: Signal; to: string }[] = [];

  constructor(options: SignallingOptions) {
    this.#options = options;
  }

  connect(): void {
    if (this.#isEnded) return;
    this.#abandonSocket();
    this.#refusal = null;
    if (this.#hasGivenUp) this.#attempt = 0;
    this.#hasGivenUp = false;
    const { env, url, shareId } = this.#options;
    const socket = env.createSocket(signallingUrlFor(url, shareId));
    this.#socket = socket;
    this.#startTimer('connect', CONNECT_TIMEOUT_MS, () => this.#lose());
    const whileCurrent = (act: () => void): void => {
      if (this.#socket === socket) act();
    };
    socket.onopen = () => whileCurrent(() => void this.#join(socket));
    socket.onmessage = ({ data }: MessageEvent) => whileCurrent(() => this.#onFrame(data));
    socket.onclose = (event) => whileCurrent(() => this.#onClose(event.code, event.reason));
    // An error is always followed by a close, which says more.
    socket.onerror = () => undefined;
  }

  /** Sent now, or after the next join; the oldest are dropped when too many wait. */
  send(signal: Signal, to: string): void {
    if (this.#isJoined) this.#transmit({ ...signal, to });
    else if (!this.#isEnded && !this.#hasGivenUp)
      this.#waiting = [...this.#waiting, { signal, to }].slice(-MAX_QUEUED_SIGNALS);
  }

  /** Do not wait for the next attempt: the page or the network came back. */
  reconnectNow(): void {
    if (this.#isEnded) return;
    if (this.#isJoined) this.probe();
    else this.connect();
  }

  hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /**
   * Something suggests that the network changed. A socket whose network went away reports nothing for
   * minutes, and restarting ICE needs one that works: ask, and connect anew when nothing comes back. One that
   * was given up while nobody needed it is needed now.
   */
  probe(): void {
    if (this.#hasGivenUp) this.connect();
    if (!this.#isJoined || this.#timers.has('probe')) return;
    this.#transmit({ type: 'ping' });
    this.#startTimer('probe', PROBE_TIMEOUT_MS, () => this.connect());
  }

  close(): void {
    this.#isEnded = true;
    this.#hasGivenUp = false;
    this.#abandonSocket();
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
    if (this.#socket?.readyState !== OPEN) return;
    this.#socket.send(JSON.stringify({ shareId, peerId, ...frame }));
  }

  /** What the old socket still reports is ignored from here on. */
  #abandonSocket(): void {
    const old = this.#socket;
    this.#socket = null;
    this.#isJoined = false;
    for (const name of ['connect', 'ping', 'pong', 'probe', 'retry'] as const)
      this.#stopTimer(name);
    old?.close();
  }

  #end(error: EngineError): void {
    if (this.#isEnded) return;
    this.close();
    this.#options.onEvent({ type: 'failed', error });
  }

  #retryAfter(delayMs: number | null): void {
    if (delayMs === null) {
      this.#hasGivenUp = true;
      this.#waiting = [];
      // A server that says why (room full, too many attempts) knows better than our general advice.
      const error = this.#refusal?.error ?? engineError('max-retries');
      this.#options.onEvent({ type: 'failed', error });
      return;
    }
    this.#startTimer('retry', delayMs, () => this.connect());
    this.#options.onEvent({ type: 'retrying', attempt: this.#attempt });
  }

  #lose(): void {
    const { env } = this.#options;
    this.#abandonSocket();
    this.#attempt += 1;
    this.#retryAfter(reconnectDelayMs(this.#attempt, env.device.isMobile, env.random()));
  }

  async #join(socket: WebSocket): Promise<void> {
    try {
      const proof = await proofOf(this.#options.credentials);
      if (this.#socket !== socket) return;
      const traceparent = this.#options.newTraceparent?.();
      this.#transmit({ type: 'join', ...proof, traceparent });
    } catch {
      // No grant now (network, server restarting): the same as a lost connection.
      if (this.#socket === socket) this.#lose();
    }
  }

  #schedulePing(): void {
    const { isIos } = this.#options.env.device;
    this.#startTimer('ping', isIos ? IOS_PING_INTERVAL_MS : PING_INTERVAL_MS, () => {
      this.#transmit({ type: 'ping' });
      this.#startTimer('pong', PONG_TIMEOUT_MS, () => this.#lose());
      this.#schedulePing();
    });
  }

  #onJoined(peers: Peer[]): void {
    this.#stopTimer('connect');
    this.#isJoined = true;
    this.#attempt = 0;
    this.#schedulePing();
    const due = this.#waiting;
    this.#waiting = [];
    this.#options.onEvent({ type: 'joined', peers });
    for (const { signal, to } of due) this.#transmit({ ...signal, to });
  }

  #onFrame(data: unknown): void {
    const frame: ServerFrame | null = parseServerFrame(data);
    if (frame === null) {
      this.#end(engineError('invalid-server-message'));
      return;
    }
    // Any frame proves that the link lives.
    this.#stopTimer('pong');
    this.#stopTimer('probe');
    switch (frame.type) {
      case 'joined':
        this.#onJoined(frame.peers);
        return;
      case 'error':
        // Complaints about one message leave the socket open; the close decides.
        this.#refusal = readRefusal(frame.code, frame.message, frame.isRetryable);
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

  #onClose(code: number, reason: string): void {
    const fatal = explainClose(code, this.#refusal, this.#isJoined);
    if (fatal !== null) {
      this.#end(fatal);
    } else if (code === CLOSE_SERVICE_RESTART) {
      this.#abandonSocket();
      this.#retryAfter(drainDelayMs(reason, this.#options.env.random()));
    } else {
      this.#lose();
    }
  }
}
