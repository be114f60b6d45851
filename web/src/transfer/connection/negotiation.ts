/**
 * Offer, answer and candidates of one peer connection.
 *
 *     sender (offers)                       receiver (answers)
 *       │ offer  ───────────────────────────▶   │  repeated every 3 s until answered
 *       │ ◀───────────────────────────  answer  │  a repeated offer gets the same answer
 *       │ ⇄ candidates as they are found        │  queued until the remote description is set
 */

import {
  pushBounded,
  type CandidatePayload,
  type SdpPayload,
  type Signal,
} from '../signalling/messages.js';
import { createSerial } from '../support/async/serial.js';
import { maxSignalResends, signalAckMs } from '../support/constants.js';
import type { EngineEnv, TimerId } from '../support/env.js';
import { EngineFailure, type FailureCode } from '../support/failures.js';
import { fingerprintLines } from '../trust/fingerprints.js';

export interface NegotiationOptions {
  role: 'offer' | 'answer';
  peer: RTCPeerConnection;
  env: EngineEnv;
  /** Aborted when the connection closes. */
  signal: AbortSignal;
  send: (signal: Signal) => void;
  /** A description could not be created or applied: the connection cannot be used. */
  onFailure: (failure: EngineFailure) => void;
  /** Whether ICE is connected, so that the answer has evidently arrived. */
  isUp: () => boolean;
  /** Before ICE gathers again. */
  renewServers: () => Promise<void>;
}

const fingerprintOf = (sdp: string): string => /^a=fingerprint:(.*)$/m.exec(sdp)?.[1]?.trim() ?? '';

export class Negotiation {
  readonly #options: NegotiationOptions;
  /** Id of the connection: chosen when offering, taken from the offer when answering. */
  #connection: string | undefined;
  /** Offering: the unanswered offer. Answering: the offer answered last. */
  #offer: SdpPayload | null = null;
  #answer: SdpPayload | null = null;
  #hasRemoteDescription = false;
  /** Certificates that the first remote description admits; null before it. */
  #remoteFingerprints: string | null = null;
  /** Candidates that arrived before the remote description. */
  #earlyCandidates: CandidatePayload[] = [];
  #resends = 0;
  #ackTimer: TimerId | undefined;
  /** Descriptions and candidates are applied one after the other. */
  readonly #inOrder = createSerial();

