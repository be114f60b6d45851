/** Two pods with real sockets, on both brokers (protocol.md §1, fan-out and broker loss). */

import { closeReasons } from '../src/protocol/close-codes.js';
import { clusterBrokers, type ClusterBroker } from './support/cluster-brokers.js';
import { startLivePod, type LivePod } from './support/live-pod.js';
import { startSplitBroker } from './support/split-broker.js';
import { eventually } from './support/until.js';
import { joinClient } from './support/ws-client.js';

describe.each(clusterBrokers)('two pods over %s', (_name, open) => {
  let broker: ClusterBroker;
  let a: LivePod;
  let b: LivePod;
  beforeAll(async () => {
    broker = await open();
    a = await startLivePod('a', broker.connect);
    b = await startLivePod('b', broker.connect);
    await eventually(() => a.pod.podCount() === 2 && b.pod.podCount() === 2, 'the pods to meet');
  });
  afterAll(async () => {
    await Promise.all([a.stop(), b.stop()]);
    await broker.close();
  });

  let shares = 0;
  const pairAcross = async () => {
    const shareId = `share-${(shares += 1)}`;
    const sender = await joinClient({ port: a.port, shareId, peerId: 'S', credential: 'owner' });
    const receiver = await joinClient({ port: b.port, shareId, peerId: 'R', credential: 'guest' });
    await Promise.all([sender.next('peer-joined'), receiver.next('peer-joined')]);
    return { shareId, sender, receiver };
  };

  it('relay a handshake between members on different pods', async () => {
    const { shareId, sender, receiver } = await pairAcross();
    sender.send({ type: 'offer', shareId, payload: { sdp: 'o' } });
    expect(await receiver.next('offer')).toEqual({
      type: 'offer',
      shareId,
      peerId: 'S',
      payload: { sdp: 'o' },
    });
    receiver.send({ type: 'answer', shareId, to: 'S', payload: { sdp: 'a' } });
    expect((await sender.next('answer')).payload).toEqual({ sdp: 'a' });
    receiver.socket.terminate();
    expect((await sender.next('peer-left')).peerId).toBe('R');
  });

  it('replace the first socket of an owner that connects to the other pod', async () => {
    const { shareId, sender, receiver } = await pairAcross();
    await joinClient({ port: b.port, shareId, peerId: 'S2', credential: 'owner' });
    expect((await sender.closed).code).toBe(4005);
    await receiver.messages.until(
      (all) => all.some(({ type, peerId }) => type === 'peer-joined' && peerId === 'S2'),
      'the new sender',
    );
    expect(
      receiver.messages.items.slice(-2).map(({ type, peerId }) => `${type} ${peerId}`),
    ).toEqual(['peer-left S', 'peer-joined S2']);
  });

  it('answer cross-pod messages with an error during a broker outage, and recover after it', async () => {
    const { shareId, sender, receiver } = await pairAcross();
    const local = await joinClient({ port: a.port, shareId, peerId: 'L', credential: 'guest' });
    await broker.cut();
    await eventually(() => !a.pod.isBrokerReachable(), 'the pod to detect the outage');
    sender.send({ type: 'offer', shareId, to: 'R', payload: 1 });
    const error = await sender.nextError('peer-unreachable');
    expect(error.payload).toMatchObject({ retryable: true });
    sender.send({ type: 'offer', shareId, to: 'L', payload: 2 });
    await local.next('offer');
    receiver.socket.terminate();
    const late = await joinClient({ port: b.port, shareId, peerId: 'R2', credential: 'guest' });
    await broker.restore();
    // A pod refuses to relay to another until it has received its own echo.
    await eventually(
      () => a.pod.isBrokerReachable() && b.pod.isBrokerReachable(),
      'both pods to reach the broker',
    );
    await sender.messages.until(
      (all) => all.some(({ type, peerId }) => type === 'peer-joined' && peerId === 'R2'),
      'the announcement of the receiver that joined during the outage',
    );
    expect((await sender.next('peer-left')).peerId).toBe('R');
    // The receiver's pod receives the sender in the reply to its announcement.
    await late.messages.until(
      (all) => all.some(({ payload }) => JSON.stringify(payload ?? '').includes('"S"')),
      'news of the sender',
    );
    late.send({ type: 'answer', shareId, payload: 3 });
    expect((await sender.next('answer')).peerId).toBe('R2');
  });

  it('remove the members of a crashed pod, and admit them on the other pod', async () => {
    const c = await startLivePod('c', broker.connect);
    const shareId = `share-${(shares += 1)}`;
    const sender = await joinClient({ port: a.port, shareId, peerId: 'S', credential: 'owner' });
    await joinClient({ port: c.port, shareId, peerId: 'R', credential: 'guest' });
    await sender.next('peer-joined');
    await c.crash();
    // pod-failures.test.ts tests the timing, with a controlled clock.
    await sender.next('peer-left');
    const again = await joinClient({ port: b.port, shareId, peerId: 'R', credential: 'guest' });
    await again.next('peer-joined');
    again.send({ type: 'answer', shareId, payload: 1 });
    await sender.next('answer');
  });
});

