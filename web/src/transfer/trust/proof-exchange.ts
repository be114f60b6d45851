/**
 * Mutual proof of the peers over an open channel, before any part of the file is sent or read.
 *
 *     sender                                   receiver
 *       │ peer-hello {nonce}  ───────────────▶   │
 *       │ ◀───────────────  peer-hello {nonce}   │
 *       │ ◀─────────────────  peer-proof {tag}   │  each side sends its proof when it has both nonces
 *       │ peer-proof {tag}    ───────────────▶   │
 *       │ file-metadata {…, tag}  ───────────▶   │  the description, bound to the same key
 *
 * The channel is released to the transfer afterwards. The exchange costs one round trip.
 */

import { createSerial } from '../support/async/serial.js';
import { kib, windowBytes } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import {
  engineError,
  EngineFailure,
  peerFailure,
  toEngineError,
  type EngineError,
  type FailureCode,
} from '../support/failures.js';
import { readMessage } from '../wire/chunk-frames.js';
import { createControlChannel, type ControlChannel } from '../wire/control-channel.js';
import { createControlLimiter, type ControlLimiter } from '../wire/control-limiter.js';
import { parseControl } from '../wire/control-messages.js';
import { verifyDescription } from './description.js';
import type { LinkKey } from './link/link-key.js';
import {
  otherRole,
  signProof,
  verifyProof,
  type Fingerprints,
  type ProofRole,
  type Transcript,
} from './peer-proof.js';
import { nextProof, type ProofInput, type ProofSide, type ProofState } from './peer-proof.state.js';

/** A receiver that has not answered by then is treated as one without a key. A later proof still counts. */
export const helloTimeoutMs = 3_000;
/** A sender that began the exchange and has not finished it by then is refused; a receiver counts as one without a key. */
export const proofTimeoutMs = 30_000;
/**
 * Memory for messages queued while a proof is verified. A sender without an answer begins version 1 after a second, and a
 * page that was suspended receives all of that at once.
 */
const maxWaitingBytes = windowBytes;
/** Counted for each message at least: the smallest one keeps objects in memory too. */
const minWaitingBytes = kib;

const waitingBytesOf = (data: unknown): number =>
  Math.max(minWaitingBytes, readMessage(data)?.length ?? 0);

export type ProofEvent =
  /** Sender only: the receiver has not proven anything. `allow()` sends anyway; a late proof still counts. */
  | { type: 'unproven' }
  | { type: 'proven' }
  /** The transfer takes over the channel. `early`: data of messages that have arrived for it. */
  | { type: 'released'; early: readonly unknown[] }
  /** `isNotified`: a message to the peer is queued. `isOwnChoice`: the user has refused a receiver without a proof. */
  | { type: 'refused'; error: EngineError; isNotified: boolean; isOwnChoice?: true };

export interface ProofOptions {
  role: ProofRole;
  channel: RTCDataChannel;
  key: LinkKey;
  clock: Clock;
  /** This side's nonce: 128 random bits as base64url. */
  nonce: string;
  /** Fingerprints of the underlying connection; null when they cannot be determined. */
  fingerprints: () => Promise<Fingerprints | null>;
  onEvent: (event: ProofEvent) => void;
}

export class ProofExchange {
  readonly #options: ProofOptions;
  readonly #side: ProofSide;
  readonly #limiter: ControlLimiter;
  readonly #end = new AbortController();
  readonly #control: ControlChannel;
  #state: ProofState = { step: 'greeting' };
  #transcript: Transcript | null = null;
  /** Signs and verifies in sequence, so that this side's proof is sent before later messages. */
  readonly #inOrder = createSerial();
  #waiting: unknown[] = [];
  #waitingBytes = 0;
  #isDescribing = false;
  #timer: TimerId | undefined;
  #allowedMs = proofTimeoutMs;
  #hasPath = true;

  constructor(options: ProofOptions) {
    this.#options = options;
    this.#side = { role: options.role, nonce: options.nonce };
    this.#limiter = createControlLimiter(options.clock);
    this.#control = createControlChannel(options.channel, this.#end.signal);
  }

