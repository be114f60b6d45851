/**
 * Peer connections in memory, for sessions under a fake clock. The test decides when a connection is established.
 * The fingerprint in a description is the number of its connection.
 */

import { describeDevice, type EngineEnv } from '../../support/env.js';
import { createFakeClock, type FakeClock } from './clocks/fake-clock.js';
import { FakeChannel } from './fake-channel.js';
import type { SignallingHub } from './signalling-hub.js';
import { plainEnv } from './transfer-over-channel.js';

/** 16 times the two bytes of the number. */
const fingerprintOf = (number: number): string => {
  const [high, low] = [number >> 8, number & 0xff].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return Array.from({ length: 16 }, () => `${high}:${low}`).join(':');
};

const numberIn = (sdp: string): number => {
  const [, high, low] = /sha-256 ([\da-f]+):([\da-f]+)/.exec(sdp) ?? [];
  return parseInt(`${high}${low}`, 16);
};

const sdpOf = (peer: FakePeer): string =>
  `v=0\r\na=ice-ufrag:${peer.descriptions}\r\na=fingerprint:sha-256 ${fingerprintOf(peer.number)}\r\n`;

export class FakePeer {
  readonly number: number;
  signalingState = 'stable';
  iceConnectionState = 'new';
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: { sdp: string } | null = null;
  readonly sctp = {
    maxMessageSize: 262_144,
    /** Bytes of the certificate that the other end presents; those described when absent. */
    transport: {} as { getRemoteCertificates?: () => ArrayBuffer[] },
  };
  readonly channel = new FakeChannel();
  isClosed = false;
  /** Number of offers so far; each ICE restart adds one. */
  descriptions = 0;
  remote: FakePeer | null = null;
  ondatachannel: (event: { channel: FakeChannel }) => void = () => undefined;
  oniceconnectionstatechange: () => void = () => undefined;
  onicecandidate: (event: { candidate: object }) => void = () => undefined;
  readonly #network: FakeNetwork;

  constructor(network: FakeNetwork, number: number) {
    this.#network = network;
    this.number = number;
    this.channel.readyState = 'connecting';
  }

  createDataChannel(label: string): FakeChannel {
    this.channel.label = label;
    return this.channel;
  }

  createOffer(): Promise<{ type: string; sdp: string }> {
    this.descriptions += 1;
    return Promise.resolve({ type: 'offer', sdp: sdpOf(this) });
  }

  createAnswer(): Promise<{ type: string; sdp: string }> {
    return Promise.resolve({ type: 'answer', sdp: sdpOf(this) });
  }

  setLocalDescription(description: { type: string; sdp: string }): Promise<void> {
    this.localDescription = description;
    this.signalingState = description.type === 'offer' ? 'have-local-offer' : 'stable';
    queueMicrotask(() => {
      for (let n = 0; n < this.#network.candidates; n += 1)
        this.onicecandidate({
          candidate: { candidate: `candidate:${n}`, sdpMid: '0', sdpMLineIndex: 0 },
        });
    });
    return Promise.resolve();
  }

  setRemoteDescription({ type, sdp }: { type: string; sdp: string }): Promise<void> {
    this.remote = this.#network.find(numberIn(sdp));
    this.remoteDescription = { sdp };
    if (type === 'answer') {
      this.signalingState = 'stable';
      this.#network.onAnswered(this);
    }
    return Promise.resolve();
  }

  addIceCandidate(): Promise<void> {
    return Promise.resolve();
  }

  getStats(): Promise<Map<string, unknown>> {
    return Promise.resolve(new Map<string, unknown>());
  }

  setIceState(state: string): void {
    this.iceConnectionState = state;
    this.oniceconnectionstatechange();
  }

  /** Closes both ends, as a DTLS close_notify does unless it is lost. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.#network.isCut) this.channel.readyState = 'closed';
    else this.channel.close();
  }
}

export class FakeNetwork {
  readonly clock: FakeClock = createFakeClock();
  readonly peers: FakePeer[] = [];
  /** While cut, the other end of a closed connection does not learn of it. */
  isCut = false;
  /** While held, answered connections wait for `release`. */
  isHeld = false;
  /** That a connection finds for each of its descriptions. */
  candidates = 0;
  readonly #waiting: FakePeer[] = [];

  find(number: number): FakePeer | null {
    return this.peers[number] ?? null;
  }

  onAnswered(offering: FakePeer): void {
    if (this.isHeld) this.#waiting.push(offering);
    else this.#open(offering);
  }

  release(): void {
    this.isHeld = false;
    for (const offering of this.#waiting.splice(0)) this.#open(offering);
  }

  env(hub: SignallingHub, overrides: Partial<EngineEnv> = {}): EngineEnv {
    return {
      ...plainEnv(),
      createPeerConnection: () => {
        const peer = new FakePeer(this, this.peers.length);
        this.peers.push(peer);
        return peer as unknown as RTCPeerConnection;
      },
      createSocket: (url) => hub.connect(url) as unknown as WebSocket,
      clock: this.clock,
      device: describeDevice('node', 0, 1_920),
      random: () => 0,
      ...overrides,
    };
  }

  #open(offering: FakePeer): void {
    const answering = offering.remote;
    if (answering === null || offering.isClosed || answering.isClosed) return;
    if (offering.channel.readyState === 'connecting') this.#join(offering, answering);
    for (const peer of [offering, answering]) peer.setIceState('connected');
  }

  #join(offering: FakePeer, answering: FakePeer): void {
    offering.channel.join(answering.channel);
    answering.channel.join(offering.channel);
    answering.channel.label = offering.channel.label;
    for (const { channel } of [offering, answering]) channel.readyState = 'open';
    answering.ondatachannel({ channel: answering.channel });
    offering.channel.dispatchEvent(new Event('open'));
  }
}
