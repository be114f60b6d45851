/**
 * The web socket to signalling. It keeps itself alive and comes back on its own; a running transfer never
 * depends on it.
 *
 *     client                              server
 *       │ join {password | grant | –}  ──▶ │
 *       │ ◀──────────  joined {role,peers} │        or: error, close ≥ 4000
 *       │ offer / answer / ice-candidate ⇄ │        to and from one peer
 *       │ ping, every 25 s             ──▶ │ echoed; silence for 10 s is a dead link
 */
import type { EngineError, JoinAuthority } from './api.js';
import {
  CONNECT_TIMEOUT_MS,
  IOS_PING_INTERVAL_MS,
  MAX_QUEUED_SIGNALS,
  PING_INTERVAL_MS,
  PONG_TIMEOUT_MS,
} from './constants.js';
import type { EngineEnv, TimerId } from './env.js';
import { engineError } from './messages.js';
import { CLOSE_SERVICE_RESTART, drainDelayMs, reconnectDelayMs } from './reconnect.js';
import { explainClose, explainServerError } from './signalling-errors.js';
import {
  parseServerFrame,
  type Peer,
  type ServerFrame,
  type Signal,
} from './signalling-messages.js';

export type SignallingEvent =
  | { type: 'joined'; peers: Peer[] }
  | { type: 'peer-joined' | 'peer-left'; peer: Peer }
  | { type: 'signal'; from: string; signal: Signal }
  | { type: 'retrying'; attempt: number }
  /** Given up or refused; nothing more comes from this client. */
  | { type: 'failed'; error: EngineError };

export interface SignallingOptions {
  url: string;
  shareId: string;
  /** Chosen by us: 128 random bits, the same over reconnects. */
  peerId: string;
  authority: JoinAuthority;
  env: EngineEnv;
  onEvent(event: SignallingEvent): void;
}

export interface SignallingClient {
  connect(): void;
  /** Sent now, or after the next join; the oldest are dropped when too many wait. */
  send(signal: Signal, to: string): void;
  /** Do not wait for the next attempt: the page or the network came back. */
  reconnectNow(): void;
  isJoined(): boolean;
  close(): void;
}

/** The share id travels in the URL so that a load balancer can bring both sides to one server. */
export function signallingUrlFor(url: string, shareId: string): string {
  const full = new URL(url);
  full.searchParams.set('share', shareId);
  return full.toString();
}

async function credentials(authority: JoinAuthority): Promise<Record<string, string>> {
  switch (authority.kind) {
    case 'cookie':
      return {};
    case 'password':
      return { password: authority.password };
    case 'grant':
      return { grant: await authority.grant() };
  }
}

export function createSignallingClient(options: SignallingOptions): SignallingClient {
  const { env, shareId, peerId, onEvent } = options;
  const { clock } = env;
  let socket: WebSocket | null = null;
  let isJoined = false;
  let isEnded = false;
  let attempt = 0;
  let refusal: EngineError | null = null;
  let waiting: { signal: Signal; to: string }[] = [];
  const timers: Record<'connect' | 'ping' | 'pong' | 'retry', TimerId | undefined> = {
    connect: undefined,
    ping: undefined,
    pong: undefined,
    retry: undefined,
  };

  const clearTimers = (): void => {
    for (const name of ['connect', 'ping', 'pong', 'retry'] as const)
      clock.clearTimeout(timers[name]);
  };
  const transmit = (frame: Record<string, unknown>): void => {
    if (socket?.readyState === 1) socket.send(JSON.stringify({ shareId, peerId, ...frame }));
  };

  /** The socket's own events are ignored from here on. */
  const abandonSocket = (): void => {
    const old = socket;
    socket = null;
    isJoined = false;
    clearTimers();
    old?.close();
  };

  const end = (error: EngineError): void => {
    if (isEnded) return;
    isEnded = true;
    abandonSocket();
    onEvent({ type: 'failed', error });
  };

  const retry = (delayMs: number | null): void => {
    if (delayMs === null) {
      end(engineError('max-retries'));
      return;
    }
    timers.retry = clock.setTimeout(open, delayMs);
    onEvent({ type: 'retrying', attempt });
  };
  const lose = (): void => {
    abandonSocket();
    attempt += 1;
    retry(reconnectDelayMs(attempt, env.device.isMobile, env.random()));
  };

  const schedulePing = (): void => {
    const intervalMs = env.device.isIos ? IOS_PING_INTERVAL_MS : PING_INTERVAL_MS;
    timers.ping = clock.setTimeout(() => {
      transmit({ type: 'ping' });
      timers.pong = clock.setTimeout(lose, PONG_TIMEOUT_MS);
      schedulePing();
    }, intervalMs);
  };

  const onJoined = (peers: Peer[]): void => {
    clock.clearTimeout(timers.connect);
    isJoined = true;
    attempt = 0;
    schedulePing();
    const due = waiting;
    waiting = [];
    onEvent({ type: 'joined', peers });
    for (const { signal, to } of due) transmit({ ...signal, to });
  };

  const onFrame = (frame: ServerFrame | null): void => {
    if (frame === null) {
      end(engineError('invalid-server-message'));
      return;
    }
    // Any frame proves that the link lives.
    clock.clearTimeout(timers.pong);
    switch (frame.type) {
      case 'joined':
        onJoined(frame.peers);
        return;
      case 'error':
        if (frame.isRetryable) return;
        refusal = explainServerError(frame.code, frame.message);
        if (!isJoined) end(refusal);
        return;
      case 'peer-joined':
      case 'peer-left':
      case 'signal':
        onEvent(frame);
        return;
      case 'ping':
      case 'unknown':
    }
  };

  const onClose = (code: number, reason: string): void => {
    const fatal = explainClose(code, refusal);
    if (fatal !== null) {
      end(fatal);
    } else if (code === CLOSE_SERVICE_RESTART) {
      abandonSocket();
      retry(drainDelayMs(reason, env.random()));
    } else {
      lose();
    }
  };

  const join = async (target: WebSocket): Promise<void> => {
    try {
      const proof = await credentials(options.authority);
      if (socket === target) transmit({ type: 'join', ...proof });
    } catch {
      // No grant now (network, server restarting): the same as a lost connection.
      if (socket === target) lose();
    }
  };

  function open(): void {
    if (isEnded) return;
    abandonSocket();
    refusal = null;
    const target = env.createSocket(signallingUrlFor(options.url, shareId));
    socket = target;
    timers.connect = clock.setTimeout(lose, CONNECT_TIMEOUT_MS);
    target.onopen = () => {
      if (socket === target) void join(target);
    };
    target.onmessage = (event: MessageEvent) => {
      if (socket === target) onFrame(parseServerFrame(event.data));
    };
    target.onclose = (event: CloseEvent) => {
      if (socket === target) onClose(event.code, event.reason);
    };
    // An error is always followed by a close, which says more.
    target.onerror = () => undefined;
  }

  return {
    connect: open,
    send(signal, to) {
      if (isJoined) transmit({ ...signal, to });
      else if (!isEnded) waiting = [...waiting, { signal, to }].slice(-MAX_QUEUED_SIGNALS);
    },
    reconnectNow() {
      if (isEnded || isJoined) return;
      open();
    },
    isJoined: () => isJoined,
    close() {
      isEnded = true;
      abandonSocket();
    },
  };
}
