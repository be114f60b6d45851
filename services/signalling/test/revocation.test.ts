import { randomUUID } from 'node:crypto';
import { ServiceError, silentLogger } from '@tandem/kit';
import { createMemoryBus } from '@tandem/kit/bus';
import { events } from '@tandem/proto/events';
import { ShareInfo } from '@tandem/proto/tandem/shares/v1/shares';
import type { ShareEnd, ShareEpochs } from '../src/access/revoked-shares.js';
import { createShareRecheck } from '../src/pod/recheck-shares.js';
import { subscribeToShareEvents } from '../src/pod/share-events.js';
import { createRecorder } from './support/until.js';

/** protocol.md §1, revocation: a stop, deletion or expiry of the share closes its sockets on every pod. */
const share = { shareId: 's', ownerUid: 'o', filename: 'f', fileSize: '1 MB' };
const at = new Date(5_000);

const recordingPod = () => {
  const calls = createRecorder<string>();
  return {
    calls,
    pod: {
      hasRoom: (shareId: string) => shareId !== 'left',
      revokeShare: (shareId: string, { epoch }: ShareEnd) =>
        calls.add(`revoke ${shareId} ${epoch}`),
      restoreShare: (shareId: string, { epoch, passwordEpoch }: ShareEpochs) =>
        calls.add(`restore ${shareId} ${epoch} ${passwordEpoch}`),
      requireEpoch: (shareId: string, { epoch, passwordEpoch }: ShareEpochs) => {
        if (epoch > 0) calls.add(`epoch ${shareId} ${epoch} ${passwordEpoch}`);
      },
      setExpiry: (shareId: string, expiresAtMs: number) =>
        calls.add(`expiry ${shareId} ${expiresAtMs}`),
    },
  };
};

describe('share events', () => {
  const message = (subject: string, data: Uint8Array) => ({
    id: randomUUID(),
    subject,
    data,
    traceparent: '',
  });
  const stopped = events.shareStopped.codec
    .encode({ share, at, reason: 'owner', epoch: 1 })
    .finish();
  const deleted = events.shareDeleted.codec.encode({ share, at }).finish();
  const restarted = events.shareRestarted.codec
    .encode({ share, at, epoch: 2, passwordEpoch: 1 })
    .finish();

  it('reach every pod: stop and delete revoke the share, restart restores it', async () => {
    const bus = createMemoryBus();
    const pods = [recordingPod(), recordingPod()];
    const subscriptions = await Promise.all(
      pods.map(({ pod }) => subscribeToShareEvents(bus, pod, silentLogger)),
    );
    await bus.publish(message(events.shareStopped.subject, stopped));
    await bus.publish(message(events.shareRestarted.subject, restarted));
    await bus.publish(message(events.shareDeleted.subject, deleted));
    for (const { calls } of pods) {
      expect(calls.items).toEqual(['revoke s 1', 'restore s 2 1', 'revoke s Infinity']);
    }
    await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    await bus.publish(message(events.shareStopped.subject, stopped));
    expect(pods[0]?.calls.items).toHaveLength(3);
  });

  it('that cannot be decoded are ignored', async () => {
    const bus = createMemoryBus();
    const { pod, calls } = recordingPod();
    await subscribeToShareEvents(bus, pod, silentLogger);
    await bus.publish(message(events.shareStopped.subject, Buffer.from([255, 255, 255])));
    expect(calls.items).toEqual([]);
  });
});

describe('re-checked shares', () => {
  const recheckWith = (answer: (shareId: string) => Promise<ShareInfo>) => {
    let now = 1_000;
    const { pod, calls } = recordingPod();
    const recheck = createShareRecheck({
      shares: { getShareInfo: ({ shareId = '' }) => answer(shareId) },
      pod,
      logger: silentLogger,
      nowMs: () => now,
      monotonicMs: () => now,
    });
    return { recheck, calls, pass: (ms: number) => (now += ms) };
  };
  const info = (part: Partial<ShareInfo>) =>
    ShareInfo.fromPartial({ shareId: 's', ownerUid: 'o', isActive: true, expiresAt: at, ...part });

  it('that are active set the expiry of the room, once per share', async () => {
    const { recheck, calls } = recheckWith(async () => info({}));
    recheck.add('s');
    recheck.add('s');
    recheck.tick();
    await calls.until((all) => all.length === 1, 'the reply');
    expect(calls.items).toEqual(['expiry s 5000']);
  });

  it('that were restarted close the members of earlier epochs', async () => {
    const { recheck, calls } = recheckWith(async () => info({ epoch: 3, passwordEpoch: 2 }));
    recheck.add('s');
    recheck.tick();
    await calls.until((all) => all.length === 2, 'the reply');
    expect(calls.items).toEqual(['epoch s 3 2', 'expiry s 5000']);
  });

  it.each<[string, number | undefined, () => Promise<ShareInfo>]>([
    // The share may have expired by one clock and been extended by another, so later grants must be accepted.
    ['inactive', undefined, async () => info({ isActive: false, epoch: 3 })],
    [
      'unknown',
      Infinity,
      () => Promise.reject(new ServiceError('not-found', 'share-not-found', 'No such share.')),
    ],
  ])('that are %s are revoked', async (_case, epoch, answer) => {
    const { recheck, calls } = recheckWith(answer);
    recheck.add('s');
    recheck.tick();
    expect(await calls.find(() => true, 'the end')).toBe(`revoke s ${epoch}`);
  });

  it('without a room are skipped', () => {
    const { recheck } = recheckWith(() => Promise.reject(new Error('unexpected request')));
    recheck.add('left');
    recheck.tick();
    expect(recheck.pending).toBe(0);
  });

  it('are retried after a failed request, without closing the room', async () => {
    let isDown = true;
    const requested = createRecorder<string>();
    const { recheck, calls, pass } = recheckWith(async (shareId) => {
      requested.add(shareId);
      if (isDown) throw new ServiceError('unavailable', 'service-unavailable', 'Unavailable.');
      return info({});
    });
    recheck.add('s');
    recheck.tick();
    await new Promise((resolve) => setImmediate(resolve));
    expect([requested.items.length, recheck.pending, calls.items.length]).toEqual([1, 1, 0]);
    recheck.tick();
    expect(requested.items).toHaveLength(1);
    isDown = false;
    pass(5_000);
    recheck.tick();
    await calls.until((all) => all.length === 1, 'the reply');
  });

  it('are requested one per tick, with four in flight at most', () => {
    const requested: string[] = [];
    const { recheck } = recheckWith((shareId) => {
      requested.push(shareId);
      return new Promise(() => undefined);
    });
    for (let n = 0; n < 1_000; n += 1) recheck.add(`s${n}`);
    const afterEach = Array.from({ length: 6 }, () => {
      recheck.tick();
      return requested.length;
    });
    expect(afterEach).toEqual([1, 2, 3, 4, 4, 4]);
    expect(recheck.pending).toBe(996);
  });

  it('whose room is about to close come first, and are requested once', () => {
    const requested: string[] = [];
    const { recheck } = recheckWith((shareId) => {
      requested.push(shareId);
      return new Promise(() => undefined);
    });
    for (const shareId of ['a', 'b', 'c']) recheck.add(shareId);
    recheck.add('c', true);
    recheck.add('c');
    expect(recheck.pending).toBe(3);
    for (let n = 0; n < 4; n += 1) recheck.tick();
    expect(requested).toEqual(['c', 'a', 'b']);
  });
});
