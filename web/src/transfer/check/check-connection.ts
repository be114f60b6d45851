/**
 * Whether the sender is there, and by which route its browser can be reached, before anything is downloaded:
 *
 *     join as a check ─▶ the sender offers ─▶ ICE connects ─▶ the route settles ─▶ leave
 */

import { checkIdPrefix } from '@tandem/proto/browser/signalling-limits';
import { fixedIceServers } from '../connection/ice-servers.js';
import { PeerConnection } from '../connection/peer-connection.js';
import { SignallingClient, type SignallingEvent } from '../signalling/client.js';
import { isRevocation } from '../signalling/close-codes.js';
import { pushBounded, type Signal } from '../signalling/messages.js';
import { checkDeadlineMs, checkSettleMs, peersGraceMs } from '../support/constants.js';
import { browserEnv, type EngineEnv, type TimerId } from '../support/env.js';
import { engineError, type EngineError } from '../support/failures.js';
import type { SessionOptions } from '../support/session.js';
import {
  initialCheck,
  nextCheck,
  resultAtDeadline,
  senderOf,
  type CheckInput,
  type CheckState,
  type ConnectionCheck,
} from './check.state.js';

export interface CheckOptions extends Pick<
  SessionOptions,
  'shareId' | 'signallingUrl' | 'credentials' | 'iceServers' | 'newTraceparent'
> {
  /** Ends the check, as `failed`. */
  signal: AbortSignal;
}

class Check {
  readonly #options: CheckOptions;
  readonly #env: EngineEnv;
  readonly #onEnd: (check: ConnectionCheck) => void;
  readonly #client: SignallingClient;
  readonly #timers: TimerId[] = [];
  #absence: TimerId | undefined;
  /** The sender that the server has announced last; null while there is none. */
  #present: string | null = null;
  #peer: PeerConnection | null = null;
  /** Signals that arrived before the ICE servers. */
  readonly #early: Signal[] = [];
  #state: CheckState = initialCheck;

  constructor(options: CheckOptions, env: EngineEnv, onEnd: (check: ConnectionCheck) => void) {
    this.#options = options;
    this.#env = env;
    this.#onEnd = onEnd;
    const { shareId, signallingUrl, credentials, newTraceparent } = options;
    this.#client = new SignallingClient({
      url: signallingUrl,
      shareId,
      peerId: checkIdPrefix + env.randomId(),
      credentials,
      newTraceparent,
      env,
      onEvent: (event) => this.#onSignalling(event),
    });
  }

  start(): void {
    const { signal } = this.#options;
    this.#startTimer(checkDeadlineMs, () => this.#end(resultAtDeadline(this.#state)));
    signal.addEventListener('abort', this.#onAbort);
    if (signal.aborted) this.#onAbort();
    else this.#client.connect();
  }

  readonly #onAbort = (): void => this.#end({ result: 'failed' });

  #apply(input: CheckInput): void {
    this.#state = nextCheck(this.#state, input);
  }

  #startTimer(delayMs: number, act: () => void): void {
    this.#timers.push(this.#env.clock.setTimeout(act, delayMs));
  }

  #end(check: ConnectionCheck): void {
    if (this.#state.phase === 'over') return;
    this.#apply({ type: 'end' });
    for (const timer of [...this.#timers, this.#absence]) this.#env.clock.clearTimeout(timer);
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#peer?.close();
    this.#client.close();
    this.#onEnd(check);
  }

  #onSignalling(event: SignallingEvent): void {
    switch (event.type) {
      case 'joined':
        this.#apply(event);
        this.#onPresence(event.peers.find(({ role }) => role === 'sender')?.peerId ?? null);
        return;
      case 'peer-joined':
        if (event.peer.role === 'sender') this.#onPresence(event.peer.peerId);
        return;
      case 'peer-left':
        this.#onLeft(event.peer.peerId);
        return;
      case 'signal':
        this.#onSignal(event.from, event.signal);
        return;
      case 'failed':
        this.#onRefused(event.error);
        return;
      case 'retrying':
    }
  }

  /** A server announces members on other servers only after `joined`. */
  #onPresence(sender: string | null): void {
    const { clock } = this.#env;
    this.#present = sender;
    clock.clearTimeout(this.#absence);
    if (sender !== null) return;
    this.#absence = clock.setTimeout(() => this.#end({ result: 'absent' }), peersGraceMs);
  }

  /**
   * A sender that leaves before its first signal may have been replaced. Its successor is announced next, or was
   * announced before it left.
   */
  #onLeft(peerId: string): void {
    const sender = senderOf(this.#state);
    if (peerId === sender) this.#end({ result: 'absent' });
    else if (sender === null && peerId === this.#present) this.#onPresence(null);
  }

  #onSignal(from: string, signal: Signal): void {
    this.#onPresence(from);
    const isFirst = senderOf(this.#state) === null;
    this.#apply({ type: 'signal', from });
    if (isFirst) void this.#options.iceServers().then((servers) => this.#open(servers, from));
    if (from !== senderOf(this.#state)) return;
    if (this.#peer === null) pushBounded(this.#early, signal);
    else this.#peer.receive(signal);
  }

  #onRefused(error: EngineError): void {
    const isRefused = error.code === 'access-denied' || isRevocation(error);
    this.#end(isRefused ? { result: 'refused', error } : { result: 'failed' });
  }

  #open(servers: RTCIceServer[], to: string): void {
    if (this.#state.phase === 'over') return;
    let connection: PeerConnection;
    try {
      connection = new PeerConnection({
        role: 'answer',
        iceServers: fixedIceServers(servers),
        env: this.#env,
        send: (signal) => this.#client.send(signal, to),
        onEvent: (event) => {
          if (event.type === 'unreachable') this.#end({ result: 'unreachable' });
          else if (event.type === 'path' && event.isUp) this.#onUp(connection);
        },
      });
    } catch {
      this.#end({ result: 'refused', error: engineError('webrtc-unavailable') });
      return;
    }
    this.#peer = connection;
    for (const signal of this.#early.splice(0)) connection.receive(signal);
  }

  /** The first pair that works may be the relay's, until a direct one is found. */
  #onUp(connection: PeerConnection): void {
    this.#apply({ type: 'up' });
    const settle = async (): Promise<void> => {
      const { connectionType, rttMs } = await connection.stats();
      this.#end({ result: 'connected', route: connectionType, rttMs });
    };
    this.#startTimer(checkSettleMs, () => void settle());
  }
}

/** Never rejects, and ends within `checkDeadlineMs`. @param env replaced outside browsers. */
export const checkConnection = (
  options: CheckOptions,
  env: EngineEnv = browserEnv(),
): Promise<ConnectionCheck> =>
  new Promise((resolve) => {
    new Check(options, env, resolve).start();
  });
