import { createRevokedShares } from './revoked-shares.js';

describe('revoked shares', () => {
  const access = (assertedAtMs: number, shareEpoch = 0) => ({ assertedAtMs, shareEpoch });
  const epochs = (epoch: number, passwordEpoch = 0) => ({ epoch, passwordEpoch });

  /** As in an event without an epoch. */
  const until = (atMs: number) => ({ atMs, epoch: undefined });

  it('revoke the epoch that a stop has ended, whenever access was asserted', () => {
    const revoked = createRevokedShares();
    revoked.restart('s', epochs(1, 1), 4_000);
    revoked.add('s', { atMs: 5_000, epoch: 1 });
    for (const assertedAtMs of [4_000, 5_001, 600_000]) {
      expect(revoked.revocationOf('s', access(assertedAtMs, 1))).toBe('ended');
      expect(revoked.revocationOf('s', access(assertedAtMs, 0))).toBe('ended');
    }
    expect(revoked.revocationOf('s', access(5_000, 2))).toBeNull();
    revoked.restart('s', epochs(2, 1), 6_000);
    // The stop again, and the restart before it.
    revoked.add('s', { atMs: 5_000, epoch: 1 });
    revoked.restart('s', epochs(1, 1), 4_000);
    expect(revoked.revocationOf('s', access(6_000, 1))).toBe('ended');
    expect(revoked.revocationOf('s', access(6_000, 0))).toBe('password-changed');
    expect(revoked.revocationOf('s', access(5_000, 2))).toBeNull();
  });

  it('revoke access asserted before the stop, and none asserted after it', () => {
    const revoked = createRevokedShares();
    revoked.add('s', until(5_000));
    expect(revoked.revocationOf('s', access(4_000))).toBe('ended');
    expect(revoked.revocationOf('s', access(5_000))).toBe('ended');
    expect(revoked.revocationOf('s', access(5_001))).toBeNull();
    expect(revoked.revocationOf('other', access(0))).toBeNull();
  });

  it('revoke the access of earlier epochs after a restart', () => {
    const revoked = createRevokedShares();
    revoked.add('s', until(5_000));
    revoked.restart('s', epochs(1), 6_000);
    expect(revoked.revocationOf('s', access(4_000, 0))).toBe('ended');
    expect(revoked.revocationOf('s', access(6_000, 0))).toBe('ended');
    expect(revoked.revocationOf('s', access(4_000, 1))).toBeNull();
    expect(revoked.revocationOf('s', access(6_000, 2))).toBeNull();
    revoked.add('s', until(7_000));
    expect(revoked.revocationOf('s', access(7_000, 1))).toBe('ended');
    expect(revoked.revocationOf('s', access(7_001, 0))).toBe('ended');
    expect(revoked.revocationOf('s', access(7_001, 1))).toBeNull();
  });

  it('keep a stop when a later epoch becomes known', () => {
    const revoked = createRevokedShares();
    revoked.add('s', until(5_000));
    revoked.requireEpoch('s', epochs(2), 6_000);
    expect(revoked.revocationOf('s', access(5_000, 2))).toBe('ended');
    expect(revoked.revocationOf('s', access(5_001, 1))).toBe('ended');
    expect(revoked.revocationOf('s', access(5_001, 2))).toBeNull();
    revoked.requireEpoch('s', epochs(1), 7_000);
    expect(revoked.revocationOf('s', access(5_001, 1))).toBe('ended');
  });

  it('distinguish access by an earlier password from access to a share that has ended', () => {
    const revoked = createRevokedShares();
    revoked.restart('s', epochs(1, 1), 5_000);
    expect(revoked.revocationOf('s', access(4_000, 0))).toBe('password-changed');
    expect(revoked.revocationOf('s', access(4_000, 1))).toBeNull();
    revoked.add('s', until(6_000));
    expect(revoked.revocationOf('s', access(4_000, 0))).toBe('ended');
    revoked.restart('s', epochs(2, 1), 7_000);
    expect(revoked.revocationOf('s', access(4_000, 0))).toBe('password-changed');
    expect(revoked.revocationOf('s', access(6_500, 1))).toBe('ended');
    expect(revoked.revocationOf('s', access(6_500, 2))).toBeNull();
  });

  it('do not return to an earlier epoch', () => {
    const revoked = createRevokedShares();
    revoked.restart('s', epochs(2), 6_000);
    revoked.restart('s', epochs(1), 7_000);
    expect(revoked.revocationOf('s', access(8_000, 1))).toBe('ended');
  });

  it('keep the latest stop when an earlier event arrives again', () => {
    const revoked = createRevokedShares();
    const stopped = () => revoked.add('s', until(5_000));
    const restarted = () => revoked.restart('s', epochs(1), 6_000);
    stopped();
    restarted();
    revoked.add('s', until(7_000));
    for (const again of [stopped, restarted, stopped]) {
      again();
      expect(revoked.revocationOf('s', access(6_500, 1))).toBe('ended');
      expect(revoked.revocationOf('s', access(7_001, 1))).toBeNull();
    }
  });

  it('are kept until every earlier grant has expired', () => {
    const revoked = createRevokedShares();
    revoked.add('s', until(0));
    revoked.restart('t', epochs(1), 0);
    revoked.sweep(10 * 60_000);
    expect(revoked.revocationOf('s', access(0))).toBe('ended');
    expect(revoked.revocationOf('t', access(0))).toBe('ended');
    revoked.sweep(11 * 60_000);
    expect(revoked.size).toBe(0);
  });
});
