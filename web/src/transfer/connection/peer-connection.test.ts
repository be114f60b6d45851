import type { Signal } from '../signalling/messages.js';
import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { createSignallingHub } from '../test/support/signalling-hub.js';
import { weriftEnv } from '../test/support/werift-env.js';
import { fixedIceServers, type IceServers } from './ice-servers.js';
import { PeerConnection, type PeerConnectionEvent } from './peer-connection.js';

const goodSdp = 'v=0\r\na=fingerprint:sha-256 AA:BB\r\n';

/** The part of RTCPeerConnection in use; a test replaces single methods. */
const createFakePeer = () => ({
  signalingState: 'stable',
  iceConnectionState: 'new',
  localDescription: null as { sdp: string } | null,
  channels: [] as { label: string; options: unknown }[],
  channel: Object.assign(new EventTarget(), { readyState: 'connecting', binaryType: '' }),
  restarts: [] as unknown[],
  isClosed: false,
  oniceconnectionstatechange: (): void => undefined,
  createDataChannel(label: string, options: unknown) {
    this.channels.push({ label, options });
    return this.channel;
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
  configurations: [] as RTCConfiguration[],
  setConfiguration(configuration: RTCConfiguration) {
    this.configurations.push(configuration);
  },
  close() {
    this.isClosed = true;
  },
});

type FakePeer = ReturnType<typeof createFakePeer>;

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const setUp = (
  role: 'offer' | 'answer',
  replaced: Partial<FakePeer> = {},
  iceServers = fixedIceServers([]),
  onEvent: (event: PeerConnectionEvent) => void = () => undefined,
) => {
  const clock = createFakeClock();
  const peer = Object.assign(createFakePeer(), replaced);
  const sent: Signal[] = [];
  const events: PeerConnectionEvent[] = [];
  const connection = new PeerConnection({
    role,
    iceServers,
    env: weriftEnv(createSignallingHub(), {
      clock,
      createPeerConnection: () => peer as unknown as RTCPeerConnection,
    }),
    send: (signal) => void sent.push(signal),
    onEvent(event) {
      events.push(event);
      onEvent(event);
    },
  });
  return { clock, peer, sent, events, connection };
};

const reject = (): Promise<never> => Promise.reject(new Error('no'));
const offer = (sdp: string): Signal => ({
  type: 'offer',
  payload: { sdp, connection: 'c', offerId: 'o' },
});
const freshServers = [{ urls: 'turn:relay.test', username: 'fresh', credential: 'secret' }];
/** Whose credentials are old from `age` on. */
const ageingServers = () => {
  let servers: RTCIceServer[] = [];
  const iceServers: IceServers = {
    current: () => servers,
    renew: () => Promise.resolve(servers),
  };
  return { iceServers, age: () => (servers = freshServers) };
};
const unreachable = (code: string) => [{ type: 'unreachable', error: { code } }];

describe('the offering side', () => {
  it('creates the ordered data channel fileTransfer and the offer [4.35]', async () => {
    const { connection, peer, sent } = setUp('offer');
    connection.start();
    await nextTurn();
    expect(peer.channels).toEqual([{ label: 'fileTransfer', options: { ordered: true } }]);
    expect(sent).toMatchObject([{ type: 'offer', payload: { sdp: goodSdp } }]);
  });

  it('reports the state of the path, and restarts ICE 5 s after it was interrupted [4.32]', async () => {
    const { connection, peer, clock, events } = setUp('offer');
    connection.start();
    await nextTurn();
    peer.iceConnectionState = 'connected';
    peer.oniceconnectionstatechange();
    peer.iceConnectionState = 'disconnected';
    peer.oniceconnectionstatechange();
    expect(events).toEqual([
      { type: 'path', isUp: true },
      { type: 'path', isUp: false },
    ]);
    clock.advance(4_999);
    await nextTurn();
    expect(peer.restarts).toEqual([{ iceRestart: false }]);
    clock.advance(1);
    await nextTurn();
    expect(peer.restarts).toEqual([{ iceRestart: false }, { iceRestart: true }]);
  });

  it('has valid credentials of relays when it is made long after they were loaded', async () => {
    const iceServers = { current: () => [], renew: () => Promise.resolve(freshServers) };
    const { connection, peer, sent } = setUp('offer', {}, iceServers);
    connection.start();
    await nextTurn();
    expect(peer.configurations).toEqual([{ iceServers: freshServers }]);
    expect(sent).toMatchObject([{ type: 'offer' }]);
  });

  it.each([
    ['with relays whose credentials are still valid', {}],
    [
      'also when the browser refuses them',
      {
        setConfiguration(): void {
          throw new Error('no');
        },
      },
    ],
  ])('restarts ICE %s', async (_how, replaced) => {
    const { iceServers, age } = ageingServers();
    const { peer, connection, clock, events } = setUp('offer', replaced, iceServers);
    connection.start();
    await nextTurn();
    expect(peer.configurations).toEqual([]);
    age();
    peer.iceConnectionState = 'failed';
    peer.oniceconnectionstatechange();
    clock.advance(0);
    await nextTurn();
    expect(peer.restarts).toEqual([{ iceRestart: false }, { iceRestart: true }]);
    if (!('setConfiguration' in replaced))
      expect(peer.configurations).toEqual([{ iceServers: freshServers }]);
    expect(events).toEqual([]);
  });

  it('fails with offer-failed when no offer can be created [8.96]', async () => {
    const { connection, events } = setUp('offer', { createOffer: reject });
    connection.start();
    await nextTurn();
    expect(events).toEqual(unreachable('offer-failed'));
  });

  it('fails with answer-processing-failed when the answer cannot be applied [8.97]', async () => {
    const { connection, sent, events } = setUp('offer', { setRemoteDescription: reject });
    connection.start();
    await nextTurn();
    const [made] = sent;
    if (made?.type !== 'offer') throw new Error('no offer was made');
    connection.receive({ type: 'answer', payload: made.payload });
    await nextTurn();
    expect(events).toEqual(unreachable('answer-processing-failed'));
  });
});

describe('the answering side', () => {
  it('answers an offer [4.28, 4.29, 4.36]', async () => {
    const { connection, sent } = setUp('answer');
    connection.receive(offer(goodSdp));
    await nextTurn();
    expect(sent).toMatchObject([{ type: 'answer', payload: { sdp: goodSdp, offerId: 'o' } }]);
  });

  it('answers a restart with relays whose credentials are still valid, and a repeated offer as before', async () => {
    const { iceServers, age } = ageingServers();
    const { connection, peer, sent } = setUp('answer', {}, iceServers);
    connection.receive(offer(goodSdp));
    connection.receive(offer(goodSdp));
    await nextTurn();
    expect(peer.configurations).toEqual([]);
    age();
    connection.receive(offer(`${goodSdp}a=ice-ufrag:2\r\n`));
    await nextTurn();
    expect(peer.configurations).toEqual([{ iceServers: freshServers }]);
    expect(sent.filter(({ type }) => type === 'answer')).toHaveLength(3);
  });

  it.each([
    ['offer-processing-failed', goodSdp, '[8.95]'],
    ['invalid-offer', 'hello', '[8.94]'],
  ])('fails with %s for the offer %j %s', async (code, sdp) => {
    const { connection, events } = setUp('answer', { setRemoteDescription: reject });
    connection.receive(offer(sdp));
    await nextTurn();
    expect(events).toEqual(unreachable(code));
  });

  it('fails with peer-unreachable when no channel opens within 30 s [8.99]', () => {
    const { clock, peer, events } = setUp('answer');
    clock.advance(30_000);
    expect(events).toEqual(unreachable('peer-unreachable'));
    expect(peer.isClosed).toBe(true);
  });
});

describe('the certificates of a connection', () => {
  const otherSdp = goodSdp.replace('AA:BB', 'CC:DD');
  const setUpCounting = (role: 'offer' | 'answer') => {
    const applied: string[] = [];
    const setRemoteDescription = (description?: { sdp: string }): Promise<void> => {
      applied.push(description?.sdp ?? '');
      return Promise.resolve();
    };
    return { ...setUp(role, { setRemoteDescription }), applied };
  };

  it.each([
    ['another fingerprint', otherSdp],
    ['a second one beside the first', `${goodSdp}a=fingerprint:sha-256 CC:DD\r\n`],
    ['none', 'v=0\r\n'],
  ])('do not change: a later offer with %s is dropped', async (_name, sdp) => {
    const { connection, sent, applied, events } = setUpCounting('answer');
    connection.receive(offer(goodSdp));
    await nextTurn();
    connection.receive(offer(sdp));
    await nextTurn();
    expect(applied).toEqual([goodSdp]);
    expect(sent).toHaveLength(1);
    expect(events).toEqual([]);
  });

  it('do not change: a later answer with another fingerprint is dropped', async () => {
    const { connection, peer, applied } = setUpCounting('offer');
    const answer = (sdp: string): void =>
      connection.receive({
        type: 'answer',
        payload: { sdp, connection: undefined, offerId: undefined },
      });
    connection.start();
    await nextTurn();
    answer(goodSdp);
    await nextTurn();
    peer.iceConnectionState = 'failed';
    peer.oniceconnectionstatechange();
    await nextTurn();
    answer(otherSdp);
    await nextTurn();
    answer(goodSdp);
    await nextTurn();
    expect(applied).toEqual([goodSdp, goodSdp]);
  });
});

describe('the data channel', () => {
  const openChannel = () => {
    const { connection, peer, events } = setUp('offer');
    connection.start();
    peer.channel.readyState = 'open';
    peer.channel.dispatchEvent(new Event('open'));
    events.length = 0;
    const close = (): void => {
      peer.channel.readyState = 'closed';
      peer.channel.dispatchEvent(new Event('close'));
    };
    const fail = (error: object): void =>
      void peer.channel.dispatchEvent(Object.assign(new Event('error'), { error }));
    return { connection, events, close, fail };
  };
  const closed = (code: string) => [{ type: 'channel-closed', error: { code } }];

  it('is closed with peer-unreachable when there was no error', () => {
    const { events, close } = openChannel();
    close();
    expect(events).toEqual(closed('peer-unreachable'));
  });

  it('is closed with channel-error after an error event [8.98]', () => {
    const { events, close, fail } = openChannel();
    fail({ errorDetail: 'sctp-failure', sctpCauseCode: null });
    close();
    expect(events).toEqual(closed('channel-error'));
  });

  it('is closed with peer-unreachable when the remote connection was closed', () => {
    const { events, close, fail } = openChannel();
    fail({ errorDetail: 'sctp-failure', sctpCauseCode: 12 });
    close();
    expect(events).toEqual(closed('peer-unreachable'));
  });

  it.each(['disconnected', 'failed'])(
    'leaves no timer behind when its owner closes it because the path is %s',
    async (state) => {
      const { connection, peer, clock } = setUp('offer', {}, undefined, ({ type }) => {
        if (type === 'path' && peer.iceConnectionState === state) connection.close();
      });
      connection.start();
      await nextTurn();
      for (const each of ['connected', state]) {
        peer.iceConnectionState = each;
        peer.oniceconnectionstatechange();
      }
      expect([peer.isClosed, clock.pending()]).toEqual([true, 0]);
    },
  );

  it('reports nothing once the connection is closed', () => {
    const { connection, events, close, fail } = openChannel();
    connection.close();
    fail({ errorDetail: 'sctp-failure' });
    close();
    expect(events).toEqual([]);
  });
});
