import { closeReasons } from '../src/protocol/close-codes.js';
import { pairAcross, startTwoPods } from './support/pair.js';
import type { World, WorldPod } from './support/world.js';

/** What the end of a share does to its room (protocol.md §1: revocation), with time in our hand. */
let world: World;
let a: WorldPod;
let b: WorldPod;
beforeEach(async () => {
  ({ world, a, b } = await startTwoPods());
});

describe('a share that ends', () => {
  it('when stopped, then everybody leaves and old grants are refused', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    [a, b].forEach(({ pod }) => pod.revokeShare('s', world.now()));
    for (const client of [sender, receiver]) {
      expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
      expect(client.news().at(-1)).toBe('error share-ended');
    }
    const late = await world.join(b, 'R', 'guest');
    expect(late.closed?.code).toBe(closeReasons.shareEnded.closeCode);
    expect([a.pod.roomCount(), b.pod.roomCount()]).toEqual([0, 0]);
  });

  it('when started again, then grants from before are good again', async () => {
    const asserted = world.now();
    a.pod.revokeShare('s', world.now());
    world.access.assertedAtMs = () => asserted;
    a.pod.restoreShare('s');
    const client = await world.join(a, 'R', 'guest');
    expect(client.closed).toBeUndefined();
  });

  it('while a join is being checked, then the join is refused', async () => {
    const asserted = world.now();
    world.access.assertedAtMs = () => asserted;
    let release: () => void = () => undefined;
    world.access.hold = new Promise((resolve) => (release = resolve));
    const client = await world.join(a, 'R', 'guest');
    a.pod.revokeShare('s', asserted);
    release();
    await world.settle();
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });

  it('by expiry, then everybody leaves within a tick', async () => {
    world.access.shareExpiresAtMs = world.now() + 10_000;
    const client = await world.join(a, 'R', 'guest');
    await world.pass(9_750);
    expect(client.closed).toBeUndefined();
    await world.pass(500);
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });

  it('at a moment learnt later (old grants do not tell), then everybody leaves too', async () => {
    const client = await world.join(a, 'R', 'guest');
    expect(a.rechecks).toEqual(['s']);
    a.pod.setExpiry('s', world.now() + 1_000);
    await world.pass(1_500);
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });
});

describe('a room is in doubt', () => {
  beforeEach(async () => {
    world.access.shareExpiresAtMs = world.now() + 3_600_000;
    await world.pass(10_000);
  });

  it('not when its grant is from after the pod began to hear of stops', async () => {
    await world.join(a, 'R', 'guest');
    expect(a.rechecks).toEqual([]);
  });

  it('when its grant is from before: the stop may have gone by', async () => {
    world.access.assertedAtMs = () => world.now() - 10_001;
    await world.join(a, 'R', 'guest');
    expect(a.rechecks).toEqual(['s']);
  });

  it('when somebody joins while the broker is away, or with a grant from then', async () => {
    world.broker.cut();
    await world.pass(1_000);
    const cutAtMs = world.now();
    await world.join(a, 'R1', 'guest');
    expect(a.rechecks).toEqual(['s']);
    world.broker.restore();
    await world.pass(10_000);
    a.rechecks.length = 0;
    await world.join(a, 'R2', 'guest');
    expect(a.rechecks).toEqual([]);
    world.access.assertedAtMs = () => cutAtMs;
    await world.join(a, 'R3', 'guest');
    expect(a.rechecks).toEqual(['s']);
  });
});
