import { fixedIceServers } from '../connection/ice-servers.js';
import { PeerConnection } from '../connection/peer-connection.js';
import { readSignal } from '../signalling/messages.js';
import { describeDevice } from '../support/env.js';
import { FakeNetwork, type FakePeer } from '../test/support/fake-network.js';
import { settle } from '../test/support/session-support.js';
import { createSignallingHub } from '../test/support/signalling-hub.js';
import { laneOpener, type LaneConnection, type LaneSignal } from './lane-connection.js';

/** Both ends of a lane; each signal passes `change` on its way. */
const connect = async (
  prepare: (network: FakeNetwork) => void = () => undefined,
  change: (signal: LaneSignal) => LaneSignal = (signal) => signal,
) => {
  const network = new FakeNetwork();
  network.isHeld = true;
  const env = network.env(createSignallingHub(), { device: describeDevice('node', 0, 1_920) });
  const ends: Partial<Record<'offer' | 'answer', LaneConnection | null>> = {};
  const opened: string[] = [];
  const lost: string[] = [];
  const open = (role: 'offer' | 'answer') => {
    const other = role === 'offer' ? 'answer' : 'offer';
    ends[role] = laneOpener(
      role,
      env,
      fixedIceServers([]),
    )(1, {
      send: (signal) => ends[other]?.receive(change(signal)),
      onOpen: () => opened.push(role),
      onLost: () => lost.push(role),
    });
  };
  open('answer');
  open('offer');
  await settle();
  prepare(network);
  network.release();
  await settle();
  return { network, opened, lost, ends };
};

describe('a lane', () => {
  it('opens at both ends, under a label of its own', async () => {
    const { opened, lost } = await connect();
    expect(opened.sort()).toEqual(['answer', 'offer']);
    expect(lost).toEqual([]);
  });

  it.each([
    ['the answering', 0, 'answer'],
    ['the offering', 1, 'offer'],
  ])(
    'is refused by %s end when another certificate is presented than described',
    async (_end, index, role) => {
      const { opened, lost } = await connect((network) => {
        const peer = network.peers[index] as FakePeer;
        peer.sctp.transport.getRemoteCertificates = () => [new Uint8Array([1, 2, 3]).buffer];
      });
      expect(opened).not.toContain(role);
      expect(lost).toContain(role);
    },
  );

  it('does not open with the answer of another connection', async () => {
    const { opened } = await connect(undefined, (signal) => {
      if (signal.kind !== 'answer') return signal;
      const sdp = String(signal.payload['sdp']).replace(/00/g, '07');
      return { ...signal, payload: { ...signal.payload, sdp } };
    });
    expect(opened).toEqual([]);
  });

  it('is given up by the sender when its path is interrupted, and kept by the receiver', async () => {
    const { network, lost } = await connect();
    network.peers[0]?.setIceState('disconnected');
    expect(lost).toEqual([]);
    network.peers[1]?.setIceState('disconnected');
    expect(lost).toContain('offer');
    expect(network.peers[1]?.isClosed).toBe(true);
  });

  it('is not the file’s channel: offered over signalling it opens nothing', async () => {
    const network = new FakeNetwork();
    const env = network.env(createSignallingHub());
    const events: string[] = [];
    const answering = new PeerConnection({
      role: 'answer',
      iceServers: fixedIceServers([]),
      env,
      send: ({ type, payload }) =>
        lane?.receive({ type: 'lane-signal', lane: 1, kind: type, payload: { ...payload } }),
      onEvent: ({ type }) => events.push(type),
    });
    const opened: number[] = [];
    const lane = laneOpener(
      'offer',
      env,
      fixedIceServers([]),
    )(1, {
      send({ kind, payload }) {
        const signal = readSignal(kind, payload);
        if (signal !== null) answering.receive(signal);
      },
      onOpen: () => opened.push(1),
      onLost: () => undefined,
    });
    await settle();
    expect(opened).toEqual([1]);
    expect(events).toEqual(['path']);
    expect(answering.isChannelOpen()).toBe(false);
  });

  it('is not made where the browser allows no more connections', () => {
    const env = new FakeNetwork().env(createSignallingHub(), {
      createPeerConnection: () => {
        throw new DOMException('too many', 'UnknownError');
      },
    });
    const events = { send: () => undefined, onOpen: () => undefined, onLost: () => undefined };
    expect(laneOpener('offer', env, fixedIceServers([]))(1, events)).toBeNull();
  });
});
