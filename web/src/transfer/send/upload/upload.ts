/**
 * The sender's side of one transfer over one open channel.
 *
 *     file-metadata ▶                             offers protocol version 2
 *       ◀ receiver-ready within 1 s               → version 2 (upload-v2.ts)
 *       no answer                                 → version 1 (upload-v1.ts); a late answer switches to version 2
 *       ◀ transfer-complete                       only this message completes a transfer
 */

import type { Pacing } from '../../pacing/pacer.js';
import type { WaitShares } from '../../progress/wait-meter.js';
import {
  EngineFailure,
  engineError,
  toEngineError,
  type EngineError,
} from '../../support/failures.js';
import { createLatch } from '../../support/latch.js';
import type { RateSetting } from '../../support/session.js';
import { readMessage } from '../../wire/chunk-frames.js';
import { createControlChannel, type ControlChannel } from '../../wire/control-channel.js';
import { createControlLimiter, type ControlLimiter } from '../../wire/control-limiter.js';
import {
  parseControl,
  type ControlMessage,
  type ParsedControl,
  type ReceiverReady,
} from '../../wire/control-messages.js';
import { handleShared, type SharedHandlers } from '../../wire/shared-control.js';
import { Offer } from './offer/offer.js';
import { createUploadLimits, type UploadLimits } from './upload-limits.js';
import { UploadLoop } from './upload-loop.js';
import type { UploadEvent, UploadOptions } from './upload-options.js';
import { UploadPacing } from './upload-pacing.js';
import { createUploadProgress, type UploadProgress } from './upload-progress.js';

type RateReport = Extract<ControlMessage, { type: 'rate-report' }>;

