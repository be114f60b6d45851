import { silentLogger } from '@tandem/kit';
import { ShareInfo } from '@tandem/proto/tandem/shares/v1/shares';
import { createShareRecheck } from '../src/pod/recheck-shares.js';
import { closeReasons } from '../src/protocol/close-codes.js';
import { pairAcross, startTwoPods } from './support/pair.js';
import type { World, WorldPod } from './support/world.js';

/** Effects of a stopped or expired share on its room (protocol.md §1: revocation), with a controlled clock. */
let world: World;
let a: WorldPod;
let b: WorldPod;
beforeEach(async () => {
  ({ world, a, b } = await startTwoPods());
});

describe('a share that ends', () => {
  it('closes its room when stopped, and refuses earlier grants', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    [a, b].forEach(({ pod }) => pod.revokeShare('s', { atMs: world.now(), epoch: 0 }));
    for (const client of [sender, receiver]) {
      expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
      expect(client.news().at(-1)).toBe('error share-ended');
    }
    const late = await world.join(b, 'R', 'guest');
    expect(late.closed?.code).toBe(closeReasons.shareEnded.closeCode);
    expect([a.pod.roomCount(), b.pod.roomCount()]).toEqual([0, 0]);
  });

  it('refuses a grant that was signed after the stop, for a share that was read before it', async () => {
    const end = { atMs: world.now(), epoch: 0 };
    a.pod.revokeShare('s', end);
    await world.pass(2_000);
    world.access.assertedAtMs = () => world.now();
    const client = await world.join(a, 'R', 'guest');
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });

  it('keeps the members of a restarted share when the event of an earlier stop arrives again', async () => {
    const end = { atMs: world.now(), epoch: 0 };
    a.pod.revokeShare('s', end);
    a.pod.restoreShare('s', { epoch: 1, passwordEpoch: 0 });
    world.access.shareEpoch = 1;
    const client = await world.join(a, 'R', 'guest');
    a.pod.revokeShare('s', end);
    expect(client.closed).toBeUndefined();
  });

  it('keeps the members of a restarted share when an earlier re-check is answered late', async () => {
    let answer: (found: ShareInfo) => void = () => undefined;
    const found = new Promise<ShareInfo>((resolve) => (answer = resolve));
    const recheck = createShareRecheck({
      shares: { getShareInfo: () => found },
      pod: a.pod,
      logger: silentLogger,
      nowMs: world.now,
    });
    const earlier = await world.join(a, 'R1', 'guest');
    recheck.add('s');
    recheck.tick();
    a.pod.restoreShare('s', { epoch: 1, passwordEpoch: 0 });
    // The clock of the shares service is behind that of the pod.
    world.access.assertedAtMs = () => world.now() - 1_000;
    world.access.shareEpoch = 1;
    const later = await world.join(a, 'R2', 'guest');
    answer(ShareInfo.fromPartial({ shareId: 's', isActive: false, epoch: 0 }));
    await world.settle();
    const afterwards = await world.join(a, 'R3', 'guest');
    expect([earlier, later, afterwards].map(({ closed }) => closed?.code)).toEqual([
      closeReasons.shareEnded.closeCode,
      undefined,
      undefined,
    ]);
  });

  it('closes the members of its last epoch when a re-check finds it stopped', async () => {
    const client = await world.join(a, 'R', 'guest');
    a.pod.revokeShare('s', { atMs: world.now() - 1_000, epoch: undefined, foundEpoch: 0 });
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });

  it('refuses earlier grants when restarted, and accepts those of its new epoch', async () => {
    a.pod.revokeShare('s', { atMs: world.now(), epoch: 0 });
    a.pod.restoreShare('s', { epoch: 1, passwordEpoch: 0 });
    await world.pass(1_000);
    const earlier = await world.join(a, 'R', 'guest');
    expect(earlier.closed?.code).toBe(closeReasons.shareEnded.closeCode);
    world.access.shareEpoch = 1;
    const later = await world.join(a, 'R', 'guest');
    expect(later.closed).toBeUndefined();
  });

  it('closes the members of earlier epochs when a pod has missed the stop', async () => {
    const earlier = await world.join(a, 'R1', 'guest');
    world.access.shareEpoch = 1;
    const later = await world.join(a, 'R2', 'guest');
    a.pod.requireEpoch('s', { epoch: 1, passwordEpoch: 0 });
    expect(earlier.closed?.code).toBe(closeReasons.shareEnded.closeCode);
    expect(later.closed).toBeUndefined();
  });

  it('closes its room with a distinct reason after a password change, and refuses earlier grants', async () => {
    const { sender, receiver } = await pairAcross(world, a, b);
    [a, b].forEach(({ pod }) => pod.restoreShare('s', { epoch: 1, passwordEpoch: 1 }));
    for (const client of [sender, receiver]) {
      expect(client.closed?.code).toBe(closeReasons.passwordChanged.closeCode);
      expect(client.news().at(-1)).toBe('error password-changed');
    }
    const late = await world.join(b, 'R', 'guest');
    expect(late.closed?.code).toBe(closeReasons.passwordChanged.closeCode);
    world.access.shareEpoch = 1;
    expect((await world.join(b, 'R', 'guest')).closed).toBeUndefined();
  });

  it('closes its room with that reason if a pod has missed the password change', async () => {
    const earlier = await world.join(a, 'R1', 'guest');
    a.pod.requireEpoch('s', { epoch: 2, passwordEpoch: 1 });
    expect(earlier.closed?.code).toBe(closeReasons.passwordChanged.closeCode);
  });

  it('refuses a join that was being authorized when it stopped', async () => {
    const asserted = world.now();
    world.access.assertedAtMs = () => asserted;
    let release: () => void = () => undefined;
    world.access.hold = new Promise((resolve) => (release = resolve));
    const client = await world.join(a, 'R', 'guest');
    a.pod.revokeShare('s', { atMs: asserted, epoch: 0 });
    release();
    await world.settle();
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });

  it('closes its room when the re-check at its expiry finds it ended', async () => {
    world.access.shareExpiresAtMs = world.now() + 10_000;
    const client = await world.join(a, 'R', 'guest');
    await world.pass(9_750);
    a.rechecks.length = 0;
    await world.pass(250);
    expect([a.rechecks, client.closed]).toEqual([['s'], undefined]);
    a.pod.revokeShare('s', { atMs: world.now(), epoch: 0 });
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });

  it('closes its room ten seconds after its expiry without an answer', async () => {
    world.access.shareExpiresAtMs = world.now() + 60_000;
    const client = await world.join(a, 'R', 'guest');
    await world.pass(59_750);
    a.rechecks.length = 0;
    await world.pass(10_000);
    expect(client.closed).toBeUndefined();
    expect(a.rechecks).toHaveLength(5);
    await world.pass(250);
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });

  it('is re-checked once before its expiry, and stays open when it was extended', async () => {
    world.access.shareExpiresAtMs = world.now() + 60_000;
    const client = await world.join(a, 'R', 'guest');
    a.rechecks.length = 0;
    await world.pass(29_000);
    expect(a.rechecks).toEqual([]);
    await world.pass(2_000);
    expect(a.rechecks).toEqual(['s']);
    a.pod.setExpiry('s', world.now() + 3_600_000);
    await world.pass(40_000);
    expect(client.closed).toBeUndefined();
    expect(a.rechecks).toEqual(['s']);
  });

  it('stays open when it was extended in its last seconds, after the re-check', async () => {
    const expiresAtMs = world.now() + 60_000;
    world.access.shareExpiresAtMs = expiresAtMs;
    const client = await world.join(a, 'R', 'guest');
    await world.pass(31_000);
    a.pod.setExpiry('s', expiresAtMs);
    a.rechecks.length = 0;
    // The answer arrives after the expiry that the pod knows.
    await world.pass(29_000 + 4_000);
    expect(a.rechecks).toContain('s');
    a.pod.setExpiry('s', expiresAtMs + 3_600_000);
    await world.pass(60_000);
    expect(client.closed).toBeUndefined();
  });

  it('keeps its room open when the first grant to arrive at a pod dates from before the extension', async () => {
    world.access.shareExpiresAtMs = world.now() - 60_000;
    const client = await world.join(a, 'R', 'guest');
    await world.pass(1_000);
    expect(client.closed).toBeUndefined();
    a.pod.setExpiry('s', world.now() + 3_600_000);
    await world.pass(60_000);
    expect(client.closed).toBeUndefined();
  });

  it('stays open after an extension, even if a member joins with an earlier grant', async () => {
    world.access.shareExpiresAtMs = world.now() + 60_000;
    const client = await world.join(a, 'R1', 'guest');
    await world.pass(31_000);
    a.pod.setExpiry('s', world.now() + 3_600_000);
    a.rechecks.length = 0;
    const late = await world.join(a, 'R2', 'guest');
    expect(a.rechecks).toEqual(['s']);
    await world.pass(40_000);
    expect([client.closed, late.closed]).toEqual([undefined, undefined]);
  });

  it.each([
    ['shortened', 3_600_000, 60_000],
    ['extended', 60_000, 3_600_000],
  ])('is re-checked when a grant reveals that it was %s', async (_change, beforeMs, afterMs) => {
    await world.pass(10_000);
    world.access.shareExpiresAtMs = world.now() + beforeMs;
    const client = await world.join(a, 'R1', 'guest');
    await world.join(a, 'R2', 'guest');
    expect(a.rechecks).toEqual([]);
    world.access.shareExpiresAtMs = world.now() + afterMs;
    await world.join(a, 'R3', 'guest');
    expect(a.rechecks).toEqual(['s']);
    a.pod.setExpiry('s', world.access.shareExpiresAtMs);
    await world.pass(afterMs + 9_750);
    expect(client.closed).toBeUndefined();
    await world.pass(500);
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });

  it('closes its room at the expiry that a re-check returns', async () => {
    const client = await world.join(a, 'R', 'guest');
    expect(a.rechecks).toEqual(['s']);
    a.pod.setExpiry('s', world.now() + 1_000);
    await world.pass(11_500);
    expect(client.closed?.code).toBe(closeReasons.shareEnded.closeCode);
  });
});

