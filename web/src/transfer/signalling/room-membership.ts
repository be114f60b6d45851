/** A session's membership of the room: signalling, which counterparts are present, rejoining. */

import { answererTimeoutMs, probeGapMs } from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import type { SessionOptions } from '../support/session.js';
import { SignallingClient, type SignallingEvent } from './client.js';
import type { Peer, Signal } from './messages.js';
import { Roster } from './roster.js';

type JoinOptions = 'signallingUrl' | 'shareId' | 'credentials' | 'newTraceparent';

export interface RoomMembershipOptions extends Pick<SessionOptions, JoinOptions> {
  env: EngineEnv;
  /** Role of the counterparts. */
  role: Peer['role'];
  /** A peer of that role that is no counterpart. Default: none. */
  isIgnored?: (peerId: string) => boolean;
  onEvent: (event: SignallingEvent) => void;
  /** Called before joining under a new peer id: release everything that belongs to the old one. */
  onRejoin?: () => void;
}

export class RoomMembership {
  readonly #options: RoomMembershipOptions;
  #client: SignallingClient;
  #ownId = '';
  /** Peer ids: after a reload of its page a counterpart may join under a new one before the old one is gone. */
  readonly #present: Roster;
  #isClosed = false;
  #timer: TimerId | undefined;
  #probeTimer: TimerId | undefined;

  constructor(options: RoomMembershipOptions) {
    this.#options = options;
    const { env, role, onEvent } = options;
    this.#present = new Roster({
      clock: env.clock,
      isJoined: () => this.isJoined(),
      onMissed: (peerId) => onEvent({ type: 'peer-left', peer: { peerId, role } }),
    });
    this.#client = this.#createClient();
  }

  connect(): void {
    this.#client.connect();
  }

  isJoined(): boolean {
    return this.#client.isJoined();
  }

  /** This side's peer id. */
  ownId(): string {
    return this.#ownId;
  }

  has(peerId: string): boolean {
    return this.#present.has(peerId);
  }

  /** No counterpart is in the room. */
  hasNoCounterpart(): boolean {
    return this.#present.isEmpty();
  }

  hasGivenUp(): boolean {
    return this.#client.isExhausted();
  }

  send(signal: Signal, to: string): void {
    this.#client.send(signal, to);
  }

  /** Checks the socket now, and again while `isInDoubt`: it may lose its network later than a path does. */
  probeWhile(isInDoubt: () => boolean): void {
    if (this.#isClosed || !isInDoubt()) return;
    this.#client.probe();
    this.#probeAgain(isInDoubt);
  }

  reconnectNow(): void {
    this.#client.reconnectNow();
  }

  rejoin(): void {
    // A connection that lingers for the last message may fail after the session has closed.
    if (this.#isClosed) return;
    this.cancelRejoin();
    this.#options.onRejoin?.();
    this.#client.close();
    this.#client = this.#createClient();
    this.#client.connect();
  }

  /** Rejoins unless `cancelRejoin` is called in time. */
  rejoinLater(): void {
    this.cancelRejoin();
    this.#timer = this.#options.env.clock.setTimeout(() => this.rejoin(), answererTimeoutMs);
  }

  cancelRejoin(): void {
    this.#options.env.clock.clearTimeout(this.#timer);
  }

  /** Leaves the room until `rejoin()`, so counterparts stop trying to connect. */
  leave(): void {
    this.cancelRejoin();
    this.#client.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#options.env.clock.clearTimeout(this.#probeTimer);
    this.#present.close();
    this.leave();
  }

  #probeAgain(isInDoubt: () => boolean): void {
    this.#probeTimer ??= this.#options.env.clock.setTimeout(() => {
      this.#probeTimer = undefined;
      if (!isInDoubt()) return;
      // The timer does not restart a client that has used up its attempts.
      if (this.isJoined()) this.#client.probe();
      this.#probeAgain(isInDoubt);
    }, probeGapMs);
  }

  #createClient(): SignallingClient {
    const { signallingUrl, shareId, credentials, newTraceparent, env } = this.#options;
    // New for every join, so that no counterpart reuses its old connection.
    this.#ownId = env.randomId();
    return new SignallingClient({
      url: signallingUrl,
      shareId,
      peerId: this.#ownId,
      credentials,
      newTraceparent,
      env,
      onEvent: (event) => this.#onSignalling(event),
    });
  }

  #onSignalling(event: SignallingEvent): void {
    if (event.type === 'joined') {
      const counterparts = event.peers.filter((peer) => this.#isCounterpart(peer));
      this.#present.list(counterparts.map(({ peerId }) => peerId));
    }
    if (event.type === 'peer-joined' && this.#isCounterpart(event.peer))
      this.#present.add(event.peer.peerId);
    if (event.type === 'peer-left') this.#present.delete(event.peer.peerId);
    this.#options.onEvent(event);
  }

  #isCounterpart({ role, peerId }: Peer): boolean {
    return role === this.#options.role && this.#options.isIgnored?.(peerId) !== true;
  }
}