  start(): void {
    const { channel, role, nonce } = this.#options;
    const onMessage = ({ data }: MessageEvent): void => this.#onMessage(data);
    channel.addEventListener('message', onMessage, { signal: this.#end.signal });
    // The receiver only answers: the other end of a new channel may not have attached its listener yet.
    if (role === 'sender') this.#control.trySend({ type: 'peer-hello', nonce });
    this.#expectWithin(role === 'sender' ? helloTimeoutMs : proofTimeoutMs);
  }

  /** Time without a path does not count: what the peer has sent arrives once there is one. */
  setPath(isUp: boolean): void {
    this.#hasPath = isUp;
    this.#restartTimer();
  }

  /** The user allows sending to this receiver without a proof. */
  allow(): void {
    if (this.#state.step === 'unproven') this.#release();
  }

  /** The user refuses it. */
  refuse(): void {
    if (this.#state.step === 'unproven') this.#fail(this.#unproven(), { isOwnChoice: true });
  }

  /** What both proofs cover; not null once the peer has proven itself. */
  transcript(): Transcript | null {
    return this.#transcript;
  }

  stop(): void {
    this.#end.abort();
    this.#options.clock.clearTimeout(this.#timer);
    this.#takeWaiting();
  }

  #isEnded(): boolean {
    return this.#end.signal.aborted;
  }

  #unprovenCode(): FailureCode {
    return this.#options.role === 'sender' ? 'receiver-unproven' : 'sender-unproven';
  }

  #unproven(): EngineError {
    return engineError(this.#unprovenCode());
  }

  #expectWithin(allowedMs: number): void {
    this.#allowedMs = allowedMs;
    this.#restartTimer();
  }

  #restartTimer(): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    if (!this.#hasPath || this.#isEnded()) return;
    this.#timer = clock.setTimeout(() => this.#apply({ type: 'timeout' }), this.#allowedMs);
  }

  #fail(error: EngineError, cause: { isOwnChoice?: true } = {}): void {
    if (this.#isEnded()) return;
    const isNotified = this.#control.fail(error.code);
    this.stop();
    this.#options.onEvent({ type: 'refused', error, isNotified, ...cause });
  }

