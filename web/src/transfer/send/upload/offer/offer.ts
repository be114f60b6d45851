/**
 * The offer of a file over one channel: the announcement, the receiver's answer and the user's approval, which decide
 * whether the upload starts, when, and in which version.
 */

import { readyTimeoutMs } from '../../../support/constants.js';
import type { TimerId } from '../../../support/env.js';
import { peerDetailsOf } from '../../../support/peer-details.js';
import type { ControlMessage, ReceiverReady } from '../../../wire/control-messages.js';
import type { UploadOptions } from '../upload-options.js';
import { announcementOf } from './announcement.js';
import {
  initialVersion,
  isApprovalDue,
  nextVersion,
  readyOf,
  type VersionChoice,
  type VersionInput,
} from './version-choice.state.js';

type Given =
  | 'source'
  | 'env'
  | 'linkKey'
  | 'person'
  | 'isHeld'
  | 'ended'
  | 'approved'
  | 'openMeasuringConnection'
  | 'openLane';

export interface OfferOptions extends Pick<UploadOptions, Given> {
  /** Of the upload. */
  end: AbortSignal;
  send: (message: ControlMessage) => void;
  /** See `UploadEvent`. */
  onAsking: () => void;
  onStartV1: () => void;
  /** Also after `onStartV1`, when the answer is late. */
  onStartV2: (ready: ReceiverReady) => void;
  /** The user has ended the delivery that the answer names. */
  onEndedBefore: () => void;
}

export class Offer {
  readonly #options: OfferOptions;
  #version: VersionChoice;
  #timer: TimerId | undefined;
  /** Null until it is announced. */
  #fileId: string | null = null;
  #isIntroduced = false;

  constructor(options: OfferOptions) {
    this.#options = options;
    this.#version = initialVersion(options.isHeld === true);
    options.end.addEventListener('abort', () => this.#stopWaiting(), { once: true });
  }

  /** The receiver's answer: it handles messages of version 2. Null before. */
  answer(): ReceiverReady | null {
    return readyOf(this.#version);
  }

  isApprovalDue(): boolean {
    return isApprovalDue(this.#version);
  }

  async announce(): Promise<void> {
    const { source, env, linkKey, openMeasuringConnection, openLane, end, send } = this.#options;
    const announcement = await announcementOf({
      source,
      isIos: env.device.isIos,
      linkKey,
      isPaced: openMeasuringConnection !== undefined,
      hasLanes: openLane !== undefined,
    });
    if (end.aborted) return;
    this.#fileId = announcement.v2.fileId;
    const onTimeout = (): void => this.#choose({ type: 'no-answer' });
    this.#timer = env.clock.setTimeout(onTimeout, readyTimeoutMs);
    send(announcement);
  }

  /** @returns false for an answer that does not fit the announcement. */
  receive(ready: ReceiverReady): boolean {
    const isFitting =
      ready.fileId === this.#fileId && ready.nextBlock <= this.#options.source.blocks;
    if (!isFitting) return false;
    this.#stopWaiting();
    this.#choose({ type: 'ready', ready });
    return true;
  }

  /** The user allows this recipient. */
  approve(): void {
    const isPaused = this.#version.state === 'held' && this.answer() !== null;
    if (isPaused) this.#options.send({ type: 'transfer-resume' });
    this.#choose({ type: 'approved' });
  }

  /** Names the sender's person, once. */
  introduce(): void {
    const { person, send } = this.#options;
    if (this.#isIntroduced || person === undefined) return;
    this.#isIntroduced = true;
    send(peerDetailsOf(person));
  }

  #stopWaiting(): void {
    this.#options.env.clock.clearTimeout(this.#timer);
  }

  #choose(input: VersionInput): void {
    const before = this.#version;
    this.#version = nextVersion(before, input, this.#options);
    if (before !== this.#version) this.#follow(this.#version);
  }

  #follow(version: VersionChoice): void {
    const { onStartV1, onStartV2, onEndedBefore } = this.#options;
    switch (version.state) {
      case 'unanswered':
        return;
      case 'held':
        this.#ask(version.ready !== null);
        return;
      case 'v1':
        onStartV1();
        return;
      case 'v2':
        onStartV2(version.ready);
        return;
      case 'ended':
        onEndedBefore();
    }
  }

  #ask(isAnswered: boolean): void {
    this.#options.onAsking();
    if (!isAnswered) return;
    this.introduce();
    this.#options.send({ type: 'transfer-pause', reason: 'approval' });
  }
}
