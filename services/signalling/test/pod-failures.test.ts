import { PodFrame, type RoomEvent } from '@tandem/proto/tandem/signalling/v1/pod';
import { skipNews, offer, pairAcross, startTwoPods } from './support/pair.js';
import type { World, WorldPod } from './support/world.js';

/** Failing pods and brokers (protocol.md §1: broker loss), with a controlled clock. */
let world: World;
let a: WorldPod;
let b: WorldPod;
beforeEach(async () => {
  ({ world, a, b } = await startTwoPods());
});

describe('pod failures', () => {
  it('members of a crashed pod count as left after three seconds', async () => {
    const { sender } = await pairAcross(world, a, b);
    b.crash();
    await world.pass(2_500);
    expect(sender.news()).toEqual([]);
    await world.pass(1_500);
    expect(sender.news()).toEqual(['peer-left R']);
    expect(a.pod.podCount()).toBe(1);
  });

  it("members of a restarted pod's previous epoch have left; messages to them return peer-gone", async () => {
    const { sender } = await pairAcross(world, a, b);
    b.crash();
    b = world.startPod('b');
    sender.send(offer);
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R', 'error peer-gone']);
    const again = await world.join(b, 'R', 'guest');
    expect(sender.news()).toEqual(['peer-joined R']);
    expect(again.news()).toEqual(['joined []', 'peer-joined S']);
  });

  it('the first heartbeat of a pod restarted within three seconds removes its previous members', async () => {
    const { sender } = await pairAcross(world, a, b);
    b.crash();
    b = world.startPod('b');
    await world.pass(1_000);
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it("a stopping pod's members leave immediately", async () => {
    const { sender } = await pairAcross(world, a, b);
    b.pod.announceStop();
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('the members of a silent pod return with its first frame', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
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

describe('the last leave from a room of a pod', () => {
  it('reaches a pod that counted as failed once it returns', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    b.isRunning = false;
    await world.pass(4_000);
    sender.drop();
    await world.settle();
    expect(receiver.news()).toEqual([]);
    b.isRunning = true;
    await world.pass(1_500);
    expect(receiver.news()).toEqual(['peer-left S']);
  });

  it.each([
    ['soon after the join', 0],
    ['much later', 60_000],
  ])('is announced after an outage of this pod only, %s', async (_when, ms) => {
    const { sender, receiver } = await pairAcross(world, a, b);
    await world.pass(ms);
    world.broker.cut('a');
    sender.drop();
    await world.pass(1_000);
    expect(receiver.news()).toEqual([]);
    world.broker.restore();
    // The other pod has lost no connection and requires no confirmation.
    await world.pass(2_000);
    expect(receiver.news()).toEqual(['peer-left S']);
  });

  it('is not announced again when the member has returned', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    sender.drop();
    await world.join(a, 'S', 'owner');
    await world.settle();
    expect(receiver.news()).toEqual(['peer-left S', 'peer-joined S']);
    world.broker.cut();
    world.broker.restore();
    await world.pass(10_000);
    expect(receiver.news()).toEqual([]);
  });
});

describe('frames that are lost between two pods', () => {
  const seconds = 1_000;
  /** Both stay connected to the broker. */
  const cutBetween = (one: string, other: string) => {
    world.broker.cutLink(one, other);
    world.broker.cutLink(other, one);
  };
  /** Joins, leaves and complete lists that the second pod receives from others. */
  const countEvents = () => {
    const counted: RoomEvent[] = [];
    const { onBroadcast } = b.pod.handlers;
    b.pod.handlers.onBroadcast = (data) => {
      const { body } = PodFrame.decode(data);
      if (body?.$case === 'events') counted.push(...body.value.events);
      onBroadcast(data);
    };
    return counted;
  };

  it.each([250, 750, 1_250, 2_500])(
    'during %i ms do not hide a join that was announced in that time',
    async (ms) => {
      const sender = await world.join(a, 'S', 'owner');
      cutBetween('a', 'b');
      const receiver = await world.join(b, 'R', 'guest');
      await world.pass(ms);
      world.broker.restoreLinks();
      expect([...sender.news(), ...receiver.news()]).toEqual(['joined []', 'joined []']);
      await world.pass(3 * seconds);
      expect([sender.news(), receiver.news()]).toEqual([['peer-joined R'], ['peer-joined S']]);
      expect([a, b].map(({ pod }) => pod.isRoomLive('s'))).toEqual([true, true]);
    },
  );

  it('do not hide the members that are listed in reply to a join', async () => {
    const sender = await world.join(a, 'S', 'owner');
    const receiver = world.connect(b);
    receiver.send({ type: 'join', shareId: 's', peerId: 'R', password: 'guest' });
    await new Promise((resolve) => setImmediate(resolve));
    world.broker.deliverOne();
    expect(sender.news()).toEqual(['joined []', 'peer-joined R']);
    world.broker.cutLink('a', 'b');
    await world.settle();
    world.broker.restoreLinks();
    await world.pass(3 * seconds);
    expect(receiver.news()).toEqual(['joined []', 'peer-joined S']);
  });

  it.each([
    ['soon after the join', 0],
    ['much later', 60 * seconds],
  ])('do not hide that the last member of a pod has left, %s', async (_when, ms) => {
    const { sender, receiver } = await pairAcross(world, a, b);
    await world.pass(ms);
    world.broker.cutLink('a', 'b');
    sender.drop();
    await world.settle();
    world.broker.restoreLinks();
    expect(receiver.news()).toEqual([]);
    await world.pass(3 * seconds);
    expect(receiver.news()).toEqual(['peer-left S']);
  });

  it('for longer than a failed pod is remembered do not keep the pods apart afterwards', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    cutBetween('a', 'b');
    await world.pass(660 * seconds);
    world.broker.restoreLinks();
    expect([sender.news(), receiver.news()]).toEqual([['peer-left R'], ['peer-left S']]);
    await world.pass(3 * seconds);
    expect([sender.news(), receiver.news()]).toEqual([['peer-joined R'], ['peer-joined S']]);
  });

  it('while one of them starts do not keep the pods apart afterwards', async () => {
    cutBetween('a', 'c');
    const c = world.startPod('c');
    const sender = await world.join(a, 'S', 'owner');
    const receiver = await world.join(c, 'R', 'guest');
    await world.pass(30 * seconds);
    world.broker.restoreLinks();
    skipNews(sender, receiver);
    await world.pass(3 * seconds);
    expect([sender.news(), receiver.news()]).toEqual([['peer-joined R'], ['peer-joined S']]);
  });

  it('require a re-check of every room, because the stop of a share may be lost too', async () => {
    await pairAcross(world, a, b);
    a.rechecks.length = 0;
    world.broker.cutLink('b', 'a');
    await world.pass(1 * seconds);
    world.broker.restoreLinks();
    await world.pass(1 * seconds);
    expect(a.rechecks).toEqual(['s']);
  });

  it('cause one announcement of all members every few seconds at most', async () => {
    await pairAcross(world, a, b);
    const events = countEvents();
    for (let round = 0; round < 10; round += 1) {
      world.broker.cutLink('b', 'a');
      await world.pass(1 * seconds);
      world.broker.restoreLinks();
      await world.pass(1 * seconds);
    }
    expect(events.length).toBeGreaterThan(1);
    expect(events.length).toBeLessThan(5);
  });

  it('are not detected where none was lost', async () => {
    await pairAcross(world, a, b);
    const third = await world.join(a, 'R2', 'guest');
    await world.pass(10 * seconds);
    const events = countEvents();
    third.drop();
    await world.pass(20 * seconds);
    expect(events).toEqual([]);
  });
});

describe('a pod whose process was suspended', () => {
  it('does not count its own suspension as silence of other pods', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    world.sleep(10_000);
    await world.pass(5_000);
    expect([...sender.news(), ...receiver.news()]).toEqual([]);
  });
});

describe('setting the clock', () => {
  it.each([
    ['back', -600_000],
    ['forward', 600_000],
  ])('%s silences no pod', async (_where, byMs) => {
    const { sender, receiver } = await pairAcross(world, a, b);
    world.setClock('a', byMs);
    await world.pass(10_000);
    expect([...sender.news(), ...receiver.news()]).toEqual([]);
    expect([a, b].map(({ pod }) => [pod.isBrokerReachable(), pod.podCount()])).toEqual([
      [true, 2],
      [true, 2],
    ]);
  });

  it('back does not hide an outage of the broker or delay the announcements after it', async () => {
    const { sender } = await pairAcross(world, a, b);
    const { deliverAll } = world.broker;
    world.broker.deliverAll = () => undefined;
    world.setClock('a', -600_000);
    await world.pass(4_000);
    expect(a.pod.isBrokerReachable()).toBe(false);
    world.broker.deliverAll = deliverAll;
    await world.pass(8_000);
    expect(a.pod.isBrokerReachable()).toBe(true);
    sender.send(offer);
    await world.settle();
    expect(sender.news()).toEqual([]);
  });
});

describe('a broker outage', () => {
  it('makes messages to other pods fail; rooms on one pod keep working', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    const local = await world.join(a, 'L', 'guest');
    skipNews(sender);
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

  it('delays announcements of joins and leaves until it ends', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    const staying = await world.join(b, 'R2', 'guest');
    skipNews(sender, staying);
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

  it('does not hide that a room has emptied: the other pod removes its members afterwards', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    world.broker.cut();
    receiver.drop();
    await world.settle();
    world.broker.restore();
    await world.pass(2_000);
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('does not hide that a room has emptied, even too long ago to be announced', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    world.broker.cut();
    receiver.drop();
    await world.pass(600_000);
    world.broker.restore();
    await world.pass(4_000);
    expect(sender.news()).toEqual([]);
    await world.pass(3_500);
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('requires a re-check of every room afterwards, because a stop may have been missed', async () => {
    await pairAcross(world, a, b);
    a.rechecks.length = 0;
    world.broker.cut();
    await world.pass(1_000);
    world.broker.restore();
    await world.pass(1_000);
    expect(a.rechecks).toEqual(['s']);
  });

  it('does not keep pods that start during it from finding each other afterwards', async () => {
    world.broker.cut();
    const [c, d] = [world.startPod('c'), world.startPod('d')];
    const sender = await world.join(c, 'S', 'owner');
    const receiver = await world.join(d, 'R', 'guest');
    world.broker.restore();
    await world.pass(2_000);
    expect(sender.news()).toContain('peer-joined R');
    expect(receiver.news()).toContain('peer-joined S');
  });

  it('that leaves the connection open is detected by the missing echo', async () => {
    const { sender } = await pairAcross(world, a, b);
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
