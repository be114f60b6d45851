/**
 * The room, where this page waits for the sender, and how it reaches the sender again after a lost connection: the
 * sender initiates every connection, so this side rejoins under a new peer id.
 */

import type { PeerConnectionEvent } from '../connection/peer-connection.js';
import type { SignallingEvent } from '../signalling/client.js';
import type { Signal } from '../signalling/messages.js';
import { RoomMembership, type RoomMembershipOptions } from '../signalling/room-membership.js';
import type { TimerId } from '../support/env.js';
import type { EngineError } from '../support/failures.js';
import { isOver, type ReceiverInput, type ReceiverMachine } from './receive-session.state.js';
import type { Sender } from './sender.js';

type Own = 'role' | 'isIgnored' | 'onEvent' | 'onRejoin';

export interface SenderRoomOptions extends Omit<RoomMembershipOptions, Own> {
  sender: Sender;
  /** Of the session. */
  end: AbortSignal;
  machine: () => ReceiverMachine;
  apply: (input: ReceiverInput) => void;
  onJoined: () => void;
  /** A signal of the sender has arrived, or a sender has joined. */
  onSignOfLife: () => void;
  /** Who is in the room has changed. */
  onChange: () => void;
  /** The server refuses this page, or cannot be reached: signalling is given up. */
  onFailed: (error: EngineError) => void;
}

export class SenderRoom {
  readonly #options: SenderRoomOptions;
  readonly #membership: RoomMembership;
  #hasJoined = false;
  #leaving: TimerId | undefined;

  constructor(options: SenderRoomOptions) {
    this.#options = options;
    this.#membership = new RoomMembership({
      ...options,
      role: 'sender',
      onEvent: (event) => this.#onSignalling(event),
      onRejoin: () => options.sender.disconnect(),
    });
  }

  /** The server has admitted this page since the start, or the user's last attempt. */
  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  /** This page has joined the room, and no sender is in it. */
  isAlone(): boolean {
    return this.#hasJoined && this.#membership.hasNoCounterpart();
  }

  /** The attempts to reach the server are used up; `rejoin` starts again. */
  hasGivenUp(): boolean {
    return this.#membership.hasGivenUp();
  }

  ownId(): string {
    return this.#membership.ownId();
  }

  connect(): void {
    this.#membership.connect();
  }

  send(signal: Signal, peerId: string): void {
    this.#membership.send(signal, peerId);
  }

  reconnectNow(): void {
    this.#membership.reconnectNow();
  }

  /** For a new attempt of the user: `rejoin` follows. */
  forgetJoin(): void {
    this.#hasJoined = false;
  }

  rejoin(): void {
    this.#membership.rejoin();
  }

  cancelRejoin(): void {
    this.#membership.cancelRejoin();
  }

  leave(): void {
    this.#membership.leave();
  }

  /** Frees this receiver's place in the room, which has 32. */
  leaveIn(ms: number): void {
    const { env, end } = this.#options;
    // The session may be closed in the notification that its file is complete.
    if (end.aborted) return;
    const { clock } = env;
    clock.clearTimeout(this.#leaving);
    this.#leaving = clock.setTimeout(() => this.leave(), ms);
  }

  close(): void {
    this.#options.env.clock.clearTimeout(this.#leaving);
    this.#membership.close();
  }

  onConnection(event: Exclude<PeerConnectionEvent, { type: 'channel-open' }>): void {
    switch (event.type) {
      case 'path':
        this.#options.apply(event);
        this.#probeWhileDown();
        return;
      case 'channel-closed':
        this.#onConnectionLost(event.error);
        return;
      case 'unreachable':
        this.#onConnectionLost(event.error);
        // Rejoin under a new peer ID even if the sender is absent; under the old one it would restart ICE on the
        // connection this side dropped.
        if (!isOver(this.#options.machine())) this.rejoin();
    }
  }

  #onConnectionLost(error: EngineError): void {
    const { sender, end, machine, apply } = this.#options;
    sender.disconnect();
    if (end.aborted || isOver(machine())) return;
    apply({ type: 'connection-lost', error });
    this.#applyAbsence();
    if (machine().state !== 'retrying') return;
    this.#probeWhileDown();
    this.#membership.rejoinLater();
  }

  #applyAbsence(): void {
    if (this.#membership.hasNoCounterpart()) this.#options.apply({ type: 'sender-absent' });
  }

  /** A new connection and an ICE restart need signalling, which may use the same interrupted network. */
  #probeWhileDown(): void {
    this.#membership.probeWhile(() => this.#options.machine().state === 'retrying');
  }

  #onSenderLeft(peerId: string): void {
    const { sender, machine } = this.#options;
    if (isOver(machine()) || sender.connection?.isChannelOpen() === true) return;
    if (sender.isPeer(peerId)) sender.disconnect();
    this.#applyAbsence();
  }

  #onSignal(from: string, signal: Signal): void {
    const { sender, machine, onSignOfLife } = this.#options;
    if (machine().state === 'error' || !sender.accepts(from, signal)) return;
    onSignOfLife();
    sender.connection?.receive(signal);
  }

  #onSignalling(event: SignallingEvent): void {
    const { apply, onJoined, onSignOfLife, onChange, onFailed } = this.#options;
    switch (event.type) {
      case 'joined':
        this.#hasJoined = true;
        onJoined();
        apply(event);
        onChange();
        return;
      case 'peer-joined':
        // The sender initiates; wait for its offer.
        if (event.peer.role === 'sender') onSignOfLife();
        onChange();
        return;
      case 'peer-left':
        if (event.peer.role === 'sender') this.#onSenderLeft(event.peer.peerId);
        onChange();
        return;
      case 'signal':
        this.#onSignal(event.from, event.signal);
        return;
      case 'retrying':
        apply({ type: 'signalling-retrying', attempt: event.attempt });
        return;
      case 'failed':
        onFailed(event.error);
    }
  }
}
