import { jest } from '@jest/globals';
import { newTraceparent } from './traceparent.js';

describe('a traceparent', () => {
  it('has the W3C Trace Context format', () => {
    expect(newTraceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('pads small bytes with a zero', () => {
    const random = jest.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
      (bytes as unknown as Uint8Array).fill(7);
      return bytes;
    });
    expect(newTraceparent()).toBe(`00-${'07'.repeat(16)}-${'07'.repeat(8)}-01`);
    random.mockRestore();
  });

  it('has a new trace id and span id for every call', () => {
    const made = Array.from({ length: 50 }, () => newTraceparent().split('-'));
    expect(new Set(made.map(([, trace]) => trace)).size).toBe(50);
    expect(new Set(made.map(([, , span]) => span)).size).toBe(50);
  });
});
