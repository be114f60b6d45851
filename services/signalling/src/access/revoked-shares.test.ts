import { createRevokedShares } from './revoked-shares.js';

describe('revoked shares', () => {
  it('revoke what was asserted before the stop, and nothing after it or after a restart', () => {
    const revoked = createRevokedShares();
    revoked.add('s', 5_000);
    expect(revoked.isRevoked('s', 4_000)).toBe(true);
    expect(revoked.isRevoked('s', 5_000)).toBe(true);
    expect(revoked.isRevoked('s', 5_001)).toBe(false);
    expect(revoked.isRevoked('other', 0)).toBe(false);
    revoked.remove('s');
    expect(revoked.isRevoked('s', 4_000)).toBe(false);
  });

  it('are kept until every earlier grant has expired', () => {
    const revoked = createRevokedShares();
    revoked.add('s', 0);
    revoked.sweep(10 * 60_000);
    expect(revoked.isRevoked('s', 0)).toBe(true);
    revoked.sweep(11 * 60_000);
    expect(revoked.size).toBe(0);
  });
});
