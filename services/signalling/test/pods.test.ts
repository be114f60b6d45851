import { endings, limits } from '../src/limits.js';
import { createWorld, type Client, type World, type WorldPod } from './support/world.js';

/** Several pods, one broker (protocol.md §1: fan-out, broker loss, revocation), with time in our hand. */
let world: World;
let a: WorldPod;
let b: WorldPod;
beforeEach(async () => {
  world = createWorld();
  a = world.startPod('a');
  b = world.startPod('b');
  await world.pass(1_000);
});

const offer = { type: 'offer', shareId: 's', payload: { sdp: 'v=0' } };
const forget = (...clients: Client[]) => clients.forEach((client) => client.news());

/** Sender on one pod, receiver on another. */
const pairAcross = async () => {
  const sender = await world.join(a, 'S', 'owner');
  const receiver = await world.join(b, 'R', 'guest');
  forget(sender, receiver);
  return { sender, receiver };
};

describe('two people on two pods', () => {
  it('hear of each other and talk', async () => {
    const sender = await world.join(a, 'S', 'owner');
    const receiver = await world.join(b, 'R', 'guest');
    expect(sender.news()).toEqual(['joined []', 'peer-joined R']);
    expect(receiver.news()).toEqual(['joined []', 'peer-joined S']);
    sender.send(offer);
    await world.settle();
    receiver.send({ type: 'answer', shareId: 's', to: 'S', payload: 1 });
    await world.settle();
    expect(receiver.received.at(-1)).toEqual({
      type: 'offer',
      shareId: 's',
      peerId: 'S',
      payload: { sdp: 'v=0' },
    });
    expect(sender.news()).toEqual(['answer R']);
    expect([a.stats.crossPod, b.stats.crossPod]).toEqual([1, 1]);
  });

  it('are not told to others: the peer id is the socket’s own, whatever the frame says', async () => {
    const { sender, receiver } = await pairAcross();
    sender.send({ ...offer, peerId: 'somebody else' });
    await world.settle();
    expect(receiver.news()).toEqual(['offer S']);
  });

  it('hear when the other leaves, soon after the join or much later', async () => {
    const { sender, receiver } = await pairAcross();
    receiver.drop();
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R']);
    await world.join(b, 'R2', 'guest');
    await world.pass(60_000);
    forget(sender);
    b.pod.connections().forEach((connection) => b.pod.gone(connection));
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R2']);
  });

  it('hear of a leave that overtakes the answer to the join', async () => {
    const receiver = await world.join(b, 'R', 'guest');
    const sender = world.connect(a);
    sender.send({ type: 'join', shareId: 's', peerId: 'S', password: 'owner' });
    await new Promise((resolve) => setImmediate(resolve));
    world.broker.deliverOne();
    expect(receiver.news()).toEqual(['joined []', 'peer-joined S']);
    // The other pod’s answer is still under way: this pod does not know yet whom to tell.
    sender.drop();
    await world.settle();
    expect(receiver.news()).toEqual(['peer-left S']);
  });

  it('are told of each other also to those who come later on either pod', async () => {
    const { sender } = await pairAcross();
    const second = await world.join(a, 'R2', 'guest');
    const third = await world.join(b, 'R3', 'guest');
    expect(second.news()).toEqual(['joined [S]']);
    expect(third.news()).toEqual(['joined [S]']);
    expect(sender.news()).toEqual(['peer-joined R2', 'peer-joined R3']);
  });

  it('of different rooms hear nothing of each other', async () => {
    const { sender, receiver } = await pairAcross();
    const stranger = await world.join(b, 'R', 'guest', 'other');
    stranger.send({ ...offer, shareId: 'other', to: 'S' });
    stranger.send({ ...offer, shareId: 's', to: 'S' });
    await world.settle();
    expect(stranger.news()).toEqual(['joined []', 'error no-peer', 'error wrong-share']);
    expect([...sender.news(), ...receiver.news()]).toEqual([]);
  });

  it('joining at the same moment find each other', async () => {
    const sender = world.connect(a);
    const receiver = world.connect(b);
    sender.send({ type: 'join', shareId: 's', peerId: 'S', password: 'owner' });
    receiver.send({ type: 'join', shareId: 's', peerId: 'R', password: 'guest' });
    await world.settle();
    expect(sender.news()).toEqual(['joined []', 'peer-joined R']);
    expect(receiver.news()).toEqual(['joined []', 'peer-joined S']);
  });
});

