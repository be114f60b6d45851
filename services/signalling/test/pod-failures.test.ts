import { skipNews, offer, pairAcross, startTwoPods } from './support/pair.js';
import type { World, WorldPod } from './support/world.js';

/** Pods and brokers that die, sleep or return (protocol.md §1: broker loss), with time in our hand. */
let world: World;
let a: WorldPod;
let b: WorldPod;
beforeEach(async () => {
  ({ world, a, b } = await startTwoPods());
});

describe('a pod that dies', () => {
  it('silently: its members count as left after three seconds', async () => {
    const { sender } = await pairAcross(world, a, b);
    b.crash();
    await world.pass(2_500);
    expect(sender.news()).toEqual([]);
    await world.pass(1_500);
    expect(sender.news()).toEqual(['peer-left R']);
    expect(a.pod.podCount()).toBe(1);
  });

  it('and starts anew: the members of its last life have left, messages for them are answered', async () => {
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

  it('and starts anew unnoticed: its first heartbeat tells', async () => {
    const { sender } = await pairAcross(world, a, b);
    b.crash();
    b = world.startPod('b');
    await world.pass(1_000);
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('on purpose: its members have left at once', async () => {
    const { sender } = await pairAcross(world, a, b);
    b.pod.announceStop();
    await world.settle();
    expect(sender.news()).toEqual(['peer-left R']);
  });

  it('only in appearance: when it is heard again, its members are back', async () => {
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

describe('a pod whose event loop slept', () => {
  it('does not take its own sleep for the silence of others', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    world.sleep(10_000);
    await world.pass(5_000);
    expect([...sender.news(), ...receiver.news()]).toEqual([]);
  });
});

describe('a broker that goes away', () => {
  it('is told at once for messages to other pods; rooms of one pod go on', async () => {
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

  it('and returns: who joined meanwhile is announced, who left has left', async () => {
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

  it('and returns: a whole room that emptied on one side is noticed on the other', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
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
    await pairAcross(world, a, b);
    a.rechecks.length = 0;
    world.broker.cut();
    await world.pass(1_000);
    world.broker.restore();
    await world.pass(1_000);
    expect(a.rechecks).toEqual(['s']);
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
