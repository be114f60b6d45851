/** Chunk frames and control messages: protocol document, part 2 ("malformed frames … nothing is written"). */
import fc from 'fast-check';
import { encodeControl, parseControl, type ControlMessage } from './control-messages.js';
import { CHUNK_HEADER_RESERVE_BYTES, createChunkEncoder, decodeChunk } from './chunk-frames.js';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

describe('chunk frames', () => {
  it('decode to what was encoded, for any payload and index', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.nat(Number.MAX_SAFE_INTEGER - 1),
        fc.nat(Number.MAX_SAFE_INTEGER - 1),
        (payload, a, b) => {
          const [chunkIndex, totalChunks] = [Math.min(a, b), Math.max(a, b) + 1];
          const message = createChunkEncoder(5_000)(chunkIndex, totalChunks, payload);
          expect(message.length - payload.length).toBeLessThanOrEqual(CHUNK_HEADER_RESERVE_BYTES);
          const decoded = decodeChunk(message);
          expect(decoded).toMatchObject({ chunkIndex, totalChunks });
          expect([...(decoded?.payload ?? [])]).toEqual([...payload]);
        },
      ),
    );
  });

  it('has exactly the header of the specification [3.86]', () => {
    const message = createChunkEncoder(3)(0, 7, bytesOf('abc'));
    expect(new TextDecoder().decode(message)).toBe(
      '{"type":"file-chunk","chunkIndex":0,"totalChunks":7}\nabc',
    );
  });

  it('never throw on arbitrary bytes, and hand out a view instead of a copy', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        const message = new Uint8Array(bytes);
        const decoded = decodeChunk(message);
        if (decoded !== null) expect(decoded.payload.buffer).toBe(message.buffer);
      }),
    );
  });

  it.each([
    ['no newline', '{"type":"file-chunk","chunkIndex":0,"totalChunks":1}'],
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
    ['nothing', ''],
  ])('refuse %s', (_name, text) => {
    expect(decodeChunk(bytesOf(text))).toBeNull();
  });
});

const digest = fc.stringMatching(/^[0-9a-f]{64}$/);
const count = fc.nat(1_000_000);
const controls: fc.Arbitrary<ControlMessage> = fc.oneof(
  fc.record({
    type: fc.constant('file-metadata' as const),
    filename: fc.string({ maxLength: 200 }),
    fileSize: count,
    fileType: fc.string({ maxLength: 50 }),
    chunks: count,
    v2: fc.constant(null),
  }),
  fc
    .record({ fileId: fc.string({ minLength: 1, maxLength: 64 }), fileBytes: count })
    .map(({ fileId, fileBytes }) => ({
      type: 'file-metadata' as const,
      filename: 'a',
      fileSize: fileBytes,
      fileType: '',
      chunks: 1,
      v2: { fileId, fileBytes, blockBytes: 65_536 },
    })),
  fc.record({
    type: fc.constant('receiver-ready' as const),
    fileId: fc.string({ minLength: 1, maxLength: 64 }),
    nextBlock: count,
    windowBlocks: fc.integer({ min: 1, max: 64 }),
    maxMessageBytes: fc.integer({ min: 16_384, max: 1_000_000 }),
  }),
  fc.record({ type: fc.constantFrom('block-ack' as const, 'block-retry' as const), block: count }),
  fc.record({ type: fc.constant('block-digest' as const), block: count, sha256: digest }),
  fc.record({ type: fc.constant('file-digest' as const), sha256: digest }),
  fc.record({
    type: fc.constant('transfer-complete' as const),
    sha256: fc.option(digest, { nil: null }),
  }),
  fc.record({ type: fc.constantFrom('transfer-pause' as const, 'transfer-resume' as const) }),
  fc.record({
    type: fc.constant('transfer-cancel' as const),
    reason: fc.string({ maxLength: 256 }),
  }),
);

describe('control messages', () => {
  it('survive the wire', () => {
    fc.assert(
      fc.property(controls, (message) => {
        expect(parseControl(encodeControl(message))).toEqual(message);
      }),
    );
  });

  it('of protocol version 1 look exactly as specified [3.82, 3.83, 3.84, 3.85]', () => {
    const metadata = {
      type: 'file-metadata',
      filename: 'a',
      fileSize: 5,
      fileType: 't',
      chunks: 1,
    };
    expect(JSON.parse(encodeControl({ ...metadata, type: 'file-metadata', v2: null }))).toEqual(
      metadata,
    );
    expect(encodeControl({ type: 'transfer-complete', sha256: null })).toBe(
      '{"type":"transfer-complete"}',
    );
  });

  it('never throw, whatever arrives', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof parseControl(text).type).toBe('string');
      }),
    );
  });

  it.each([
    ['an unknown type is ignored', '{"type":"hello"}', 'unknown'],
    ['a prototype key is not a type', '{"type":"constructor"}', 'unknown'],
    ['text that is no JSON', 'hello', 'malformed'],
    ['a block as text', '{"type":"block-ack","block":"1"}', 'malformed'],
    ['a digest that is not one', '{"type":"file-digest","sha256":"00"}', 'malformed'],
    [
      'a window of nothing',
      '{"type":"receiver-ready","protocol":2,"fileId":"a","nextBlock":0,"windowBlocks":0,"maxMessageBytes":65536}',
      'malformed',
    ],
    [
      'a block size that eats the memory',
      '{"type":"file-metadata","filename":"a","fileSize":1,"fileType":"","chunks":1,"protocol":2,"fileId":"a","fileBytes":1,"blockBytes":1000000000}',
      'malformed',
    ],
    [
      'more than 16 Ki characters',
      JSON.stringify({ type: 'hello', x: 'y'.repeat(20_000) }),
      'malformed',
    ],
    [
      'digits as size',
      '{"type":"file-metadata","filename":"a","fileSize":"12","chunks":1}',
      'file-metadata',
    ],
  ])('%s', (_name, text, type) => {
    expect(parseControl(text).type).toBe(type);
  });
});