describe('a second sender', () => {
  it('replaces the first on another pod: peer-left, then peer-joined', async () => {
    const { sender, receiver } = await pairAcross();
    const again = await world.join(b, 'S', 'owner');
    expect(receiver.news()).toEqual(['peer-left S', 'peer-joined S']);
    expect(again.news()).toEqual(['joined [R]']);
    expect(sender.closed).toEqual({
      code: endings.replaced.code,
      reason: endings.replaced.message,
    });
    receiver.send({ type: 'answer', shareId: 's' });
    await world.settle();
    expect(again.news()).toEqual(['answer R']);
  });

  it('at the same moment: exactly one of them stays, and the receiver knows which', async () => {
    const receiver = await world.join(b, 'R', 'guest');
    const senders = [world.connect(a), world.connect(b)];
    senders.forEach((client, n) =>
      client.send({ type: 'join', shareId: 's', peerId: `S${n}`, password: 'owner' }),
    );
    await world.settle();
    const left = senders.filter((client) => client.closed === undefined);
    expect(left).toHaveLength(1);
    receiver.send({ type: 'answer', shareId: 's' });
    await world.settle();
    expect(left[0]?.news().at(-1)).toBe('answer R');
  });

  it('wins also where the clock of the first pod is ahead', async () => {
    const { sender } = await pairAcross();
    // The clocks of two machines: the second sender's pod is 20 s behind, but has heard of the first.
    world.sleep(-20_000);
    const again = await world.join(b, 'S', 'owner');
    expect(again.closed).toBeUndefined();
    expect(sender.closed?.code).toBe(endings.replaced.code);
  });
});

describe('a receiver that comes back', () => {
  it('takes its own place on another pod at once', async () => {
    const { sender, receiver } = await pairAcross();
    const again = await world.join(a, 'R', 'guest:R');
    expect(sender.news()).toEqual(['peer-left R', 'peer-joined R']);
    expect(receiver.closed?.code).toBe(endings.replaced.code);
    expect(again.closed).toBeUndefined();
  });

  it('does not take the place of somebody else on another pod', async () => {
    const { sender, receiver } = await pairAcross();
    const thief = await world.join(a, 'R', 'guest:thief');
    expect(thief.closed?.code).toBe(endings.peerIdTaken.code);
    expect(receiver.closed).toBeUndefined();
    sender.send({ ...offer, to: 'R' });
    await world.settle();
    expect(receiver.news()).toContain('offer S');
    expect(thief.news()).not.toContain('offer S');
  });
});

