import { complaints, endings, hardLimits, limits } from './limits.js';

describe('the ways a socket ends (protocol.md §1, limits)', () => {
  const all = Object.values(endings);

  it('have a code of their own, at or above 4000 but for the restart', () => {
    const codes = all.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => code < 4000)).toEqual([1012]);
    expect(codes.every((code) => code < 5000)).toBe(true);
  });

  it('have a reason no complaint shares, so that a client can go by it', () => {
    const reasons = [...all, ...Object.values(complaints)].map(({ reason }) => reason);
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(reasons.every((reason) => /^[a-z-]+$/.test(reason))).toBe(true);
  });

  it('have a sentence that fits into a close frame', () => {
    for (const { message } of all) {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(123);
    }
  });

  it('come before what the socket library cuts off without a word', () => {
    expect(hardLimits.frameBytes).toBeGreaterThan(limits.frameBytes);
    expect(hardLimits.backpressureBytes).toBeGreaterThan(limits.backpressureBytes);
  });
});
