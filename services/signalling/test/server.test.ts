import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { createMemoryBroker } from '../src/cluster/bus.memory.js';
import { drain } from '../src/pod/drain.js';
import { closeReasons } from '../src/protocol/close-codes.js';
import { hardLimits, limits } from '../src/protocol/limits.js';
import { startLivePod, publicOrigin, type LivePod } from './support/live-pod.js';
import { eventually } from './support/until.js';
import { connectClient, joinClient, statusOfUpgrade } from './support/ws-client.js';

/** Real sockets (protocol.md §1: Origin, limits, drain), one pod. */
let broker = createMemoryBroker({ automatic: true });
const onMemory: Parameters<typeof startLivePod>[1] = (podId, handlers) =>
  Promise.resolve(broker.connect(podId, handlers));

let live: LivePod;
let port: number;
beforeEach(async () => {
  broker = createMemoryBroker({ automatic: true });
  live = await startLivePod('a', onMemory);
  ({ port } = live);
});
afterEach(() => live.stop());

const offer = { type: 'offer', shareId: 's', payload: { sdp: 'v=0\r\n' } };

describe('the upgrade', () => {
  it('accepts allowed origins and clients that are not browsers', async () => {
    for (const options of [{}, { origin: publicOrigin }]) {
      const client = await connectClient({ port, ...options });
      expect(client.isOpen()).toBe(true);
      client.socket.terminate();
    }
    for (const origin of ['https://evil.example', 'null', `${publicOrigin}.evil.example`]) {
      expect(await statusOfUpgrade({ port, origin })).toBe(403);
    }
    expect(live.refused).toEqual(['origin', 'origin', 'origin']);
    expect(live.access.requests).toEqual([]);
  });

  it('refuses sockets that reached the proxy over plain http, where the proxy does not', async () => {
    await live.stop();
    live = await startLivePod('a', onMemory, { refusesPlainHttp: true });
    const statuses = [];
    for (const protocol of ['http', 'https', 'https, http', undefined]) {
      const headers = protocol === undefined ? {} : { 'x-forwarded-proto': protocol };
      statuses.push(await statusOfUpgrade({ port: live.port, headers }));
    }
    expect(statuses).toEqual([403, 101, 403, 101]);
    expect(live.refused).toEqual(['plain-http', 'plain-http']);
  });

  it('is at /ws only [7.36]', async () => {
    const paths = ['/ws', '/', '/socket', '/ws/more'];
    const statuses = await Promise.all(paths.map((path) => statusOfUpgrade({ port, path })));
    expect(statuses).toEqual([101, 404, 404, 404]);
  });

  it('passes on session cookie, user agent and the address behind the proxy', async () => {
    await live.stop();
    live = await startLivePod('a', onMemory, { trustedHops: 1 });
    await joinClient({
      port: live.port,
      peerId: 'S',
      credential: 'owner',
      headers: {
        cookie: 'theme=dark; __Host-session=abc',
        'user-agent': 'Browser/1',
        'x-forwarded-for': '1.1.1.1, 203.0.113.7',
      },
    });
    expect(live.access.requests[0]).toMatchObject({
      sessionCookie: 'abc',
      userAgent: 'Browser/1',
      ipAddress: '203.0.113.7',
    });
  });

  it.each([
    ['https', true, 'abc'],
    ['http', false, 'planted'],
  ])(
    'reads the session cookie of a site over %s, and no cookie of the other name',
    async (...row) => {
      const [, isHttps, value] = row;
      await live.stop();
      live = await startLivePod('a', onMemory, { isHttps });
      const cookies = ['session=planted; __Host-session=abc', isHttps ? 'session=planted' : 'a=b'];
      for (const [index, cookie] of cookies.entries()) {
        const credentials = { peerId: `S${index}`, credential: 'owner' };
        await joinClient({ port: live.port, ...credentials, headers: { cookie } });
      }
      const received = live.access.requests.map(({ sessionCookie }) => sessionCookie);
      expect(received).toEqual([value, '']);
    },
  );

  it('reads every X-Forwarded-For line, because the client may have written the first', async () => {
    await live.stop();
    live = await startLivePod('a', onMemory, { trustedHops: 1 });
    const socket = connectTcp(live.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'GET /ws?share=s HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 203.0.113.7\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await once(socket, 'data');
    expect(live.pod.connections().map(({ networkKey }) => networkKey)).toEqual(['203.0.113.7']);
    socket.destroy();
  });

  it('fails on a port that another process listens on', async () => {
    await expect(startLivePod('b', onMemory, { port })).rejects.toThrow(/cannot listen/);
  });
});

describe('two members', () => {
  it('complete a handshake [4.37, 4.38, 4.39, 4.40, 4.41, 4.42]', async () => {
    const sender = await joinClient({ port, peerId: 'S', credential: 'owner' });
    const receiver = await joinClient({
      port,
      peerId: 'R',
      credential: 'guest',
    });
    expect((await receiver.next('joined')).payload).toEqual({
      role: 'receiver',
      peers: [{ peerId: 'S', role: 'sender' }],
    });
    await sender.next('peer-joined');
    sender.send(offer);
    expect(await receiver.next('offer')).toEqual({ ...offer, peerId: 'S' });
    receiver.send({
      type: 'answer',
      shareId: 's',
      payload: { sdp: 'ü'.repeat(9_000) },
    });
    expect((await sender.next('answer')).payload).toEqual({
      sdp: 'ü'.repeat(9_000),
    });
    const candidate = { candidate: '', sdpMid: '0', sdpMLineIndex: 0 };
    sender.send({ type: 'ice-candidate', shareId: 's', payload: candidate });
    expect((await receiver.next('ice-candidate')).payload).toEqual(candidate);
    receiver.socket.close();
    await sender.next('peer-left');
  });

  it('receive the echo of a ping', async () => {
    const sender = await joinClient({ port, peerId: 'S', credential: 'owner' });
    sender.send({ type: 'ping', shareId: 's', peerId: 'S' });
    expect(await sender.next('ping')).toEqual({
      type: 'ping',
      shareId: 's',
      peerId: 'S',
    });
  });
});

describe('limits', () => {
  it('send an error before closing for a wrong password [4.44]', async () => {
    const client = await connectClient({ port });
    client.send({ type: 'join', shareId: 's', peerId: 'R', password: 'wrong' });
    await client.nextError('access-denied');
    expect(await client.closed).toEqual({
      code: closeReasons.accessDenied.closeCode,
      reason: closeReasons.accessDenied.message,
    });
  });

  it.each<[string, string | Buffer, number]>([
    ['a frame over 64 KiB', `{"type":"ping","payload":"${'x'.repeat(limits.frameBytes)}"}`, 4009],
    ['a frame above the hard limit', 'x'.repeat(hardLimits.frameBytes + 1), 1006],
    ['a binary frame', Buffer.from('{"type":"ping"}'), 4000],
    ['a frame that is not JSON', 'hello', 4000],
  ])('%s closes the socket [1.32]', async (_case, frame, code) => {
    const client = await joinClient({ port, peerId: 'S', credential: 'owner' });
    client.socket.send(frame);
    expect((await client.closed).code).toBe(code);
    await eventually(() => live.pod.connectionCount() === 0, 'the pod to release the connection');
  });

  it('close the socket for text that is not UTF-8, and do not relay it', async () => {
    const sender = await joinClient({ port, peerId: 'S', credential: 'owner' });
    const receiver = await joinClient({
      port,
      peerId: 'R',
      credential: 'guest',
    });
    const frame = Buffer.from('{"type":"offer","payload":"??"}');
    frame.set([0xc3, 0x28], frame.indexOf('??'));
    sender.socket.send(frame, { binary: false });
    expect((await sender.closed).code).toBeGreaterThanOrEqual(1006);
    await receiver.next('peer-left');
    expect(receiver.messages.items.map(({ type }) => type)).not.toContain('offer');
  });

  it('apply to the sockets of a network', async () => {
    await live.stop();
    live = await startLivePod('a', onMemory, {
      socketsPerNetwork: 2,
      trustedHops: 1,
    });
    const from = (address: string) =>
      connectClient({
        port: live.port,
        headers: { 'x-forwarded-for': address },
      });
    const first = await from('192.0.2.1');
    await from('::ffff:c000:201');
    const third = await from('192.0.2.1');
    expect((await third.closed).code).toBe(closeReasons.tooManySockets.closeCode);
    const other = await from('192.0.2.2');
    expect(other.isOpen()).toBe(true);
    first.socket.close();
    await first.closed;
    await eventually(async () => {
      const next = await from('192.0.2.1');
      next.send({ type: 'join', shareId: 's', peerId: 'S', password: 'owner' });
      return Promise.race([next.next('joined').then(() => true), next.closed.then(() => false)]);
    }, 'the limit to allow another socket');
  });

  it('apply to the joins of a network, before its credentials are checked', async () => {
    let now = 0;
    const joinRate = { perSecond: 1, burst: 3 };
    await live.stop();
    live = await startLivePod('a', onMemory, { trustedHops: 1, monotonicMs: () => now, joinRate });
    const join = async (address: string, password: string) => {
      const headers = { 'x-forwarded-for': address };
      const client = await connectClient({ port: live.port, headers });
      client.send({ type: 'join', shareId: password, peerId: 'S', password });
      return (await client.closed).code;
    };
    const { accessDenied, tooManySockets } = closeReasons;
    const codes = [];
    for (const guess of ['a', 'b', 'c', 'd']) codes.push(await join('192.0.2.1', guess));
    const denied = Array.from({ length: 3 }, () => accessDenied.closeCode);
    expect(codes).toEqual([...denied, tooManySockets.closeCode]);
    expect(live.access.requests).toHaveLength(3);
    expect(await join('192.0.2.2', 'e')).toBe(accessDenied.closeCode);
    now += 1_000;
    expect(await join('192.0.2.1', 'f')).toBe(accessDenied.closeCode);
  });

  it('apply to the receivers of a network that enter a room, and not to those of another', async () => {
    let now = 0;
    await live.stop();
    live = await startLivePod('a', onMemory, { trustedHops: 1, monotonicMs: () => now });
    const join = (address: string, peerId: string) =>
      joinClient({
        port: live.port,
        headers: { 'x-forwarded-for': address },
        peerId,
        credential: peerId === 'S' ? 'owner' : 'guest',
      });
    const sender = await join('192.0.2.1', 'S');
    for (let entered = 0; entered < limits.roomJoinBurst; entered += 1) {
      const receiver = await join('198.51.100.1', `R${entered}`);
      receiver.socket.close();
      await receiver.closed;
    }
    const tooMany = async () => {
      const client = await connectClient({
        port: live.port,
        headers: { 'x-forwarded-for': '198.51.100.2' },
      });
      client.send({ type: 'join', shareId: 's', peerId: 'more', password: 'guest' });
      expect((await client.nextError('too-many-sockets')).payload).toMatchObject({
        retryable: true,
      });
      return client.closed;
    };
    expect((await tooMany()).code).toBe(closeReasons.tooManySockets.closeCode);
    await join('203.0.113.1', 'other');
    // The sender may return as often as it likes.
    await join('198.51.100.1', 'S');
    await sender.closed;
    now += 1_000 / limits.roomJoinsPerSecond;
    await join('198.51.100.2', 'later');
    const entries = sender.messages.items.filter(({ type }) => type === 'peer-joined');
    expect(entries).toHaveLength(limits.roomJoinBurst + 1);
  });

  it('close a client that does not read, but not the one that writes to it', async () => {
    await live.stop();
    live = await startLivePod('a', onMemory, {
      rate: { messagesPerSecond: 1e6, messageBurst: 1e6 },
    });
    const sender = await joinClient({
      port: live.port,
      peerId: 'S',
      credential: 'owner',
    });
    const receiver = await joinClient({
      port: live.port,
      peerId: 'R',
      credential: 'guest',
    });
    await sender.next('peer-joined');
    receiver.socket.pause();
    const large = { ...offer, payload: 'x'.repeat(30_000) };
    const left = sender.next('peer-left');
    for (let n = 0; n < 800; n += 1) sender.send(large);
    await left;
    expect(sender.isOpen()).toBe(true);
    expect(live.counters.closed.get('slow-consumer')).toBe(1);
    receiver.socket.resume();
    expect([1006, closeReasons.slowConsumer.closeCode]).toContain((await receiver.closed).code);
  });
});

describe('half-open sockets', () => {
  it('are released when cut in the middle of a frame', async () => {
    const socket = connectTcp(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'GET /ws?share=s HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await once(socket, 'data');
    expect(live.pod.connectionCount()).toBe(1);
    socket.write(Buffer.from([0x81, 0xfe, 0xff, 0xff, 1, 2, 3, 4]));
    socket.destroy();
    await eventually(() => live.pod.connectionCount() === 0, 'the pod to release the connection');
  });
});

describe('the drain', () => {
  it('closes clients as retryable, spread over time, and refuses new ones', async () => {
    const clients = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        joinClient({ port, peerId: `R${n}`, credential: 'guest' }),
      ),
    );
    live.server.stopAccepting();
    await expect(connectClient({ port })).rejects.toThrow(/ECONNREFUSED|503/);
    const left: number[] = [];
    let pausedMs = 0;
    await drain(live.pod, 400, (ms) => {
      left.push(live.pod.connectionCount());
      pausedMs += ms;
      return Promise.resolve();
    });
    const closings = await Promise.all(clients.map(({ closed }) => closed));
    expect(new Set(closings.map(({ code }) => code))).toEqual(new Set([1012]));
    expect(left).toEqual([17, 14, 11, 8, 5, 2]);
    expect(pausedMs).toBeGreaterThan(200);
    expect(live.pod.connectionCount()).toBe(0);
  });

  it('does not wait without clients', async () => {
    const pauses: number[] = [];
    await drain(live.pod, 5_000, async (ms) => void pauses.push(ms));
    expect(pauses).toEqual([]);
  });
});