describe('a pod that dies', () => {
  it('silently: its members count as left after three seconds', async () => {
    const { sender } = await pairAcross();
    b.crash();
    await world.pass(2_500);
    expect(sender.news()).toEqual([]);
    await world.pass(1_500);
    expect(sender.news()).toEqual(['peer-left R']);
    expect(a.pod.podCount()).toBe(1);
  });

  it('and starts anew: the members of its last life have left, messages for them are answered', async () => {
    const { sender } = await pairAcross();
    b.crash();
    b = world.startPod('b');
    sender.send(offer);
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R', 'error peer-gone']);
    const again = await world.join(b, 'R', 'guest');
    expect(sender.news()).toEqual(['peer-joined R']);
    expect(again.news()).toEqual(['joined []', 'peer-joined S']);
  });

  it('and starts anew unnoticed: its first heartbeat tells', async () => {
    const { sender } = await pairAcross();
    b.crash();
    b = world.startPod('b');
    await world.pass(1_000);
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('on purpose: its members have left at once', async () => {
    const { sender } = await pairAcross();
    b.pod.tellStopped();
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('only in appearance: when it is heard again, its members are back', async () => {
    const { sender, receiver } = await pairAcross();
    b.isRunning = false;
    await world.pass(4_000);
    expect(sender.news()).toEqual(['peer-left R']);
    b.isRunning = true;
    await world.pass(1_500);
    expect(sender.news()).toEqual(['peer-joined R']);
    sender.send(offer);
    await world.settle();
    expect(receiver.news()).toContain('offer S');
  });
});

describe('a pod whose event loop slept', () => {
  it('does not take its own sleep for the silence of others', async () => {
    const { sender, receiver } = await pairAcross();
    world.sleep(10_000);
    await world.pass(5_000);
    expect([...sender.news(), ...receiver.news()]).toEqual([]);
  });
});

describe('a connection that is gone', () => {
  it('is answered, and counts as left', async () => {
    const { sender, receiver } = await pairAcross();
    // The leave is lost on the way.
    world.broker.cut();
    receiver.drop();
    await world.settle();
    world.broker.restore();
    sender.send(offer);
    await world.settle();
    expect(sender.news()).toEqual(['error peer-gone', 'peer-left R']);
  });
});

describe('a broker that goes away', () => {
  it('is told at once for messages to other pods; rooms of one pod go on', async () => {
    const { sender, receiver } = await pairAcross();
    const local = await world.join(a, 'L', 'guest');
    forget(sender);
    world.broker.cut();
    sender.send({ ...offer, to: 'R' });
    sender.send({ ...offer, to: 'L' });
    expect(sender.news()).toEqual(['error peer-unreachable']);
    expect(sender.received.at(-1)?.payload).toMatchObject({ retryable: true });
    expect(local.news()).toEqual(['joined [S]', 'offer S']);
    await world.pass(20_000);
    expect([...sender.news(), ...receiver.news()]).toEqual([]);
    expect(a.pod.isBrokerReachable()).toBe(false);
  });

  it('and returns: who joined meanwhile is announced, who left has left', async () => {
    const { sender, receiver } = await pairAcross();
    const staying = await world.join(b, 'R2', 'guest');
    forget(sender, staying);
    world.broker.cut();
    receiver.drop();
    const late = await world.join(b, 'R3', 'guest');
    expect(late.news()).toEqual(['joined [S]']);
    await world.pass(10_000);
    world.broker.restore();
    await world.pass(2_500);
    expect(sender.news().sort()).toEqual(['peer-joined R3', 'peer-left R']);
    expect([...late.news(), ...staying.news()]).toEqual([]);
    sender.send({ ...offer, to: 'R2' });
    await world.settle();
    expect(staying.news()).toEqual(['offer S']);
  });

  it('and returns: a whole room that emptied on one side is noticed on the other', async () => {
    const { sender, receiver } = await pairAcross();
    world.broker.cut();
    receiver.drop();
    await world.settle();
    world.broker.restore();
    await world.pass(4_000);
    expect(sender.news()).toEqual([]);
    await world.pass(3_500);
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('and returns: every room is in doubt, because a stop may have been missed', async () => {
    await pairAcross();
    a.doubts.length = 0;
    world.broker.cut();
    await world.pass(1_000);
    world.broker.restore();
    await world.pass(1_000);
    expect(a.doubts).toEqual(['s']);
  });

  it('was away when two pods started: they find each other all the same', async () => {
    world.broker.cut();
    const [c, d] = [world.startPod('c'), world.startPod('d')];
    const sender = await world.join(c, 'S', 'owner');
    const receiver = await world.join(d, 'R', 'guest');
    world.broker.restore();
    await world.pass(2_000);
    expect(sender.news()).toContain('peer-joined R');
    expect(receiver.news()).toContain('peer-joined S');
  });

  it('but takes messages and delivers none: the pod notices by its own heartbeat', async () => {
    const { sender } = await pairAcross();
    const { deliverAll } = world.broker;
    world.broker.deliverAll = () => undefined;
    await world.pass(4_000);
    sender.send(offer);
    expect(sender.news()).toEqual(['error peer-unreachable']);
    world.broker.deliverAll = deliverAll;
    await world.pass(3_000);
    sender.send(offer);
    await world.settle();
    expect(sender.news()).toEqual([]);
  });
});

describe('a share that ends', () => {
  it('when stopped, then everybody leaves and old grants are refused', async () => {
    const { sender, receiver } = await pairAcross();
    [a, b].forEach(({ pod }) => pod.revoke('s', world.now()));
    for (const client of [sender, receiver]) {
      expect(client.closed?.code).toBe(endings.shareEnded.code);
      expect(client.news().at(-1)).toBe('error share-ended');
    }
    const late = await world.join(b, 'R', 'guest');
    expect(late.closed?.code).toBe(endings.shareEnded.code);
    expect([a.pod.roomCount(), b.pod.roomCount()]).toEqual([0, 0]);
  });

  it('when started again, then grants from before are good again', async () => {
    const asserted = world.now();
    a.pod.revoke('s', world.now());
    world.authority.assertedAtMs = () => asserted;
    a.pod.restore('s');
    const client = await world.join(a, 'R', 'guest');
    expect(client.closed).toBeUndefined();
  });

  it('while a join is being checked, then the join is refused', async () => {
    const asserted = world.now();
    world.authority.assertedAtMs = () => asserted;
    let release: () => void = () => undefined;
    world.authority.hold = new Promise((resolve) => (release = resolve));
    const client = await world.join(a, 'R', 'guest');
    a.pod.revoke('s', asserted);
    release();
    await world.settle();
    expect(client.closed?.code).toBe(endings.shareEnded.code);
  });

  it('by expiry, then everybody leaves within a tick', async () => {
    world.authority.shareExpiresAtMs = world.now() + 10_000;
    const client = await world.join(a, 'R', 'guest');
    await world.pass(9_750);
    expect(client.closed).toBeUndefined();
    await world.pass(500);
    expect(client.closed?.code).toBe(endings.shareEnded.code);
  });

  it('at a moment learnt later (old grants do not tell), then everybody leaves too', async () => {
    const client = await world.join(a, 'R', 'guest');
    expect(a.doubts).toEqual(['s']);
    a.pod.learnExpiry('s', world.now() + 1_000);
    await world.pass(1_500);
    expect(client.closed?.code).toBe(endings.shareEnded.code);
  });
});

describe('a room is in doubt', () => {
  beforeEach(async () => {
    world.authority.shareExpiresAtMs = world.now() + 3_600_000;
    await world.pass(10_000);
  });

  it('not when its grant is from after the pod began to hear of stops', async () => {
    await world.join(a, 'R', 'guest');
    expect(a.doubts).toEqual([]);
  });

  it('when its grant is from before: the stop may have gone by', async () => {
    world.authority.assertedAtMs = () => world.now() - 10_001;
    await world.join(a, 'R', 'guest');
    expect(a.doubts).toEqual(['s']);
  });

  it('when somebody joins while the broker is away, or with a grant from then', async () => {
    world.broker.cut();
    await world.pass(1_000);
    const cutAtMs = world.now();
    await world.join(a, 'R1', 'guest');
    expect(a.doubts).toEqual(['s']);
    world.broker.restore();
    await world.pass(10_000);
    a.doubts.length = 0;
    await world.join(a, 'R2', 'guest');
    expect(a.doubts).toEqual([]);
    world.authority.assertedAtMs = () => cutAtMs;
    await world.join(a, 'R3', 'guest');
    expect(a.doubts).toEqual(['s']);
  });
});

describe('a join', () => {
  it('must come within ten seconds', async () => {
    const client = world.connect(a);
    await world.pass(9_750);
    expect(client.closed).toBeUndefined();
    await world.pass(500);
    expect(client.closed?.code).toBe(endings.joinTimeout.code);
    expect(a.pod.connectionCount()).toBe(0);
  });

  it('that is not well formed ends the socket', async () => {
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
      expect(client.closed?.code).toBe(endings.malformed.code);
    }
    expect(world.authority.requests).toEqual([]);
  });

  it('of a wrong password is told apart from nothing else', async () => {
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
    expect(client.closed?.code).toBe(endings.accessDenied.code);
  });

  it('whose socket went while being checked leaves nothing behind', async () => {
    let release: () => void = () => undefined;
    world.authority.hold = new Promise((resolve) => (release = resolve));
    const client = await world.join(a, 'R', 'guest');
    client.drop();
    release();
    await world.settle();
    expect([a.pod.roomCount(), a.pod.connectionCount()]).toEqual([0, 0]);
    expect(client.received).toEqual([]);
  });

  it('beyond the room’s capacity is refused, over all pods together', async () => {
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
    expect(fresh.closed?.code).toBe(endings.roomFull.code);
  });
});

describe('limits of a member', () => {
  it.each<[string, (client: Client) => void, number]>([
    ['a frame over 64 KiB', (c) => c.send({ ...offer, payload: 'x'.repeat(64 * 1024) }), 4009],
    ['an SDP over 32 KiB', (c) => c.send({ ...offer, payload: 'x'.repeat(32 * 1024) }), 4010],
    ['61 messages at once', (c) => Array.from({ length: 61 }, () => c.send(offer)), 4011],
    ['something that is no JSON', (c) => c.send('{"type":"offer"'), 4000],
  ])('%s ends the socket', async (_what, misbehave, code) => {
    const { sender, receiver } = await pairAcross();
    misbehave(sender);
    expect(sender.closed?.code).toBe(code);
    await world.settle();
    expect(receiver.news().at(-1)).toBe('peer-left S');
  });

  it('a candidate may be as long as a frame', async () => {
    const { sender, receiver } = await pairAcross();
    sender.send({ ...offer, type: 'ice-candidate', payload: 'x'.repeat(60 * 1024) });
    await world.settle();
    expect(receiver.news()).toEqual(['ice-candidate S']);
  });

  it('a client that does not read is cut off, and those who write to it are not', async () => {
    const { sender, receiver } = await pairAcross();
    receiver.sendResult = 0;
    receiver.buffered = limits.backpressureBytes + 1;
    sender.send(offer);
    await world.settle();
    expect(receiver.closed?.code).toBe(endings.slowConsumer.code);
    expect(sender.closed).toBeUndefined();
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('a ping is echoed with its payload, to nobody else', async () => {
    const { sender, receiver } = await pairAcross();
    sender.send({ type: 'ping', shareId: 's', payload: { n: 7 } });
    expect(sender.received.at(-1)).toEqual({
      type: 'ping',
      shareId: 's',
      peerId: 'S',
      payload: { n: 7 },
    });
    expect(receiver.news()).toEqual([]);
  });

  it('a trace goes along in the envelope', async () => {
    const { sender, receiver } = await pairAcross();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    sender.send({ ...offer, traceparent });
    sender.send({ ...offer, traceparent: '","peerId":"x' });
    await world.settle();
    expect(receiver.received.slice(-2)).toMatchObject([{ traceparent }, { peerId: 'S' }]);
    expect(receiver.received.at(-1)).not.toHaveProperty('traceparent');
  });
});