describe('two pods on either side of a partitioned broker', () => {
  let broker: Awaited<ReturnType<typeof startSplitBroker>>;
  const pods: LivePod[] = [];
  beforeEach(async () => {
    broker = await startSplitBroker();
  });
  afterEach(async () => {
    await Promise.all(pods.splice(0).map((pod) => pod.stop()));
    await broker.close();
  });
  const start = async (...options: Parameters<typeof startLivePod>): Promise<LivePod> => {
    const pod = await startLivePod(...options);
    pods.push(pod);
    return pod;
  };
  const shareId = 's';

  it('exchange their members afterwards, even if one has started during the partition', async () => {
    const a = await start('a', broker.connectHere);
    const sender = await joinClient({ port: a.port, shareId, peerId: 'S', credential: 'owner' });
    broker.cut();
    const b = await start('b', broker.connectThere);
    const receiver = await joinClient({ port: b.port, shareId, peerId: 'R', credential: 'guest' });
    broker.heal();
    const joined = await Promise.all([sender, receiver].map((one) => one.next('peer-joined')));
    expect(joined.map(({ peerId }) => peerId)).toEqual(['R', 'S']);
  });

  it('close the room of a share that was stopped on the other side, once the partition heals', async () => {
    const stopped = new Set<string>();
    const rechecked: string[] = [];
    const a = await start('a', broker.connectHere);
    const b: LivePod = await start('b', broker.connectThere, {
      onNeedsRecheck: (needed) => {
        rechecked.push(needed);
        if (stopped.has(needed)) b.pod.revokeShare(needed, { atMs: Date.now(), epoch: undefined });
      },
    });
    const untilPods = (count: number, what: string) =>
      eventually(() => [a, b].every(({ pod }) => pod.podCount() === count), what);
    await untilPods(2, 'the pods to meet');
    const sender = await joinClient({ port: a.port, shareId, peerId: 'S', credential: 'owner' });
    const receiver = await joinClient({ port: b.port, shareId, peerId: 'R', credential: 'guest' });
    await sender.next('peer-joined');
    broker.cut();
    await untilPods(1, 'the pods to lose each other');
    expect([a, b].map(({ pod }) => pod.isBrokerReachable())).toEqual([true, true]);
    // The event of the stop reaches the other side of the cut only.
    rechecked.length = 0;
    stopped.add(shareId);
    a.pod.revokeShare(shareId, { atMs: Date.now(), epoch: undefined });
    broker.heal();
    await untilPods(2, 'the pods to meet again');
    expect(rechecked).toContain(shareId);
    expect((await receiver.closed).code).toBe(closeReasons.shareEnded.closeCode);
  });
});
