import { closeReasons } from '../src/protocol/close-codes.js';
import { limits } from '../src/protocol/limits.js';
import { offer, pairAcross, skipNews, startTwoPods } from './support/pair.js';
import { createWorld, type Client, type World, type WorldPod } from './support/world.js';

/** Joins and limits of a member (protocol.md §1), with a controlled clock. */
const candidate = { ...offer, type: 'ice-candidate' };
let world: World;
let a: WorldPod;
let b: WorldPod;
beforeEach(async () => {
  ({ world, a, b } = await startTwoPods());
});

describe('a join', () => {
  it('is announced when it admits a sender, but not when it is a recipient’s or refused', async () => {
    const announced: string[] = [];
    const own = createWorld({ onSenderJoined: (shareId) => announced.push(shareId) });
    const pod = own.startPod('one');
    await own.join(pod, 'R', 'guest');
    await own.join(pod, 'X', 'wrong');
    expect(announced).toEqual([]);
    await own.join(pod, 'S', 'owner');
    expect(announced).toEqual(['s']);
  });

  it('must be received within ten seconds', async () => {
    const client = world.connect(a);
    await world.pass(9_750);
    expect(client.closed).toBeUndefined();
    await world.pass(500);
    expect(client.closed?.code).toBe(closeReasons.joinTimeout.closeCode);
    expect(a.pod.connectionCount()).toBe(0);
  });

  it('closes the socket when malformed', async () => {
    for (const join of [
      { type: 'join', shareId: 's' },
      { type: 'join', peerId: 'p' },
      { type: 'join', shareId: 's', peerId: '"quote"' },
      { type: 'join', shareId: 's/t', peerId: 'p' },
      { type: 'join', shareId: 's', peerId: 'x'.repeat(65) },
      { type: 'join', shareId: 's', peerId: 'p', password: 'x'.repeat(257) },
    ]) {
      const client = world.connect(a);
      client.send(join);
      expect(client.closed?.code).toBe(closeReasons.malformed.closeCode);
    }
    expect(world.access.requests).toEqual([]);
  });

  it('with a wrong password receives an error and is closed', async () => {
    const client = await world.join(a, 'R', 'wrong');
    expect(client.received).toEqual([
      {
        type: 'error',
        shareId: 's',
        peerId: 'R',
        payload: {
          code: 'access-denied',
          message: 'Invalid password or expired link.',
          retryable: false,
        },
      },
    ]);
    expect(client.closed?.code).toBe(closeReasons.accessDenied.closeCode);
  });

  it('leaves no state when its socket closes during authorization', async () => {
    let release: () => void = () => undefined;
    world.access.hold = new Promise((resolve) => (release = resolve));
    const client = await world.join(a, 'R', 'guest');
    client.drop();
    release();
    await world.settle();
    expect([a.pod.roomCount(), a.pod.connectionCount()]).toEqual([0, 0]);
    expect(client.received).toEqual([]);
  });

  it('is refused beyond the capacity of the room on all pods', async () => {
    world = createWorld({ receiversPerRoom: 2 });
    a = world.startPod('a');
    b = world.startPod('b');
    await world.join(a, 'R1', 'guest');
    await world.join(b, 'R2', 'guest');
    const third = await world.join(a, 'R3', 'guest');
    const fourth = await world.join(b, 'R4', 'guest');
    expect([third, fourth].map((client) => client.closed?.code)).toEqual([4007, 4007]);
    const c = world.startPod('c');
    await world.pass(1_000);
    const fresh = await world.join(c, 'R5', 'guest');
    expect(fresh.closed?.code).toBe(closeReasons.roomFull.closeCode);
  });
});

