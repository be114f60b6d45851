import fc from 'fast-check';
import {
  initialState,
  isActive,
  next,
  stateAt,
  type ShareLifecycle,
  type ShareEvent,
} from './share.js';

const hour = 3_600_000;
const t0 = new Date('2026-03-01T00:00:00Z');
const after = (hours: number) => new Date(t0.getTime() + hours * hour);
const expiresAt = after(168);

const active: ShareLifecycle = { state: initialState, expiresAt };
const stopped: ShareLifecycle = {
  state: { kind: 'stopped', reason: 'owner', since: after(1) },
  expiresAt,
};
const expired: ShareLifecycle = { state: { kind: 'expired', since: expiresAt }, expiresAt };
const deleted: ShareLifecycle = { state: { kind: 'deleted', since: after(1) }, expiresAt };

const wrong: ShareEvent = { type: 'wrong-password', limit: 10, windowMs: hour };
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
    ['stopped expires without a fact', stopped, { type: 'expire' }, expiresAt, 'expired:'],
    ['expired expires again', expired, { type: 'expire' }, after(200), 'unchanged'],
    ['a wrong password counts', active, wrong, after(2), 'active:'],
    ['a wrong password at a stopped share', stopped, wrong, after(2), 'unchanged'],
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

describe('wrong passwords', () => {
  const guess = (share: ShareLifecycle, at: Date, limit = 10) => {
    const outcome = next(share, { type: 'wrong-password', limit, windowMs: hour }, at);
    return outcome.kind === 'changed' ? outcome.share : share;
  };

  it('stop the share at the tenth within an hour [1.26]', () => {
    let share = active;
    for (let count = 1; count <= 9; count += 1) share = guess(share, after(1 + count / 100));
    expect(share.state.kind).toBe('active');
    share = guess(share, after(1.5));
    expect(share.state).toMatchObject({ kind: 'stopped', reason: 'wrong-passwords' });
    const again = next(share, restart, after(2));
    expect(again).toMatchObject({ kind: 'changed', share: { state: initialState } });
  });

  it('are counted from one in a new window [1.26]', () => {
    let share = active;
    for (let count = 1; count <= 9; count += 1) share = guess(share, after(1));
    share = guess(share, after(2));
    expect(share.state).toMatchObject({ kind: 'active', wrongPasswords: 1 });
  });

  it('never stop the share with a limit of 0', () => {
    let share = active;
    for (let count = 1; count <= 1_000; count += 1) share = guess(share, after(1), 0);
    expect(share.state).toMatchObject({ kind: 'active', wrongPasswords: 1_000 });
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