  /** Handled after earlier messages: if a wrong proof came first, this side reports its own refusal, not the peer's. */
  #onPeerEnded(error: EngineError): void {
    this.#enqueue(() =>
      Promise.resolve(() => {
        this.stop();
        this.#options.onEvent({ type: 'refused', error, isNotified: false });
      }),
    );
  }

  #release(): void {
    const early = this.#takeWaiting();
    this.stop();
    this.#options.onEvent({ type: 'released', early });
  }

  #apply(input: ProofInput): void {
    if (this.#isEnded()) return;
    const before = this.#state;
    const state = (this.#state = nextProof(this.#side, before, input));
    if (state.step === before.step) return;
    switch (state.step) {
      case 'proving':
        this.#expectWithin(proofTimeoutMs);
        this.#prove(state.nonce);
        return;
      case 'verifying':
        this.#verify(state.tag);
        return;
      case 'proven':
        this.#onProven();
        return;
      case 'unproven':
        this.#options.onEvent({ type: 'unproven' });
        return;
      case 'refused':
        // The page shows one text for all reasons.
        console.warn(`${otherRole(this.#side.role)} refused: ${input.type} while ${before.step}`);
        this.#fail(this.#unproven());
        return;
      case 'greeting':
    }
  }

  #onProven(): void {
    this.#options.onEvent({ type: 'proven' });
    if (this.#isEnded()) return;
    if (this.#options.role === 'sender') {
      this.#release();
      return;
    }
    for (const data of this.#takeWaiting()) this.#onDescribed(data);
  }

  /** What `step` returns runs after it: an exception of this side's page must not count as a wrong proof. */
  #enqueue(step: () => Promise<() => void>): void {
    void this.#inOrder(async () => {
      if (this.#isEnded()) return;
      const act = await step().catch((cause: unknown) => () => this.#fail(toEngineError(cause)));
      if (!this.#isEnded()) act();
    });
  }

  async #readTranscript(theirNonce: string): Promise<Transcript> {
    const { role, nonce, fingerprints } = this.#options;
    const read = await fingerprints();
    if (read === null) {
      console.warn(`${otherRole(role)} refused: the certificates cannot be determined`);
      throw new EngineFailure(this.#unprovenCode());
    }
    const nonces =
      role === 'sender'
        ? { sender: nonce, receiver: theirNonce }
        : { sender: theirNonce, receiver: nonce };
    return { fingerprints: read, nonces };
  }

  #prove(theirNonce: string): void {
    const { role, key, nonce } = this.#options;
    if (role === 'receiver') this.#control.trySend({ type: 'peer-hello', nonce });
    this.#enqueue(async () => {
      this.#transcript = await this.#readTranscript(theirNonce);
      const tag = await signProof(key, role, this.#transcript);
      return () => this.#control.trySend({ type: 'peer-proof', tag });
    });
  }

  #verify(tag: string): void {
    const { role, key } = this.#options;
    this.#enqueue(async () => {
      const isValid =
        this.#transcript !== null &&
        (await verifyProof(key, otherRole(role), this.#transcript, tag));
      return () => this.#apply({ type: 'verified', isValid });
    });
  }

  /** Receiver, after the proof: the first message must be the bound description; later ones are queued. */
  #onDescribed(data: unknown): void {
    this.#wait(data);
    if (this.#isEnded() || this.#isDescribing) return;
    this.#isDescribing = true;
    this.#enqueue(async () => {
      const isBound = await this.#isBound(data);
      return () => {
        if (isBound) this.#release();
        else this.#fail(engineError('protocol-violation'));
      };
    });
  }

  async #isBound(data: unknown): Promise<boolean> {
    const text = readMessage(data);
    const message = typeof text === 'string' ? parseControl(text) : null;
    if (message?.type !== 'file-metadata' || message.tag === undefined) return false;
    const { filename, fileType, fileSize, v2, tag } = message;
    // Without an announced size, the received size could not be checked.
    if (fileSize === null) return false;
    const fileId = v2?.fileId ?? '';
    const description = { filename, fileType, fileBytes: fileSize, fileId };
    return verifyDescription(this.#options.key, description, tag);
  }

  #wait(data: unknown): void {
    this.#waitingBytes += waitingBytesOf(data);
    if (this.#waitingBytes > maxWaitingBytes) this.#fail(engineError('protocol-violation'));
    else this.#waiting.push(data);
  }

  #takeWaiting(): unknown[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    return waiting;
  }

  #onMessage(data: unknown): void {
    try {
      const text = readMessage(data);
      if (this.#state.step === 'proven') this.#onAfterProof(data, text);
      else if (typeof text === 'string') this.#onControl(text, data);
      else this.#onTransferMessage(data);
    } catch {
      this.#fail(engineError('protocol-violation'));
    }
  }

  /** Ignores unknown messages and accepts the end of the transfer; anything else must be the description. */
  #onAfterProof(data: unknown, text: unknown): void {
    const message = typeof text === 'string' ? parseControl(text) : null;
    if (message?.type === 'unknown') this.#limiter.count(message);
    else if (message?.type === 'transfer-error' || message?.type === 'transfer-cancel')
      this.#onPeerEnded(peerFailure(message, otherRole(this.#side.role)));
    else this.#onDescribed(data);
  }

  #onTransferMessage(data: unknown): void {
    this.#apply({ type: 'transfer-message' });
    if (!this.#isEnded() && this.#state.step === 'verifying' && this.#side.role === 'receiver')
      this.#wait(data);
  }

  #onControl(text: string, data: unknown): void {
    const message = parseControl(text);
    this.#limiter.count(message);
    switch (message.type) {
      case 'peer-hello':
        this.#apply({ type: 'hello', nonce: message.nonce });
        return;
      case 'peer-proof':
        this.#apply({ type: 'proof', tag: message.tag });
        return;
      case 'transfer-error':
      case 'transfer-cancel':
        this.#onPeerEnded(peerFailure(message, otherRole(this.#side.role)));
        return;
      case 'malformed':
        this.#fail(engineError('protocol-violation'));
        return;
      case 'unknown':
        return;
      default:
        this.#onTransferMessage(data);
    }
  }
}