describe('the re-check of a room', () => {
  beforeEach(async () => {
    world.access.shareExpiresAtMs = world.now() + 3_600_000;
    await world.pass(10_000);
  });

  it('is not needed for a grant issued after the pod subscribed to stops', async () => {
    await world.join(a, 'R', 'guest');
    expect(a.rechecks).toEqual([]);
  });

  it('is needed for a grant issued before that, because the stop may have been missed', async () => {
    world.access.assertedAtMs = () => world.now() - 10_001;
    await world.join(a, 'R', 'guest');
    expect(a.rechecks).toEqual(['s']);
  });

  it('is repeated every ten minutes, because a pod may miss a stop without noticing', async () => {
    await world.join(a, 'R', 'guest');
    await world.pass(599_000);
    expect(a.rechecks).toEqual([]);
    await world.pass(1_500);
    expect(a.rechecks).toEqual(['s']);
    await world.pass(600_000);
    expect(a.rechecks).toEqual(['s', 's']);
  });

  it('is needed after other pods were silent, even if a new pod has replaced them', async () => {
    await world.join(a, 'R', 'guest');
    b.crash();
    await world.pass(4_000);
    expect(a.rechecks).toEqual([]);
    world.startPod('c');
    await world.pass(1_500);
    expect(a.rechecks).toEqual(['s']);
  });

  it('is not needed for the first frame of a new pod', async () => {
    await world.join(a, 'R', 'guest');
    world.startPod('c');
    await world.pass(1_500);
    expect(a.rechecks).toEqual([]);
  });

  it('is needed for a join during a broker outage, or with a grant from that time', async () => {
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
