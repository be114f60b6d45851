/** The receiving session's membership of the room: signalling, presence of the sender, rejoining. */
import type { SessionOptions } from '../support/session.js';
import { answererTimeoutMs } from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import { SignallingClient, type SignallingEvent } from '../signalling/client.js';
import type { Signal } from '../signalling/messages.js';
import { Roster } from '../signalling/roster.js';

export interface RoomMembershipOptions {
  options: SessionOptions;
  env: EngineEnv;
  onEvent: (event: SignallingEvent) => void;
  /** Called before joining under a new peer id: release everything that belongs to the old one. */
  onRejoin: () => void;
}

export class RoomMembership {
  readonly #options: RoomMembershipOptions;
  #client: SignallingClient;
  /** Peer ids of the senders in the room: after a reload the new one may join before the old one is gone. */
  readonly #senders: Roster;
  #isClosed = false;
  #timer: TimerId | undefined;

  constructor(options: RoomMembershipOptions) {
    this.#options = options;
    this.#senders = new Roster({
      clock: options.env.clock,
      isJoined: () => this.#client.isJoined(),
      onMissed: (peerId) =>
        options.onEvent({ type: 'peer-left', peer: { peerId, role: 'sender' } }),
    });
    this.#client = this.#createClient();
  }

  connect(): void {
    this.#client.connect();
  }

  hasSender(): boolean {
    return !this.#senders.isEmpty();
  }

  hasGivenUp(): boolean {
    return this.#client.isExhausted();
  }

  send(signal: Signal, to: string): void {
    this.#client.send(signal, to);
  }

  probe(): void {
    this.#client.probe();
  }

  reconnectNow(): void {
    this.#client.reconnectNow();
  }

  rejoin(): void {
    // A connection that lingers for the last message may fail after the session has closed.
    if (this.#isClosed) return;
    this.cancelRejoin();
    this.#options.onRejoin();
    this.#client.close();
    this.#client = this.#createClient();
    this.#client.connect();
  }

  /** Rejoins unless the sender makes a new offer in time. */
  rejoinLater(): void {
    this.cancelRejoin();
    this.#timer = this.#options.env.clock.setTimeout(() => this.rejoin(), answererTimeoutMs);
  }

  cancelRejoin(): void {
    this.#options.env.clock.clearTimeout(this.#timer);
  }

  /** Until `rejoin`. A sender would try to reach a member that answers no more. */
  leave(): void {
    this.cancelRejoin();
    this.#client.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#senders.close();
    this.leave();
  }

  #createClient(): SignallingClient {
    const { env, options } = this.#options;
    return new SignallingClient({
      url: options.signallingUrl,
      shareId: options.shareId,
      // New for every join, so that the sender does not reuse its old connection.
      peerId: env.randomId(),
      credentials: options.credentials,
      newTraceparent: options.newTraceparent,
      env,
      onEvent: (event) => this.#onSignalling(event),
    });
  }

  #onSignalling(event: SignallingEvent): void {
    if (event.type === 'joined') {
      const senders = event.peers.filter(({ role }) => role === 'sender');
      this.#senders.list(senders.map(({ peerId }) => peerId));
    }
    if (event.type === 'peer-joined' && event.peer.role === 'sender')
      this.#senders.add(event.peer.peerId);
    if (event.type === 'peer-left') this.#senders.delete(event.peer.peerId);
    this.#options.onEvent(event);
  }
}
