import fc from 'fast-check';
import {
  initialState,
  isActive,
  next,
  stateAt,
  type ShareEvent,
  type ShareLifecycle,
  type ShareState,
} from './share.js';

const hour = 3_600_000;
const t0 = new Date('2026-03-01T00:00:00Z');
const after = (hours: number) => new Date(t0.getTime() + hours * hour);
const expiresAt = after(168);

const inState = (state: ShareState): ShareLifecycle => ({
  ...{ state, expiresAt, epoch: 3, deliveredCount: 2 },
});
const active = inState(initialState);
const stopped = inState({ kind: 'stopped', reason: 'owner', since: after(1) });
const expired = inState({ kind: 'expired', since: expiresAt });
const deleted = inState({ kind: 'deleted', since: after(1) });

const wrong: ShareEvent = { type: 'wrong-password', network: 'a', limit: 10, windowMs: hour };
const restart: ShareEvent = { type: 'restart', latestExpiry: after(1_000) };
const purge: ShareEvent = { type: 'purge', afterMs: 720 * hour };

describe('share transitions', () => {
  it.each<[string, ShareLifecycle, ShareEvent, Date, string]>([
    ['active stops', active, { type: 'stop' }, after(2), 'stopped: stopped owner'],
    ['stopped stops again', stopped, { type: 'stop' }, after(2), 'unchanged'],
    ['expired does not stop', expired, { type: 'stop' }, after(200), 'refused share-expired'],
    ['past its expiry does not stop', active, { type: 'stop' }, expiresAt, 'refused share-expired'],
    ['stopped restarts', stopped, restart, after(2), 'active: restarted'],
    ['active restarts', active, restart, after(2), 'unchanged'],
    [
      'stopped past its expiry does not restart',
      stopped,
      restart,
      expiresAt,
      'refused share-expired',
    ],
    ['expired does not restart', expired, restart, after(200), 'refused share-expired'],
    ['active is not deleted', active, { type: 'delete' }, after(2), 'refused share-not-expired'],
    ['stopped is not deleted', stopped, { type: 'delete' }, after(2), 'refused share-not-expired'],
    ['expired is deleted', expired, { type: 'delete' }, after(200), 'deleted: deleted'],
    ['past its expiry is deleted', stopped, { type: 'delete' }, expiresAt, 'deleted: deleted'],
    [
      'active expires at its expiry',
      active,
      { type: 'expire' },
      expiresAt,
      'expired: stopped expired',
    ],
    ['active does not expire early', active, { type: 'expire' }, after(167), 'unchanged'],
    ['stopped expires', stopped, { type: 'expire' }, expiresAt, 'expired: expired-stopped'],
    ['expired expires again', expired, { type: 'expire' }, after(200), 'unchanged'],
    ['a wrong password counts', active, wrong, after(2), 'active:'],
    ['a wrong password at a stopped share counts', stopped, wrong, after(2), 'stopped:'],
    ['a wrong password at an expired share counts', expired, wrong, after(200), 'expired:'],
    ['inactive for 30 days is deleted', stopped, purge, after(721), 'deleted: deleted'],
    ['inactive for less is kept', stopped, purge, after(720), 'unchanged'],
    ['inactive since its expiry for less is kept', active, purge, after(168 + 719), 'unchanged'],
    ['30 days after its expiry is deleted', active, purge, after(168 + 720), 'deleted: deleted'],
    ['active is not purged', active, purge, after(100), 'unchanged'],
    [
      'a deleted owner’s share is deleted',
      active,
      { type: 'remove' },
      after(2),
      'deleted: deleted',
    ],
    ['a tombstone does not restart', deleted, restart, after(2), 'refused share-not-found'],
    [
      'a tombstone is not deleted again',
      deleted,
      { type: 'remove' },
      after(2),
      'refused share-not-found',
    ],
  ])('%s', (_, share, event, now, expected) => {
    const outcome = next(share, event, now);
    const facts =
      outcome.kind === 'changed'
        ? outcome.facts.map((fact) => `${fact.type} ${'reason' in fact ? fact.reason : ''}`.trim())
        : [];
    const summary =
      outcome.kind === 'changed'
        ? `${outcome.share.state.kind}: ${facts.join(', ')}`.trim()
        : `${outcome.kind} ${'reason' in outcome ? outcome.reason : ''}`.trim();
    expect(summary).toBe(expected);
  });

  it('a restart shortens the expiry to the current plan’s maximum', () => {
    const outcome = next(stopped, { type: 'restart', latestExpiry: after(50) }, after(2));
    expect(outcome).toMatchObject({ kind: 'changed', share: { expiresAt: after(50) } });
  });
});

describe('the epoch and the count of deliveries', () => {
  it.each<[string, ShareLifecycle, ShareEvent]>([
    ['a stop', active, { type: 'stop' }],
    ['a wrong password', active, wrong],
    ['a deletion', stopped, { type: 'remove' }],
  ])('stay the same after %s', (_, share, event) => {
    expect(next(share, event, after(2))).toMatchObject({
      share: { epoch: 3, deliveredCount: 2 },
    });
  });

  it('become the next epoch and zero with a restart', () => {
    expect(next(stopped, restart, after(2))).toMatchObject({
      share: { epoch: 4, deliveredCount: 0 },
    });
  });
});

