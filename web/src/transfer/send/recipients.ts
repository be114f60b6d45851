/**
 * The recipients of a sending session by peer id, in the order of their joins: who has a place, who waits for one, and
 * who gives theirs up. Some stay after they have left the room, because a real one can return and resume.
 */

import type { RoomMembership } from '../signalling/room-membership.js';
import { placeCheckMs, returnGraceMs } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { createAbsences } from './absences.js';
import type { Recipient } from './recipient/recipient.js';

/**
 * Above any room's limit. Finished recipients, and absent ones that get no bytes or have been absent for long, stay until
 * their place is needed.
 */
export const maxRecipients = 64;

export interface RecipientsOptions {
  clock: Clock;
  room: Pick<RoomMembership, 'has' | 'isJoined'>;
  create: (peerId: string) => Recipient;
  /** A recipient was added. */
  onAdded: () => void;
  /** A recipient left the room, or did not return in time: its place and its cached blocks may be free now. */
  onLeft: () => void;
}

export class Recipients {
  readonly #options: RecipientsOptions;
  readonly #byPeer = new Map<string, Recipient>();
  readonly #absences: ReturnType<typeof createAbsences>;
  /** Peers in the room for which there was no place, in the order of their joins. */
  readonly #waiting = new Set<string>();
  #waitingTimer: TimerId | undefined;
  /** By peer id: receivers that have left the room a moment ago. */
  readonly #returnTimers = new Map<string, TimerId>();

  constructor(options: RecipientsOptions) {
    this.#options = options;
    this.#absences = createAbsences(options.clock);
  }

  /** A live view: a recipient that is removed during an iteration is no longer visited. */
  all(): Iterable<Recipient> {
    return this.#byPeer.values();
  }

  get(peerId: string): Recipient | undefined {
    return this.#byPeer.get(peerId);
  }

  countUnfinished(): number {
    return [...this.all()].filter((recipient) => !recipient.isFinished()).length;
  }

  /** A receiver is in the room: gives it a place, or lets it wait for one. A receiver that returns keeps its place. */
  admit(peerId: string): void {
    const known = this.#byPeer.get(peerId);
    if (known?.isDeclined() === true) this.#remove(peerId, 'declined');
    else if (known !== undefined) {
      this.#absences.end(known);
      if (!known.isFinished()) known.onReachable();
      return;
    }
    this.#makePlace();
    if (this.#byPeer.size >= maxRecipients) {
      this.#waiting.add(peerId);
      this.#admitLater();
      return;
    }
    this.#byPeer.set(peerId, this.#options.create(peerId));
    this.#options.onAdded();
  }

  /** Gives free places to waiting peers. A finished recipient keeps its place while it is in the room. */
  admitWaiting(): void {
    for (const peerId of [...this.#waiting]) {
      const isPresent = this.#options.room.has(peerId);
      if (isPresent && this.#byPeer.size >= maxRecipients && !this.#removeOneGone()) return;
      // A removal may have admitted it.
      if (this.#waiting.delete(peerId) && isPresent) this.admit(peerId);
    }
  }

  /** No one waits for a place any more. */
  forgetWaiting(): void {
    this.#waiting.clear();
  }

  /**
   * A receiver whose channel works has only lost its web socket. One on an interrupted path may return with the same
   * connection.
   */
  leave(peerId: string): void {
    // It loses its place in the queue, which peers that join and leave would lengthen while the first one waits.
    this.#waiting.delete(peerId);
    const recipient = this.#byPeer.get(peerId);
    if (recipient !== undefined) this.#absences.begin(recipient);
    this.#options.onLeft();
    const { clock, room } = this.#options;
    clock.clearTimeout(this.#returnTimers.get(peerId));
    const onGraceOver = (): void => {
      this.#returnTimers.delete(peerId);
      const isLost = !room.has(peerId) && recipient?.isPathDown() === true;
      if (!isLost) return;
      this.#abandon(peerId);
      this.#options.onLeft();
    };
    this.#returnTimers.set(peerId, clock.setTimeout(onGraceOver, returnGraceMs));
  }

  /** Removes those that match, and tells them why. */
  removeWhere(isMatch: (recipient: Recipient) => boolean, reason: string): void {
    for (const [peerId, recipient] of this.#byPeer)
      if (isMatch(recipient)) this.#remove(peerId, reason);
  }

  /** Removes unfinished recipients that are not in the room and have no channel, or have joined again. */
  removeAbsent(): void {
    for (const [peerId, recipient] of this.#byPeer) {
      if (this.#options.room.has(peerId) || recipient.isFinished()) continue;
      const hasReturned = this.#hasReturned(recipient);
      if (hasReturned || !recipient.isChannelOpen()) this.#abandon(peerId, hasReturned);
    }
  }

  /** Removes a recipient that has ended its own connection. */
  forget(peerId: string): void {
    this.#byPeer.delete(peerId);
  }

  close(): void {
    const { clock } = this.#options;
    for (const recipient of this.#byPeer.values()) recipient.close('closed');
    clock.clearTimeout(this.#waitingTimer);
    for (const timer of this.#returnTimers.values()) clock.clearTimeout(timer);
  }

  #remove(peerId: string, reason: string): void {
    const recipient = this.#byPeer.get(peerId);
    this.#byPeer.delete(peerId);
    recipient?.close(reason);
  }

  #abandon(peerId: string, hasReturned = false): void {
    this.#byPeer.get(peerId)?.abandon(hasReturned);
    this.#byPeer.delete(peerId);
  }

  /** The same delivery goes on with another peer in the room. */
  #hasReturned(gone: Recipient): boolean {
    return [...this.#byPeer].some(
      ([peerId, recipient]) =>
        this.#options.room.has(peerId) && recipient.deliveryId() === gone.deliveryId(),
    );
  }

  /**
   * Removes recipients, the oldest first, until one more fits: finished ones, then one that has left the room, whose
   * connection may be idle.
   */
  #makePlace(): void {
    for (const [peerId, recipient] of this.#byPeer) {
      if (this.#byPeer.size < maxRecipients) return;
      if (recipient.isFinished()) this.#remove(peerId, 'done');
    }
    if (this.#byPeer.size >= maxRecipients) this.#removeOneGone();
  }

  /** Polls, because no event says that an absence has become long. */
  #admitLater(): void {
    this.#waitingTimer ??= this.#options.clock.setTimeout(() => {
      this.#waitingTimer = undefined;
      this.admitWaiting();
      if (this.#waiting.size > 0) this.#admitLater();
    }, placeCheckMs);
  }

  #removeOneGone(): boolean {
    for (const [peerId, recipient] of this.#byPeer) {
      if (this.#options.room.has(peerId)) continue;
      if (recipient.isFinished()) this.#remove(peerId, 'done');
      else if (recipient.isIdle()) this.#abandon(peerId);
      else continue;
      return true;
    }
    return this.#removeLongAbsent();
  }

  /** The slowest first: a recipient could hold all places for days with downloads that it slows down. */
  #removeLongAbsent(): boolean {
    const { room } = this.#options;
    if (!room.isJoined()) return false;
    const isAbsent = ([peerId]: [string, Recipient]): boolean => !room.has(peerId);
    const slowest = this.#absences.slowest([...this.#byPeer].filter(isAbsent));
    if (slowest === null) return false;
    this.#abandon(slowest);
    return true;
  }
}
