/** Specification, section 4 (handshake) and section 8 (connection messages). */
import { failureText } from '../../lib/texts/failure-texts.js';
import { asChannel, createChannelPair } from '../test/support/fake-channel.js';
import { createFakeClock } from '../test/support/fake-clock.js';
import { createSignallingHub } from '../test/support/signalling-hub.js';
import { weriftEnv } from '../test/support/werift-env.js';
import { PeerConnection, type PeerConnectionEvent } from './peer-connection.js';
import { sha256 } from '../support/env.js';
import { createFileSource } from '../send/file-source.js';
import { Upload, type UploadEvent } from '../send/upload.js';
import type { Signal } from '../signalling/messages.js';

const goodSdp = 'v=0\r\na=fingerprint:sha-256 AA:BB\r\n';

/** As much of a connection as a link touches; a test breaks single methods of it. */
const createFakePeer = () => ({
  signalingState: 'stable',
  iceConnectionState: 'new',
  localDescription: null as { sdp: string } | null,
  channels: [] as { label: string; options: unknown }[],
  restarts: [] as unknown[],
  isClosed: false,
  oniceconnectionstatechange: (): void => undefined,
  createDataChannel(label: string, options: unknown) {
    this.channels.push({ label, options });
    return Object.assign(new EventTarget(), { label, readyState: 'connecting', binaryType: '' });
  },
  createOffer(options: unknown) {
    this.restarts.push(options);
    return Promise.resolve({ type: 'offer', sdp: goodSdp });
  },
  createAnswer: () => Promise.resolve({ type: 'answer', sdp: goodSdp }),
  setLocalDescription(description: { type: string; sdp: string }) {
    this.localDescription = description;
    if (description.type === 'offer') this.signalingState = 'have-local-offer';
    return Promise.resolve();
  },
  setRemoteDescription: () => Promise.resolve(),
  addIceCandidate: () => Promise.resolve(),
  close() {
    this.isClosed = true;
  },
});

type FakePeer = ReturnType<typeof createFakePeer>;

const promisesRun = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const setUp = (role: 'offer' | 'answer', broken: Partial<FakePeer> = {}) => {
  const clock = createFakeClock();
  const peer = Object.assign(createFakePeer(), broken);
  const sent: Signal[] = [];
  const events: PeerConnectionEvent[] = [];
  const link = new PeerConnection({
    role,
    iceServers: [],
    env: weriftEnv(createSignallingHub(), {
      clock,
      createPeerConnection: () => peer as unknown as RTCPeerConnection,
    }),
    send: (signal) => void sent.push(signal),
    onEvent: (event) => void events.push(event),
  });
  const problem = (): string | undefined => {
    const last = events.at(-1);
    return last?.type === 'unreachable' ? failureText(last.error) : undefined;
  };
  return { clock, peer, sent, events, link, problem };
};

const refuse = (): Promise<never> => Promise.reject(new Error('no'));
const offer = (sdp: string): Signal => ({
  type: 'offer',
  payload: { sdp, connection: 'c', offerId: 'o' },
});

describe('the initiator (specification, section 4)', () => {
  it('creates the ordered data channel fileTransfer and the offer [4.35]', async () => {
    const { link, peer, sent } = setUp('offer');
    link.start();
    await promisesRun();
    expect(peer.channels).toEqual([{ label: 'fileTransfer', options: { ordered: true } }]);
    expect(sent).toMatchObject([{ type: 'offer', payload: { sdp: goodSdp } }]);
  });

  it('reports the state of the path, and restarts ICE 5 s after it was lost [4.32]', async () => {
    const { link, peer, clock, events } = setUp('offer');
    link.start();
    await promisesRun();
    peer.iceConnectionState = 'connected';
    peer.oniceconnectionstatechange();
    peer.iceConnectionState = 'disconnected';
    peer.oniceconnectionstatechange();
    expect(events).toEqual([
      { type: 'path', isUp: true },
      { type: 'path', isUp: false },
    ]);
    clock.advance(4_999);
    await promisesRun();
    expect(peer.restarts).toEqual([{ iceRestart: false }]);
    clock.advance(1);
    await promisesRun();
    expect(peer.restarts).toEqual([{ iceRestart: false }, { iceRestart: true }]);
  });
});

describe('the receiver (specification, section 4)', () => {
  it('answers an offer [4.28, 4.29, 4.36]', async () => {
    const { link, sent } = setUp('answer');
    link.receive(offer(goodSdp));
    await promisesRun();
    expect(sent).toMatchObject([{ type: 'answer', payload: { sdp: goodSdp, offerId: 'o' } }]);
  });
});

describe('connection messages (specification, section 8)', () => {
  it('Failed to create connection offer [8.96]', async () => {
    const { link, problem } = setUp('offer', { createOffer: refuse });
    link.start();
    await promisesRun();
    expect(problem()).toBe('Failed to create connection offer');
  });

  it('Failed to process connection answer [8.97]', async () => {
    const { link, sent, problem } = setUp('offer', { setRemoteDescription: refuse });
    link.start();
    await promisesRun();
    const [made] = sent;
    if (made?.type !== 'offer') throw new Error('no offer was made');
    link.receive({ type: 'answer', payload: made.payload });
    await promisesRun();
    expect(problem()).toBe('Failed to process connection answer');
  });

  it.each([
    ['Failed to process connection offer', goodSdp],
    ['Invalid offer received from sender', 'hello'],
  ])('%s [8.94, 8.95]', async (message, sdp) => {
    const { link, problem } = setUp('answer', { setRemoteDescription: refuse });
    link.receive(offer(sdp));
    await promisesRun();
    expect(problem()).toBe(message);
  });

  it('Connection failed - unable to reach peer, when no channel opens within 30 s [8.99]', () => {
    const { clock, peer, problem } = setUp('answer');
    clock.advance(30_000);
    expect(problem()).toBe('Connection failed - unable to reach peer');
    expect(peer.isClosed).toBe(true);
  });

  it('Data channel error, when the channel takes a message no more [8.98]', async () => {
    const { near } = createChannelPair();
    const send = near.send.bind(near);
    let failures = 1;
    near.send = (data) => {
      if (failures-- > 0) throw new Error('the queue is full');
      send(data);
    };
    const env = weriftEnv(createSignallingHub());
    const events: UploadEvent[] = [];
    const outgoing = new Upload({
      channel: asChannel(near),
      source: createFileSource({ file: new File(['x'], 'x'), sha256, blockBytes: 1_024 }),
      env,
      maxMessageBytes: 16_384,
      onEvent: (event) => void events.push(event),
    });
    outgoing.start();
    while (events.length === 0) await promisesRun();
    const error = { code: 'channel-error' };
    expect(events).toEqual([{ type: 'failed', error, isTold: true }]);
    expect(failureText(error)).toBe('Data channel error');
  });
});