export class Upload {
  readonly #options: UploadOptions;
  readonly #changed = createLatch();
  readonly #limiter: ControlLimiter;
  readonly #end = new AbortController();
  readonly #control: ControlChannel;
  readonly #offer: Offer;
  readonly #limits: UploadLimits;
  readonly #pacing: UploadPacing;
  readonly #loop: UploadLoop;
  readonly progress: UploadProgress;
  /** The recipient has an empty file, of which nothing is sent, before the user's approval. */
  #isCompleteEarly = false;
  readonly #shared: SharedHandlers = {
    from: 'receiver',
    onPeerPaused: (isPaused) => this.#onPeerPaused(isPaused),
    onPeerEnded: (error) => this.#finish({ type: 'failed', error, isNotified: false }),
  };

  constructor(options: UploadOptions) {
    this.#options = options;
    const { clock } = options.env;
    this.#limiter = createControlLimiter(clock);
    this.#control = createControlChannel(options.channel, this.#end.signal, (text) =>
      this.#loop.writeControl(text),
    );
    this.#offer = new Offer({
      ...options,
      end: this.#end.signal,
      send: (message) => this.#control.send(message),
      onAsking: () => options.onEvent({ type: 'asking' }),
      onStartV1: () => this.#startV1(),
      onStartV2: (ready) => this.#startV2(ready),
      onEndedBefore: () => this.#refuseEnded(),
    });
    this.#limits = createUploadLimits(options.limit, clock, {
      onChange: () => this.#changed.notify(),
      onOwnLimit: () => this.#onOwnLimit(),
    });
    this.#pacing = new UploadPacing({
      env: options.env,
      limits: this.#limits,
      openMeasuringConnection: options.openMeasuringConnection,
      openLane: options.openLane,
      isRelayed: options.isRelayed ?? (() => false),
      isPaused: () => this.#isPaused(),
      send: (message) => this.#control.send(message),
      onChange: () => this.#changed.notify(),
      onStandstill: () => options.onEvent({ type: 'standstill' }),
      onUsedUp: () => options.onEvent({ type: 'lanes-used-up' }),
      onExcess: () => this.#fail(engineError('protocol-violation')),
    });
    this.#loop = new UploadLoop({
      ...options,
      limits: this.#limits,
      pacing: this.#pacing,
      changed: this.#changed,
      end: this.#end.signal,
      isPaused: () => this.#isPaused(),
      send: (message) => this.#control.send(message),
    });
    this.progress = createUploadProgress(this.#loop, options.source.totalBytes);
  }

  start(): void {
    this.#options.channel.addEventListener('message', this.#onMessage);
    this.#run(this.#offer.announce());
  }

  /** The receiver's name for this delivery; null for one that states no digests. */
  deliveryId(): string | null {
    return this.#offer.answer()?.deliveryId ?? null;
  }

  /** The measured path; null for a transfer that is not paced. */
  pacing(): Pacing | null {
    return this.#pacing.pacer?.snapshot() ?? null;
  }

  /** Connections that carry the file. */
  lanes(): number {
    return this.#pacing.lanes?.count() ?? 1;
  }

  /** What the loop waited for in the last seconds. */
  waits(): WaitShares {
    return this.#loop.waits.read();
  }

  /** The limit that the recipient has set. */
  peerLimit(): RateSetting {
    return this.#limits.peer();
  }

  /** States to the recipient what limits the transfer. A receiver that does not know the message ignores it. */
  report(message: Omit<RateReport, 'type'>): void {
    if (this.#loop.v2 !== null) this.#control.send({ type: 'rate-report', ...message });
  }

  /** The user allows this recipient. */
  approve(): void {
    this.#offer.approve();
  }

  /** The user has paused or resumed the transfer. */
  statePause(): void {
    if (this.#isEnded()) return;
    const type = this.#options.pause.isHere() ? 'transfer-pause' : 'transfer-resume';
    // Version 1 has no such message.
    if (this.#loop.v2 !== null) this.#control.send({ type });
    this.#onPauseChanged();
  }

  /** Ends the transfer without an event. @returns whether a message to the receiver is queued. */
  cancel(reason: string): boolean {
    const isNotified =
      this.#offer.answer() !== null && this.#control.trySend({ type: 'transfer-cancel', reason });
    this.stop();
    return isNotified;
  }

  /** Send nothing more. */
  stop(): void {
    this.progress.hasSentAll();
    this.#end.abort();
    this.#options.channel.removeEventListener('message', this.#onMessage);
    this.#pacing.stop();
    this.#limits.stop();
    this.#changed.notify();
  }

  #isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #finish(event: UploadEvent): void {
    if (this.#isEnded()) return;
    this.stop();
    this.#options.onEvent(event);
  }

  #fail(error: EngineError): void {
    const isNotified = this.#control.fail(error.code);
    this.#finish({ type: 'failed', error, isNotified });
  }

  /** A loop that ends because the channel closed is not a failure: the connection reports that. */
  #run(loop: Promise<void>): void {
    loop.catch((error: unknown) => {
      const isChannelClosed = error instanceof EngineFailure && error.code === 'channel-not-ready';
      if (isChannelClosed || this.#options.channel.readyState !== 'open') return;
      this.#fail(toEngineError(error, 'channel-error'));
    });
  }

  /** The user had ended this delivery on an earlier connection. */
  #refuseEnded(): void {
    const isNotified = this.#control.trySend({ type: 'transfer-cancel', reason: 'ended' });
    this.#finish({ type: 'ended-before', isNotified });
  }

  #startV1(): void {
    const upload = this.#loop.openV1();
    this.#options.onEvent({ type: 'started', version: 1 });
    if (this.#isCompleteEarly) this.#finish({ type: 'completed', isVerified: false });
    else this.#run(upload.run());
  }

  #startV2(ready: ReceiverReady): void {
    const upload = this.#loop.openV2(ready);
    this.#options.onEvent({ type: 'started', version: 2 });
    this.#run(upload.run());
    this.#sendLimit();
    this.#offer.introduce();
    // A pause from before the receiver's answer; without the message the receiver would see a stalled sender.
    if (this.#options.pause.isHere()) this.#control.send({ type: 'transfer-pause' });
  }

  /** Sent even without a limit: it shows the receiver that this sender respects the receiver's own limit. */
  #sendLimit(): void {
    this.#control.send({ type: 'rate-limit', ...this.#options.limit.setting() });
  }

  #onOwnLimit(): void {
    this.#pacing.onLimit();
    if (this.#loop.v2 !== null) this.#sendLimit();
  }

  #onPeerLimit({ bytesPerSecond, isYielding }: RateSetting): void {
    this.#limits.setPeer({ bytesPerSecond, isYielding });
    this.#pacing.onLimit();
  }

  async #complete(sha256: string | null): Promise<void> {
    const { source } = this.#options;
    const v2 = this.#loop.v2;
    // An empty file may be complete before either version started.
    if (v2 === null && this.#loop.position() === source.totalBytes) {
      if (this.#offer.isApprovalDue()) this.#isCompleteEarly = true;
      else this.#finish({ type: 'completed', isVerified: false });
    } else if (sha256 === null || v2?.isAllAcknowledged() !== true) {
      this.#fail(engineError('protocol-violation'));
    } else if (sha256 === (await source.fileDigest())) {
      this.#finish({ type: 'completed', isVerified: await v2.isClaimProven() });
    } else {
      this.#fail(engineError('digest-mismatch'));
    }
  }

  #isPaused(): boolean {
    return this.#options.pause.by() !== null;
  }

  #onPauseChanged(): void {
    this.#pacing.lanes?.onPauseChanged();
    this.#changed.notify();
    this.#options.onEvent({ type: 'paused', isPaused: this.#isPaused() });
  }

  #onPeerPaused(isPaused: boolean): void {
    if (this.#options.pause.setThere(isPaused)) this.#onPauseChanged();
  }

  #onControl(message: ParsedControl): void {
    this.#limiter.count(message);
    if (handleShared(message, this.#shared) || this.#pacing.handles(message)) return;
    switch (message.type) {
      case 'receiver-ready':
        if (!this.#offer.receive(message)) this.#fail(engineError('protocol-violation'));
        return;
      case 'block-ack':
      case 'block-retry':
        if (this.#loop.v2?.onBlock(message) !== true) this.#fail(engineError('protocol-violation'));
        return;
      case 'block-response':
        this.#onResponse(message.tags);
        return;
      case 'rate-limit':
        this.#onPeerLimit(message);
        return;
      case 'peer-details':
        this.#options.onEvent({ type: 'peer', details: message });
        return;
      case 'transfer-complete':
        this.#run(this.#complete(message.sha256));
        return;
      // Ignored: a sender's own messages, a hello to a sender without a key, receipts, which follow the transfer, and
      // messages of later protocol versions.
      case 'peer-hello':
      case 'peer-proof':
      case 'file-metadata':
      case 'rate-report':
      case 'transfer-start':
      case 'block-digest':
      case 'file-digest':
      case 'block-challenge':
      case 'receipt-key':
      case 'receipt':
      case 'lane-close':
      case 'unknown':
    }
  }

  #onResponse(tags: readonly string[] | null): void {
    const v2 = this.#loop.v2;
    if (v2 === null) this.#fail(engineError('protocol-violation'));
    else this.#run(v2.onResponse(tags));
  }

  readonly #onMessage = ({ data }: MessageEvent): void => {
    if (this.#isEnded()) return;
    const message = readMessage(data);
    try {
      // Only the sender sends chunks.
      if (typeof message !== 'string') throw new EngineFailure('protocol-violation');
      this.#onControl(parseControl(message));
    } catch (cause) {
      this.#fail(toEngineError(cause));
    }
  };
}
