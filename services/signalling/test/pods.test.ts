import { closeReasons } from '../src/protocol/close-codes.js';
import { limits } from '../src/protocol/limits.js';
import { skipNews, offer, pairAcross, startTwoPods } from './support/pair.js';
import type { World, WorldPod } from './support/world.js';

/** Several pods on one broker (protocol.md §1: fan-out), with a controlled clock. */
let world: World;
let a: WorldPod;
let b: WorldPod;
beforeEach(async () => {
  ({ world, a, b } = await startTwoPods());
});

describe('two members on two pods', () => {
  it('are notified of each other and exchange messages', async () => {
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
    expect([a.counters.crossPod, b.counters.crossPod]).toEqual([1, 1]);
  });

  it('receive the peer ID of the socket, not that of the frame', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    sender.send({ ...offer, peerId: 'forged' });
    await world.settle();
    expect(receiver.news()).toEqual(['offer S']);
  });

  it('are notified when the other leaves, soon after the join or much later [4.43]', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    receiver.drop();
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R']);
    await world.join(b, 'R2', 'guest');
    await world.pass(60_000);
    skipNews(sender);
    b.pod.connections().forEach((connection) => b.pod.onClosed(connection));
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R2']);
  });

  it('are notified of a leave that overtakes the reply to the join', async () => {
    const receiver = await world.join(b, 'R', 'guest');
    const sender = world.connect(a);
    sender.send({ type: 'join', shareId: 's', peerId: 'S', password: 'owner' });
    await new Promise((resolve) => setImmediate(resolve));
    world.broker.deliverOne();
    expect(receiver.news()).toEqual(['joined []', 'peer-joined S']);
    // The other pod’s reply is still in transit: this pod has no entry for the receiver yet.
    sender.drop();
    await world.settle();
    expect(receiver.news()).toEqual(['peer-left S']);
  });

  it('are listed to members that join later on either pod', async () => {
    const { sender } = await pairAcross(world, a, b);
    const second = await world.join(a, 'R2', 'guest');
    const third = await world.join(b, 'R3', 'guest');
    expect(second.news()).toEqual(['joined [S]']);
    expect(third.news()).toEqual(['joined [S]']);
    expect(sender.news()).toEqual(['peer-joined R2', 'peer-joined R3']);
  });

  it('of different rooms receive nothing from each other', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    const stranger = await world.join(b, 'R', 'guest', 'other');
    stranger.send({ ...offer, shareId: 'other', to: 'S' });
    stranger.send({ ...offer, shareId: 's', to: 'S' });
    await world.settle();
    expect(stranger.news()).toEqual(['joined []', 'error no-peer', 'error wrong-share']);
    expect([...sender.news(), ...receiver.news()]).toEqual([]);
  });

  it('that join simultaneously are notified of each other', async () => {
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
    const { sender, receiver } = await pairAcross(world, a, b);
    const again = await world.join(b, 'S', 'owner');
    expect(receiver.news()).toEqual(['peer-left S', 'peer-joined S']);
    expect(again.news()).toEqual(['joined [R]']);
    expect(sender.closed).toEqual({
      code: closeReasons.replaced.closeCode,
      reason: closeReasons.replaced.message,
    });
    receiver.send({ type: 'answer', shareId: 's' });
    await world.settle();
    expect(again.news()).toEqual(['answer R']);
  });

  it('that joins at the same time leaves exactly one sender, reachable by the receiver', async () => {
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

  it('replaces the first also when the clock of the first pod is ahead', async () => {
    const { sender } = await pairAcross(world, a, b);
    // The clock of the second sender's pod is 20 s behind, but that pod has seen the first stamp.
    world.sleep(-20_000);
    const again = await world.join(b, 'S', 'owner');
    expect(again.closed).toBeUndefined();
    expect(sender.closed?.code).toBe(closeReasons.replaced.closeCode);
  });
});

describe('a receiver that reconnects', () => {
  it('replaces its previous socket on another pod', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    const again = await world.join(a, 'R', 'guest:R');
    expect(sender.news()).toEqual(['peer-left R', 'peer-joined R']);
    expect(receiver.closed?.code).toBe(closeReasons.replaced.closeCode);
    expect(again.closed).toBeUndefined();
  });

  it('does not replace another viewer on another pod', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    const rival = await world.join(a, 'R', 'guest:rival');
    expect(rival.closed?.code).toBe(closeReasons.peerIdTaken.closeCode);
    expect(receiver.closed).toBeUndefined();
    sender.send({ ...offer, to: 'R' });
    await world.settle();
    expect(receiver.news()).toContain('offer S');
    expect(rival.news()).not.toContain('offer S');
  });
});