  constructor(options: NegotiationOptions) {
    this.#options = options;
    this.#connection = options.role === 'offer' ? options.env.randomId() : undefined;
    options.peer.onicecandidate = ({ candidate }) => this.#onLocalCandidate(candidate);
    options.signal.addEventListener('abort', () => options.env.clock.clearTimeout(this.#ackTimer));
  }

  offer(iceRestart: boolean): void {
    this.#renewServers();
    this.#enqueue('offer-failed', () => this.#sendOffer(iceRestart));
  }

  receive(signal: Signal): void {
    const isOffering = this.#options.role === 'offer';
    const { connection } = signal.payload;
    // For an earlier connection.
    if (isOffering && connection !== undefined && connection !== this.#connection) return;
    if (signal.type === 'ice-candidate') {
      this.#enqueue(null, () => this.#applyCandidate(signal.payload));
    } else if (signal.type === 'answer' && isOffering) {
      this.#enqueue('answer-processing-failed', () => this.#applyAnswer(signal.payload));
    } else if (signal.type === 'offer' && !isOffering) {
      this.#renewServers();
      const isSdp = fingerprintOf(signal.payload.sdp) !== '';
      const code = isSdp ? 'offer-processing-failed' : 'invalid-offer';
      this.#enqueue(code, () => this.#applyOffer(signal.payload));
    }
  }

  /** Resolves when everything received so far has been applied. */
  settled(): Promise<void> {
    return this.#inOrder(() => Promise.resolve());
  }

  /** True when the offer continues this connection (an ICE restart or a repetition). */
  isContinuedBy(offer: SdpPayload): boolean {
    if (this.#options.signal.aborted) return false;
    if (this.#offer === null || offer.sdp === this.#offer.sdp) return true;
    if (offer.connection !== undefined) return offer.connection === this.#connection;
    return fingerprintOf(offer.sdp) === fingerprintOf(this.#offer.sdp);
  }

  /** @param code reported when the step fails; null when the connection can do without it. */
  #enqueue(code: FailureCode | null, step: () => Promise<void>): void {
    void this.#inOrder(async () => {
      if (this.#options.signal.aborted) return;
      try {
        await step();
      } catch (cause) {
        if (code !== null) this.#options.onFailure(new EngineFailure(code, {}, { cause }));
      }
    });
  }

  /** If it fails, the old ones remain: a path without a relay needs none. */
  #renewServers(): void {
    this.#enqueue(null, () => this.#options.renewServers());
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

  /**
   * A connection keeps its certificates: other fingerprints start a new DTLS association on it
   * (https://www.rfc-editor.org/rfc/rfc8842), so a server could exchange the peer after the proof. Such a description
   * is dropped.
   */
  #keepsCertificate(sdp: string): boolean {
    const admitted = fingerprintLines(sdp);
    this.#remoteFingerprints ??= admitted;
    return admitted === this.#remoteFingerprints;
  }

  async #applyAnswer(answer: SdpPayload): Promise<void> {
    const { peer } = this.#options;
    if (peer.signalingState !== 'have-local-offer') return;
    if (answer.offerId !== undefined && answer.offerId !== this.#offer?.offerId) return;
    if (!this.#keepsCertificate(answer.sdp)) return;
    this.#offer = null;
    await peer.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
    await this.#applyEarlyCandidates();
  }

  async #applyOffer(offer: SdpPayload): Promise<void> {
    const { peer, send, isUp } = this.#options;
    if (this.#offer?.sdp === offer.sdp && this.#answer !== null) {
      send({ type: 'answer', payload: this.#answer });
      return;
    }
    if (!this.#keepsCertificate(offer.sdp)) return;
    this.#offer = offer;
    this.#connection = offer.connection;
    this.#answer = null;
    await peer.setRemoteDescription({ type: 'offer', sdp: offer.sdp });
    await this.#applyEarlyCandidates();
    const answer = await peer.createAnswer();
    await peer.setLocalDescription(answer);
    const sdp = peer.localDescription?.sdp ?? answer.sdp ?? '';
    const payload = { sdp, connection: this.#connection, offerId: offer.offerId };
    this.#answer = payload;
    send({ type: 'answer', payload });
    this.#repeat({ type: 'answer', payload }, () => this.#answer === payload && !isUp());
  }

  /**
   * `addIceCandidate` rejects without a remote description:
   * https://developer.mozilla.org/en-US/docs/Web/API/RTCPeerConnection/addIceCandidate#exceptions
   */
  async #applyCandidate(candidate: CandidatePayload): Promise<void> {
    if (this.#hasRemoteDescription) await this.#add(candidate);
    else pushBounded(this.#earlyCandidates, candidate);
  }

  async #applyEarlyCandidates(): Promise<void> {
    this.#hasRemoteDescription = true;
    for (const candidate of this.#earlyCandidates.splice(0))
      await this.#add(candidate).catch(() => undefined);
  }

  async #add({ candidate, sdpMid, sdpMLineIndex }: CandidatePayload): Promise<void> {
    await this.#options.peer.addIceCandidate({ candidate, sdpMid, sdpMLineIndex });
  }

  /** Signalling does not confirm delivery: repeat every 3 s while `isUnconfirmed`. */
  #repeat(signal: Signal, isUnconfirmed: () => boolean): void {
    const { clock } = this.#options.env;
    this.#resends = 0;
    const schedule = (): void => {
      clock.clearTimeout(this.#ackTimer);
      this.#ackTimer = clock.setTimeout(() => {
        this.#resends += 1;
        if (!isUnconfirmed() || this.#resends > maxSignalResends) return;
        this.#options.send(signal);
        schedule();
      }, signalAckMs);
    };
    if (!this.#options.signal.aborted) schedule();
  }

  #onLocalCandidate(found: RTCIceCandidate | null | undefined): void {
    // The end of candidates is not signalled; ICE works without it.
    if (!found?.candidate || this.#options.signal.aborted) return;
    const { candidate, sdpMid, sdpMLineIndex } = found;
    const payload = { candidate, sdpMid, sdpMLineIndex, connection: this.#connection };
    this.#options.send({ type: 'ice-candidate', payload });
  }
}
