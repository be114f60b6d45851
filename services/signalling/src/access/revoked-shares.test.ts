import { createRevokedShares } from './revoked-shares.js';

describe('revoked shares', () => {
  const access = (assertedAtMs: number, shareEpoch = 0) => ({ assertedAtMs, shareEpoch });

  it('revoke what was asserted before the stop, and nothing after it', () => {
    const revoked = createRevokedShares();
    revoked.add('s', 5_000);
    expect(revoked.isRevoked('s', access(4_000))).toBe(true);
    expect(revoked.isRevoked('s', access(5_000))).toBe(true);
    expect(revoked.isRevoked('s', access(5_001))).toBe(false);
    expect(revoked.isRevoked('other', access(0))).toBe(false);
  });

  it('revoke the access of earlier epochs after a restart', () => {
    const revoked = createRevokedShares();
    revoked.add('s', 5_000);
    revoked.restart('s', 1, 6_000);
    expect(revoked.isRevoked('s', access(4_000, 0))).toBe(true);
    expect(revoked.isRevoked('s', access(6_000, 0))).toBe(true);
    expect(revoked.isRevoked('s', access(4_000, 1))).toBe(false);
    expect(revoked.isRevoked('s', access(6_000, 2))).toBe(false);
    revoked.add('s', 7_000);
    expect(revoked.isRevoked('s', access(7_000, 1))).toBe(true);
    expect(revoked.isRevoked('s', access(7_001, 0))).toBe(true);
    expect(revoked.isRevoked('s', access(7_001, 1))).toBe(false);
  });

  it('keep a stop when a later epoch becomes known', () => {
    const revoked = createRevokedShares();
    revoked.add('s', 5_000);
    revoked.requireEpoch('s', 2, 6_000);
    expect(revoked.isRevoked('s', access(5_000, 2))).toBe(true);
    expect(revoked.isRevoked('s', access(5_001, 1))).toBe(true);
    expect(revoked.isRevoked('s', access(5_001, 2))).toBe(false);
    revoked.requireEpoch('s', 1, 7_000);
    expect(revoked.isRevoked('s', access(5_001, 1))).toBe(true);
  });

  it('do not return to an earlier epoch', () => {
    const revoked = createRevokedShares();
    revoked.restart('s', 2, 6_000);
    revoked.restart('s', 1, 7_000);
    expect(revoked.isRevoked('s', access(8_000, 1))).toBe(true);
  });

  it('are kept until every earlier grant has expired', () => {
    const revoked = createRevokedShares();
    revoked.add('s', 0);
    revoked.restart('t', 1, 0);
    revoked.sweep(10 * 60_000);
    expect(revoked.isRevoked('s', access(0))).toBe(true);
    expect(revoked.isRevoked('t', access(0))).toBe(true);
    revoked.sweep(11 * 60_000);
    expect(revoked.size).toBe(0);
  });
});
