/**
 * The blocks that a receiver says it has from before (docs/protocol.md, 2.6). Those that it has not proven to this page
 * are challenged. What it acknowledges later is proven if they are: it states those digests itself.
 */

import type { EngineEnv } from '../support/env.js';
import { EngineFailure } from '../support/failures.js';
import type { Latch } from '../support/latch.js';
import { isAnswered, pickBlocks, type BlockChallenge } from '../trust/block-challenge.js';
import type { ControlMessage, ReceiverReady } from '../wire/control-messages.js';
import type { Acknowledged } from './acknowledged.js';
import type { FileSource } from './source/file-source.js';

export interface BlockClaimOptions {
  source: FileSource;
  env: EngineEnv;
  ready: ReceiverReady;
  acknowledged: Acknowledged;
  /** Blocks before this one are durable at the receiver. */
  acknowledgedBlocks: () => number;
  /** Notified when the challenge is answered, and when the answer is checked. */
  changed: Latch;
  send: (message: ControlMessage) => void;
}

export class BlockClaim {
  readonly #options: BlockClaimOptions;
  #challenge: BlockChallenge | null = null;
  #isOpen = false;
  #isChecking = false;
  /** Whether the receiver has shown that it holds the blocks it claims. */
  #verdict: Promise<boolean>;
  /** Every acknowledged block is proven: the claim, and each digest since. */
  #isProven: boolean;

  constructor(options: BlockClaimOptions) {
    this.#options = options;
    this.#isProven = options.ready.committed === true && this.#unprovenBlocks() === null;
    this.#verdict = Promise.resolve(this.#isProven);
  }

  /** From the challenge to the verdict on its answer. */
  isOpen(): boolean {
    return this.#isOpen;
  }

  /** This side reads its file to check the answer. */
  isChecking(): boolean {
    return this.#isChecking;
  }

  /** @throws EngineFailure `claim-refuted` */
  isProven(): Promise<boolean> {
    return this.#verdict;
  }

  /** Blocks are sent before the answer arrives; only the digest of the file waits for it. */
  challenge(): void {
    const unproven = this.#unprovenBlocks();
    if (!this.#options.ready.committed || unproven === null) return;
    const { env, send } = this.#options;
    const blocks = pickBlocks(unproven.from, unproven.end, env.randomBelow);
    this.#challenge = { nonce: env.randomId(), blocks };
    this.#isOpen = true;
    send({ type: 'block-challenge', ...this.#challenge });
  }

  /** @throws EngineFailure for an answer that is wrong, or to no challenge. */
  async onResponse(tags: readonly string[] | null): Promise<void> {
    const challenge = this.#challenge;
    if (challenge === null) throw new EngineFailure('protocol-violation');
    this.#challenge = null;
    // Null: the receiver cannot read its blocks back. The transfer continues, unverified.
    if (tags !== null) {
      this.#isChecking = true;
      this.#options.changed.notify();
      this.#verdict = this.#check(challenge, tags);
      this.#isProven = await this.#verdict;
      this.#isChecking = false;
      this.note();
    }
    this.#isOpen = false;
    this.#options.changed.notify();
  }

  /** Keeps what is acknowledged for later connections. */
  note(): void {
    const { ready, acknowledged, acknowledgedBlocks } = this.#options;
    if (ready.deliveryId !== undefined)
      acknowledged.note(ready.deliveryId, acknowledgedBlocks(), this.#isProven);
  }

  /** Claimed blocks that the receiver has not proven to this page; null when there are none. */
  #unprovenBlocks(): { from: number; end: number } | null {
    const { ready, acknowledged } = this.#options;
    const { deliveryId, nextBlock } = ready;
    const from = deliveryId === undefined ? 0 : acknowledged.provenBlocks(deliveryId);
    return from < nextBlock ? { from, end: nextBlock } : null;
  }

  async #check(challenge: BlockChallenge, tags: readonly string[]): Promise<boolean> {
    const { source } = this.#options;
    const read = async (block: number) => (await source.readBlock(block)).bytes;
    if (!(await isAnswered(challenge, tags, read))) throw new EngineFailure('claim-refuted');
    return true;
  }
}
