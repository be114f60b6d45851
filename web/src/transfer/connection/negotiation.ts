/**
 * Offer, answer and candidates of one peer connection.
 *
 *     sender (offers)                       receiver (answers)
 *       │ offer  ───────────────────────────▶   │  re-sent every 3 s until answered
 *       │ ◀───────────────────────────  answer  │  the same offer again → the same answer again
 *       │ ⇄ candidates as they are found (queued before the remote description)
 */
import { MAX_SIGNAL_RESENDS, SIGNAL_ACK_MS } from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import { EngineFailure, type FailureCode } from '../support/failures.js';
import {
  pushBounded,
  type CandidatePayload,
  type SdpPayload,
  type Signal,
} from '../signalling/messages.js';

export interface NegotiationOptions {
  role: 'offer' | 'answer';
  peer: RTCPeerConnection;
  env: EngineEnv;
  send: (signal: Signal) => void;
  /** A description could not be made or applied: this connection is of no use. */
  onFailure: (failure: EngineFailure) => void;
  /** Whether the path works, so that an answer need not be repeated. */
  isUp: () => boolean;
}

const fingerprintOf = (sdp: string): string => /^a=fingerprint:(.*)$/m.exec(sdp)?.[1]?.trim() ?? '';

export class Negotiation {
  readonly #options: NegotiationOptions;
  /** Our id, or the one the offer brought. */
  #connection: string | undefined;
  /** Ours while unanswered, or the one we answered last. */
  #offer: SdpPayload | null = null;
  #answer: SdpPayload | null = null;
  #hasRemote = false;
  #early: CandidatePayload[] = [];
  #resends = 0;
  #ackTimer: TimerId | undefined;
  #isStopped = false;
  /** Descriptions and candidates are applied one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: NegotiationOptions) {
    this.#options = options;
    this.#connection = options.role === 'offer' ? options.env.randomId() : undefined;
    options.peer.onicecandidate = ({ candidate }) => this.#onLocalCandidate(candidate);
  }

  offer(iceRestart: boolean): void {
    this.#enqueue('offer-failed', () => this.#sendOffer(iceRestart));
  }

  receive(signal: Signal): void {
    const isOffering = this.#options.role === 'offer';
    const { connection } = signal.payload;
    // From or for an earlier connection of ours.
    if (isOffering && connection !== undefined && connection !== this.#connection) return;
    if (signal.type === 'ice-candidate') {
      this.#enqueue(null, () => this.#takeCandidate(signal.payload));
    } else if (signal.type === 'answer' && isOffering) {
      this.#enqueue('answer-processing-failed', () => this.#takeAnswer(signal.payload));
    } else if (signal.type === 'offer' && !isOffering) {
      const isSdp = fingerprintOf(signal.payload.sdp) !== '';
      const code = isSdp ? 'offer-processing-failed' : 'invalid-offer';
      this.#enqueue(code, () => this.#takeOffer(signal.payload));
    }
  }

  /** True when an offer continues this connection (ICE restart) rather than beginning another. */
  isContinuedBy(offer: SdpPayload): boolean {
    if (this.#isStopped) return false;
    if (this.#offer === null || offer.sdp === this.#offer.sdp) return true;
    if (offer.connection !== undefined) return offer.connection === this.#connection;
    return fingerprintOf(offer.sdp) === fingerprintOf(this.#offer.sdp);
  }

  stop(): void {
    this.#isStopped = true;
    this.#options.env.clock.clearTimeout(this.#ackTimer);
  }

  /** @param code what a failure of this step means; null when the connection can do without it. */
  #enqueue(code: FailureCode | null, step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isStopped) return;
      try {
        await step();
      } catch (cause) {
        if (code !== null) this.#options.onFailure(new EngineFailure(code, {}, { cause }));
      }
    });
  }

  async #sendOffer(iceRestart: boolean): Promise<void> {
    const { peer, send, env } = this.#options;
    const offer = await peer.createOffer({ iceRestart });
    await peer.setLocalDescription(offer);
    const sdp = peer.localDescription?.sdp ?? offer.sdp ?? '';
    const payload = { sdp, connection: this.#connection, offerId: env.randomId() };
    this.#offer = payload;
    send({ type: 'offer', payload });
    this.#repeat({ type: 'offer', payload }, () => this.#offer === payload);
  }

  async #takeAnswer(answer: SdpPayload): Promise<void> {
    const { peer } = this.#options;
    if (peer.signalingState !== 'have-local-offer') return;
    if (answer.offerId !== undefined && answer.offerId !== this.#offer?.offerId) return;
    this.#offer = null;
    await peer.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
    await this.#flushCandidates();
  }

  async #takeOffer(offer: SdpPayload): Promise<void> {
    const { peer, send, isUp } = this.#options;
    if (this.#offer?.sdp === offer.sdp && this.#answer !== null) {
      send({ type: 'answer', payload: this.#answer });
      return;
    }
    this.#offer = offer;
    this.#connection = offer.connection;
    this.#answer = null;
    await peer.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
    await this.#flushCandidates();
    const answer = await peer.createAnswer();
    await peer.setLocalDescription(answer);
    const sdp = peer.localDescription?.sdp ?? answer.sdp ?? '';
    const payload = { sdp, connection: this.#connection, offerId: offer.offerId };
    this.#answer = payload;
    send({ type: 'answer', payload });
    this.#repeat({ type: 'answer', payload }, () => this.#answer === payload && !isUp());
  }

  async #takeCandidate(candidate: CandidatePayload): Promise<void> {
    if (this.#hasRemote) await this.#add(candidate);
    else pushBounded(this.#early, candidate);
  }

  async #flushCandidates(): Promise<void> {
    this.#hasRemote = true;
    for (const candidate of this.#early.splice(0))
      await this.#add(candidate).catch(() => undefined);
  }

  async #add({ candidate, sdpMid, sdpMLineIndex }: CandidatePayload): Promise<void> {
    await this.#options.peer.addIceCandidate({ candidate, sdpMid, sdpMLineIndex });
  }

  /** Send again every 3 s while it may have been lost. */
  #repeat(signal: Signal, isDue: () => boolean): void {
    const { clock } = this.#options.env;
    this.#resends = 0;
    const schedule = (): void => {
      clock.clearTimeout(this.#ackTimer);
      this.#ackTimer = clock.setTimeout(() => {
        this.#resends += 1;
        if (this.#isStopped || !isDue() || this.#resends > MAX_SIGNAL_RESENDS) return;
        this.#options.send(signal);
        schedule();
      }, SIGNAL_ACK_MS);
    };
    schedule();
  }

  #onLocalCandidate(found: RTCIceCandidate | null | undefined): void {
    // The end of candidates is not sent: nothing depends on it.
    if (!found?.candidate || this.#isStopped) return;
    const { candidate, sdpMid, sdpMLineIndex } = found;
    const payload = { candidate, sdpMid, sdpMLineIndex, connection: this.#connection };
    this.#options.send({ type: 'ice-candidate', payload });
  }
}