describe('wrong passwords', () => {
  const guess = (share: ShareLifecycle, at: Date, network: string, limit = 10) => {
    const outcome = next(share, { type: 'wrong-password', network, limit, windowMs: hour }, at);
    return outcome.kind === 'changed' ? outcome.share : share;
  };
  const guessMany = (share: ShareLifecycle, at: Date, networks: string, limit = 10) =>
    Array.from(networks).reduce((current, network) => guess(current, at, network, limit), share);

  it('stop the share at the tenth within an hour [1.26]', () => {
    let share = guessMany(active, after(1), 'abcabcabc');
    expect(share.state.kind).toBe('active');
    share = guess(share, after(1.99), 'a');
    expect(share.state).toMatchObject({
      kind: 'stopped',
      reason: 'wrong-passwords',
      networks: ['a', 'b', 'c'],
    });
  });

  it('are counted from one in a new window [1.26]', () => {
    let share = guessMany(active, after(1), 'abcabcabc');
    share = guess(share, after(2), 'a');
    expect(share.state).toMatchObject({
      kind: 'active',
      wrong: { failures: [{ network: 'a', at: after(2) }] },
    });
  });

  it('count at most four times for one network, so that one or two never stop the share', () => {
    expect(guessMany(active, after(1), 'a'.repeat(1_000)).state.kind).toBe('active');
    const two = guessMany(active, after(1), 'ab'.repeat(1_000));
    expect(two.state.kind).toBe('active');
    expect(guess(two, after(1), 'c').state.kind).toBe('active');
    expect(guessMany(two, after(1), 'cc').state.kind).toBe('stopped');
  });

  it('from networks whose stop the owner has undone no longer count', () => {
    const undo = (share: ShareLifecycle) => {
      const outcome = next(share, restart, after(1.5));
      return outcome.kind === 'changed' ? outcome.share : share;
    };
    let share = undo(guessMany(active, after(1), 'abcabcabca'));
    expect(share.state).toMatchObject({ wrong: { failures: [], forgiven: ['a', 'b', 'c'] } });
    share = guessMany(share, after(1.6), 'abc'.repeat(100));
    expect(share.state.kind).toBe('active');
    // Remembered when the owner stops and restarts the share.
    const byOwner = next(share, { type: 'stop' }, after(1.6));
    share = undo(byOwner.kind === 'changed' ? byOwner.share : share);
    expect(guessMany(share, after(1.7), 'abc'.repeat(100)).state.kind).toBe('active');
    expect(guessMany(share, after(1.7), 'defdefdefd').state.kind).toBe('stopped');
  });

  it('never stop the share with a limit of 0', () => {
    const share = guessMany(active, after(1), 'abcdefghij'.repeat(100), 0);
    expect(share.state.kind).toBe('active');
  });

  it('are counted in shares stored without a count', () => {
    const old: ShareLifecycle = { ...active, state: { kind: 'active' } };
    expect(guessMany(old, after(1), 'abcabcabca').state.kind).toBe('stopped');
  });

  it('stop a share exactly as a model with the full history does, and the state stays bounded', () => {
    const step = fc.record({
      minutes: fc.integer({ min: 0, max: 30 }),
      network: fc.constantFrom(...Array.from('abcdef')),
      times: fc.integer({ min: 1, max: 6 }),
    });
    const limits = fc.integer({ min: 3, max: 12 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), limits, (steps, limit) => {
        const most = Math.max(1, Math.floor((limit - 1) / 2));
        const history: { network: string; at: number }[] = [];
        let share = active;
        let now = t0;
        for (const { minutes, network, times } of steps) {
          now = new Date(now.getTime() + minutes * 60_000);
          for (let count = 0; count < times; count += 1) {
            history.push({ network, at: now.getTime() });
            share = guess(share, now, network, limit);
            const counts = new Map<string, number>();
            for (const { network: from, at } of history) {
              if (now.getTime() - at < hour) counts.set(from, (counts.get(from) ?? 0) + 1);
            }
            const total = [...counts.values()].reduce((sum, n) => sum + Math.min(n, most), 0);
            expect(share.state.kind === 'stopped').toBe(total >= limit);
            if (share.state.kind !== 'active') {
              expect(counts.size).toBeGreaterThanOrEqual(3);
              return;
            }
            expect(share.state.wrong?.failures.length ?? 0).toBeLessThan(limit);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('any sequence of events', () => {
  const event: fc.Arbitrary<ShareEvent> = fc.oneof(
    ...(['stop', 'expire', 'delete'] as const).map((type) => fc.constant({ type })),
    fc.constant(wrong),
    fc.constant(restart),
    fc.constant(purge),
  );
  const sequences = fc.array(fc.record({ event, hours: fc.integer({ min: 0, max: 200 }) }), {
    maxLength: 40,
  });

  it('never leaves a share active after its expiry and never restores a deleted one', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        let share = active;
        let now = t0;
        for (const { event: step, hours } of steps) {
          now = new Date(now.getTime() + hours * hour);
          const before = stateAt(share, now).kind;
          const outcome = next(share, step, now);
          if (outcome.kind === 'changed') share = outcome.share;
          const kind = stateAt(share, now).kind;
          expect(isActive(share, now) && now >= share.expiresAt).toBe(false);
          if (before === 'expired') expect(['expired', 'deleted']).toContain(kind);
          if (before === 'deleted') expect(kind).toBe('deleted');
        }
      }),
      { numRuns: 500 },
    );
  });
});