describe('a sender', () => {
  const offerTo = (client: Client, to: string, count: number) => {
    for (let n = 0; n < count; n += 1) client.send({ ...offer, to });
  };
  const joinReceivers = async (at: WorldPod, count: number) => {
    for (let n = 0; n < count; n += 1) await world.join(at, `R${n}`, 'guest');
  };

  it('may send its queue as soon as it has joined, to receivers of this pod', async () => {
    await joinReceivers(a, 5);
    const sender = await world.join(a, 'S', 'owner');
    offerTo(sender, 'R0', limits.queuedSignals);
    expect(sender.closed).toBeUndefined();
  });

  it('may send its queue as soon as it has joined, before other pods have replied', async () => {
    await joinReceivers(b, 5);
    const sender = world.connect(a);
    sender.send({ type: 'join', shareId: 's', peerId: 'S', password: 'owner' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sender.news()).toEqual(['joined []']);
    offerTo(sender, 'R0', limits.queuedSignals);
    await world.settle();
    for (let n = 0; n < 5; n += 1) offerTo(sender, `R${n}`, 20);
    expect(sender.closed).toBeUndefined();
  });

  it.each(['leaves and joins again', 'is replaced by a newer socket'])(
    'has no other burst when it %s',
    async (how) => {
      await joinReceivers(a, 5);
      const first = await world.join(a, 'S', 'owner');
      offerTo(first, 'R0', 200);
      if (how === 'leaves and joins again') first.drop();
      const second = await world.join(a, 'S', 'owner');
      offerTo(second, 'R0', 98);
      expect(second.closed).toBeUndefined();
      offerTo(second, 'R0', 1);
      expect(second.closed?.code).toBe(closeReasons.rateExceeded.closeCode);
      await world.pass(60_000);
      const third = await world.join(a, 'S', 'owner');
      offerTo(third, 'R0', 299);
      expect(third.closed).toBeUndefined();
    },
  );
});

describe('a member', () => {
  it.each<[string, (client: Client) => void, number]>([
    ['a frame over 64 KiB', (c) => c.send({ ...offer, payload: 'x'.repeat(64 * 1024) }), 4009],
    ['an SDP over 32 KiB', (c) => c.send({ ...offer, payload: 'x'.repeat(32 * 1024) }), 4010],
    [
      'a candidate over 8 KiB',
      (c) => c.send({ ...candidate, payload: 'x'.repeat(8 * 1024) }),
      4017,
    ],
    ['a burst of 241 messages', (c) => Array.from({ length: 241 }, () => c.send(offer)), 4011],
    ['a frame that is not JSON', (c) => c.send('{"type":"offer"'), 4000],
  ])('is closed after %s', async (_case, misbehave, code) => {
    const { sender, receiver } = await pairAcross(world, a, b);
    misbehave(sender);
    expect(sender.closed?.code).toBe(code);
    await world.settle();
    expect(receiver.news().at(-1)).toBe('peer-left S');
  });

  it('cannot fill the queue of a sender with large answers', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    const answer = { ...offer, type: 'answer', payload: 'x'.repeat(32 * 1024 - 2) };
    for (let n = 0; n < 8; n += 1) receiver.send(answer);
    expect(receiver.closed?.code).toBe(closeReasons.rateExceeded.closeCode);
    await world.settle();
    expect(sender.news()).toEqual(['answer R', 'peer-left R']);
  });

  it('may send the longest answer also where the operator has lowered the burst', async () => {
    const own = createWorld({ rate: { messagesPerSecond: 20, messageBurst: 4 } });
    const pod = own.startPod('one');
    await own.join(pod, 'S', 'owner');
    const receiver = await own.join(pod, 'R', 'guest');
    await own.pass(1_000);
    receiver.send({ ...offer, type: 'answer', payload: 'x'.repeat(32 * 1024 - 2) });
    expect(receiver.closed).toBeUndefined();
  });

  it('may answer with a large description and many candidates', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    receiver.send({ ...offer, type: 'answer', payload: 'x'.repeat(8 * 1024) });
    for (let n = 0; n < 50; n += 1) receiver.send({ ...candidate, payload: 'x'.repeat(300) });
    await world.settle();
    expect([sender.news().length, receiver.closed]).toEqual([51, undefined]);
  });

  it('may send a candidate of 8 KiB', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    // The quotes count.
    sender.send({ ...candidate, payload: 'x'.repeat(8 * 1024 - 2) });
    await world.settle();
    expect(receiver.news()).toEqual(['ice-candidate S']);
  });

  it('is closed when it does not read; its counterpart is not', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    receiver.sendResult = 0;
    receiver.buffered = limits.backpressureBytes + 1;
    sender.send(offer);
    await world.settle();
    expect(receiver.closed?.code).toBe(closeReasons.slowConsumer.closeCode);
    expect(sender.closed).toBeUndefined();
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('is notified of a new sender although other receivers do not read', async () => {
    const names = ['R1', 'R2', 'R3', 'R4'];
    const receivers: Client[] = [];
    for (const name of names) receivers.push(await world.join(a, name, 'guest'));
    for (const receiver of receivers) receiver.news();
    const [first, second, third, fourth] = receivers as [Client, Client, Client, Client];
    for (const slow of [first, third]) slow.sendResult = 2;
    const sender = await world.join(a, 'S', 'owner');
    expect([first, third].map(({ closed }) => closed?.code)).toEqual([4013, 4013]);
    expect([second.news(), fourth.news()]).toEqual([['peer-joined S'], ['peer-joined S']]);
    expect(sender.news()).toEqual(['joined [R1 R2 R3 R4]', 'peer-left R1', 'peer-left R3']);
  });

  it('receives the echo of its own ping, with the payload [4.45]', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    sender.send({ type: 'ping', shareId: 's', payload: { n: 7 } });
    expect(sender.received.at(-1)).toEqual({
      type: 'ping',
      shareId: 's',
      peerId: 'S',
      payload: { n: 7 },
    });
    expect(receiver.news()).toEqual([]);
  });

  it('receives the trace context of a message unless it is malformed', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    sender.send({ ...offer, traceparent });
    sender.send({ ...offer, traceparent: '","peerId":"x' });
    await world.settle();
    expect(receiver.received.slice(-2)).toMatchObject([{ traceparent }, { peerId: 'S' }]);
    expect(receiver.received.at(-1)).not.toHaveProperty('traceparent');
  });
});

describe('a recipient that only checks the connection', () => {
  const isLive = () => [a, b].map(({ pod }) => pod.isRoomLive('s'));

  it('is closed when it stays, and the room is not live for it any longer', async () => {
    const sender = await world.join(a, 'S', 'owner');
    const visitor = await world.join(b, 'check-R', 'guest');
    skipNews(sender);
    await world.pass(limits.checkCloseMs - 250);
    expect([visitor.closed, isLive()]).toEqual([undefined, [true, true]]);
    await world.pass(250);
    expect(visitor.closed?.code).toBe(closeReasons.checkOver.closeCode);
    expect(sender.news()).toEqual(['peer-left check-R']);
    expect(isLive()).toEqual([false, false]);
  });

  it('is the only member closed for it; others stay, whatever the peer ID of the sender', async () => {
    const sender = await world.join(a, 'check-S', 'owner');
    const receiver = await world.join(b, 'R-check-', 'guest');
    const first = await world.join(a, 'check-R1', 'guest');
    first.drop();
    const second = await world.join(a, 'check-R2', 'guest');
    await world.pass(60_000);
    expect([sender, receiver].map(({ closed }) => closed)).toEqual([undefined, undefined]);
    expect(second.closed?.code).toBe(closeReasons.checkOver.closeCode);
  });
});