describe('a sender that reconnects', () => {
  it.each(['on the same pod', 'on another pod'])(
    'displaces a receiver that took its peer ID, %s',
    async (where) => {
      const { sender, receiver } = await pairAcross(world, a, b);
      sender.drop();
      await world.settle();
      const rival = await world.join(where === 'on the same pod' ? a : b, 'S', 'guest:rival');
      expect(rival.closed).toBeUndefined();
      const again = await world.join(a, 'S', 'owner');
      expect([again.closed, rival.closed?.code]).toEqual([
        undefined,
        closeReasons.peerIdTaken.closeCode,
      ]);
      const news = again.news();
      expect(['joined [R]', 'joined [] peer-joined R']).toContain(news.join(' '));
      expect(receiver.news().at(-1)).toBe('peer-joined S');
      again.send({ ...offer, to: 'R' });
      await world.settle();
      expect(receiver.news()).toEqual(['offer S']);
    },
  );
});

describe('a newcomer whose join reaches a pod before the leave that makes room for it', () => {
  /** The leave on a third pod is late at the sender's pod only. */
  const joinAhead = async (password: string, peerId: string, others: number) => {
    const c = world.startPod('c');
    const sender = await world.join(a, 'S', 'owner');
    const leaving = await world.join(c, 'R', 'guest:x');
    for (let n = 0; n < others; n += 1) {
      await world.joinFrom(`198.51.${n}.1`, b, `other-${n}`, 'guest');
    }
    world.broker.holdLink('c', 'a');
    leaving.drop();
    await world.settle();
    const newcomer = await world.joinFrom('203.0.113.1', b, peerId, password);
    world.broker.restoreLinks();
    await world.settle();
    return { sender, newcomer };
  };

  it('is refused as retryable when the room was full', async () => {
    const others = limits.receiversPerRoom - 1;
    const { sender, newcomer } = await joinAhead('guest', 'N', others);
    expect(newcomer.closed?.code).toBe(closeReasons.roomFull.closeCode);
    await world.joinFrom('203.0.113.1', b, 'N', 'guest');
    expect(sender.news().at(-1)).toBe('peer-joined N');
  });

  it('is refused as retryable when it has the peer ID of the leaving member', async () => {
    const { sender, newcomer } = await joinAhead('guest:y', 'R', 0);
    expect(newcomer.closed?.code).toBe(closeReasons.peerIdTaken.closeCode);
    skipNews(sender);
    await world.join(b, 'R', 'guest:y');
    expect(sender.news()).toEqual(['peer-joined R']);
  });

  it('does not leave a member waiting that it displaces on that pod', async () => {
    const others = limits.receiversPerRoom - 1;
    const c = world.startPod('c');
    const sender = await world.join(a, 'S', 'owner');
    const leaving = await world.join(c, 'R', 'guest:x');
    const crowd = [];
    for (let n = 0; n < others; n += 1) {
      crowd.push(await world.join(b, `other-${n}`, 'guest'));
    }
    world.broker.holdLink('c', 'a');
    leaving.drop();
    await world.settle();
    const newcomer = await world.joinFrom('203.0.113.1', b, 'N', 'guest');
    world.broker.restoreLinks();
    await world.settle();
    expect(newcomer.closed).toBeUndefined();
    const displaced = crowd.filter(({ closed }) => closed !== undefined);
    expect(displaced.map(({ closed }) => closed?.code)).toEqual([closeReasons.roomFull.closeCode]);
    const left = sender.news().filter((one) => one.startsWith('peer-left'));
    expect(left).toEqual([`peer-left other-${others - 1}`, 'peer-left R']);
  });
});

describe('a closed connection', () => {
  it('is reported to the author of a message, and counts as left', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    // The leave is lost.
    world.broker.cut();
    receiver.drop();
    await world.settle();
    world.broker.restore();
    sender.send(offer);
    await world.settle();
    expect(sender.news()).toEqual(['error peer-gone', 'peer-left R']);
  });
});
