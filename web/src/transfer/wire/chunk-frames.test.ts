import fc from 'fast-check';
import { chunkHeaderReserveBytes, createChunkEncoder, decodeChunk } from './chunk-frames.js';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

describe('chunk frames', () => {
  it('decode to what was encoded', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.nat(Number.MAX_SAFE_INTEGER - 1),
        fc.nat(Number.MAX_SAFE_INTEGER - 1),
        (payload, a, b) => {
          const [chunkIndex, totalChunks] = [Math.min(a, b), Math.max(a, b) + 1];
          const message = createChunkEncoder(5_000)(chunkIndex, totalChunks, payload);
          expect(message.length - payload.length).toBeLessThanOrEqual(chunkHeaderReserveBytes);
          const decoded = decodeChunk(message);
          expect(decoded).toMatchObject({ chunkIndex, totalChunks });
          expect([...(decoded?.payload ?? [])]).toEqual([...payload]);
        },
      ),
    );
  });

  it('start with the specified header [3.86]', () => {
    const message = createChunkEncoder(3)(0, 7, bytesOf('abc'));
    expect(new TextDecoder().decode(message)).toBe(
      '{"type":"file-chunk","chunkIndex":0,"totalChunks":7}\nabc',
    );
  });

  it('decode arbitrary bytes without an exception, as a view of the message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        const message = new Uint8Array(bytes);
        const decoded = decodeChunk(message);
        if (decoded !== null) expect(decoded.payload.buffer).toBe(message.buffer);
      }),
    );
  });

  it.each([
    ['a message without newline', '{"type":"file-chunk","chunkIndex":0,"totalChunks":1}'],
    [
      'a header over 1 KiB',
      `{"type":"file-chunk",${' '.repeat(1_024)}"chunkIndex":0,"totalChunks":1}\nx`,
    ],
    ['another type', '{"type":"chunk","chunkIndex":0,"totalChunks":1}\nx'],
    ['an index beyond the total', '{"type":"file-chunk","chunkIndex":1,"totalChunks":1}\nx'],
    ['a negative index', '{"type":"file-chunk","chunkIndex":-1,"totalChunks":1}\nx'],
    ['a fraction', '{"type":"file-chunk","chunkIndex":0.5,"totalChunks":1}\nx'],
    ['a number as text', '{"type":"file-chunk","chunkIndex":"0","totalChunks":1}\nx'],
    ['an array', '["file-chunk",0,1]\nx'],
    ['an empty message', ''],
  ])('reject %s', (_name, text) => {
    expect(decodeChunk(bytesOf(text))).toBeNull();
  });
});
