import { closeReasons, protocolErrors } from './close-codes.js';

describe('close reasons (protocol.md §1, limits)', () => {
  const all = Object.values(closeReasons);

  it('have distinct close codes, from 4000 on except for the restart', () => {
    const codes = all.map(({ closeCode }) => closeCode);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => code < 4000)).toEqual([1012]);
    expect(codes.every((code) => code < 5000)).toBe(true);
  });

  it('have error codes distinct from each other and from those of frame errors', () => {
    const codes = [...all, ...Object.values(protocolErrors)].map(({ errorCode }) => errorCode);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => /^[a-z-]+$/.test(code))).toBe(true);
  });

  // RFC 6455, section 5.5.1: a control frame has at most 125 bytes, two of them for the code.
  it('have a sentence that fits into a close frame', () => {
    for (const { message } of all) {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(Buffer.byteLength(message)).toBeLessThanOrEqual(123);
    }
  });
});
