/**
 * The counterparts in the room, over reconnects. A server without a member of the room answers `joined` before it has
 * learned of those on other servers: a peer that is not listed any more has left only after `peersGraceMs`.
 */

import { peersGraceMs } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';

export interface RosterOptions {
  clock: Clock;
  /** Without a server there is no news of peers: the next `joined` decides. */
  isJoined: () => boolean;
  /** The peer has been removed. */
  onMissed: (peerId: string) => void;
}

export class Roster {
  readonly #options: RosterOptions;
  readonly #present = new Set<string>();
  /** Those of `#present` that the last `joined` did not list. */
  #missing = new Set<string>();
  #timer: TimerId | undefined;

  constructor(options: RosterOptions) {
    this.#options = options;
  }

  has(peerId: string): boolean {
    return this.#present.has(peerId);
  }

  isEmpty(): boolean {
    return this.#present.size === 0;
  }

  /** `joined` lists these peers. */
  list(peerIds: readonly string[]): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#missing = new Set(this.#present);
    for (const peerId of peerIds) this.add(peerId);
    if (this.#missing.size > 0)
      this.#timer = clock.setTimeout(() => this.#removeMissing(), peersGraceMs);
  }

  add(peerId: string): void {
    this.#present.add(peerId);
    this.#missing.delete(peerId);
  }

  delete(peerId: string): void {
    this.#present.delete(peerId);
    this.#missing.delete(peerId);
  }

  close(): void {
    this.#options.clock.clearTimeout(this.#timer);
  }

  #removeMissing(): void {
    if (!this.#options.isJoined()) return;
    for (const peerId of this.#missing) {
      this.delete(peerId);
      this.#options.onMissed(peerId);
    }
  }
}
