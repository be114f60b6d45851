import fc from 'fast-check';
import { encodeControl, parseControl, type ControlMessage } from './control-messages.js';

const digest = fc.stringMatching(/^[0-9a-f]{64}$/);
const nonce = fc.stringMatching(/^[\w-]{22}$/);
const tag = fc.stringMatching(/^[\w-]{43}$/);
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
  fc.record({
    type: fc.constant('receiver-ready' as const),
    fileId: fc.string({ minLength: 1, maxLength: 64 }),
    nextBlock: count,
    windowBlocks: fc.integer({ min: 1, max: 64 }),
    maxMessageBytes: fc.integer({ min: 16_384, max: 1_000_000 }),
    committed: fc.constant(true as const),
    deliveryId: nonce,
    lanes: fc.integer({ min: 1, max: 15 }),
    digestCopies: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ type: fc.constantFrom('block-ack' as const, 'block-retry' as const), block: count }),
  fc.record({ type: fc.constant('block-ack' as const), block: count, sha256: digest }),
  fc.record({ type: fc.constant('block-digest' as const), block: count, sha256: digest }),
  fc.record({ type: fc.constant('block-digest' as const), block: count, commitment: digest }),
  fc.record({ type: fc.constant('file-digest' as const), sha256: digest }),
  fc.record({ type: fc.constant('file-digest' as const), commitment: digest }),
  fc.record({
    type: fc.constant('block-challenge' as const),
    nonce,
    blocks: fc.array(count, { maxLength: 8 }),
  }),
  fc.record({
    type: fc.constant('block-response' as const),
    tags: fc.option(fc.array(tag, { maxLength: 8 }), { nil: null }),
  }),
  fc.record({
    type: fc.constant('transfer-complete' as const),
    sha256: fc.option(digest, { nil: null }),
  }),
  fc.record(
    {
      type: fc.constant('peer-details' as const),
      name: fc.string({ maxLength: 320 }),
      email: fc.string({ maxLength: 320 }),
      basis: fc.constantFrom('signed-in' as const, 'self-declared' as const),
    },
    { requiredKeys: ['type', 'name', 'email'] },
  ),
  fc.record({ type: fc.constantFrom('transfer-pause' as const, 'transfer-resume' as const) }),
  fc.record({
    type: fc.constant('rate-limit' as const),
    bytesPerSecond: fc.option(fc.integer({ min: 10_240 }), { nil: null }),
    isYielding: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('rate-report' as const),
    limitedBy: fc.string({ maxLength: 256 }),
    rttMs: fc.option(fc.nat(600_000), { nil: null }),
    lossShare: fc.option(fc.constantFrom(0, 0.25, 1), { nil: null }),
  }),
  fc.record({
    type: fc.constant('transfer-cancel' as const),
    reason: fc.string({ maxLength: 256 }),
  }),
);

describe('control messages', () => {
  it('decode to what was encoded', () => {
    fc.assert(
      fc.property(controls, (message) => {
        expect(parseControl(encodeControl(message))).toEqual(message);
      }),
    );
  });

  it('of protocol version 1 have the specified form [3.82, 3.83, 3.84, 3.85]', () => {
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

  it('parse arbitrary text without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof parseControl(text).type).toBe('string');
      }),
    );
  });

  it.each([
    ['of another type', { type: 'hello' }],
    ['named like a property of objects', { type: 'constructor' }],
  ])('%s are unknown', (_name, message) => {
    expect(parseControl(JSON.stringify(message))).toEqual({ type: 'unknown' });
  });

  const metadata = { type: 'file-metadata', filename: 'a', fileSize: 1, fileType: '', chunks: 1 };
  const offer = { ...metadata, protocol: 2, fileId: 'a', fileBytes: 1, blockBytes: 65_536 };
  const ready = {
    type: 'receiver-ready',
    protocol: 2,
    fileId: 'a',
    nextBlock: 0,
    windowBlocks: 0,
    maxMessageBytes: 65_536,
  };

  const hex = 'a'.repeat(64);

  it.each([
    ['that are not JSON', 'hello'],
    ['with a block number as text', { type: 'block-ack', block: '1' }],
    ['with a digest of the wrong length', { type: 'file-digest', sha256: '00' }],
    ['with a digest and a commitment', { type: 'file-digest', sha256: hex, commitment: hex }],
    ['with neither digest nor commitment', { type: 'block-digest', block: 0 }],
    ['with a stated digest of the wrong length', { type: 'block-ack', block: 0, sha256: '00' }],
    [
      'with a challenge of nine blocks',
      { type: 'block-challenge', nonce: 'A'.repeat(22), blocks: [0, 1, 2, 3, 4, 5, 6, 7, 8] },
    ],
    ['with a challenge without a nonce', { type: 'block-challenge', blocks: [0] }],
    ['with an answer of the wrong length', { type: 'block-response', tags: ['A'] }],
    ['with stated digests and no delivery ID', { ...ready, windowBlocks: 1, committed: true }],
    ['with a window of 0 blocks', ready],
    ['with a block size above 16 MiB', { ...offer, blockBytes: 1_000_000_000 }],
    ['longer than 16 Ki characters', { type: 'hello', x: 'y'.repeat(20_000) }],
    ['with a negative size', { ...metadata, fileSize: -1 }],
    ['with a negative size as text', { ...metadata, fileSize: '-1' }],
    ['with a fractional size as text', { ...metadata, fileSize: '0.5' }],
    ['with a size above 2^53 as text', { ...metadata, fileSize: '99999999999999999' }],
    ['with a fractional size', { ...metadata, fileSize: 0.5 }],
    ['with a size above 2^53', { ...metadata, fileSize: 2 ** 60 }],
    ['with a name that is a number', { type: 'peer-details', name: 1, email: '' }],
    [
      'with a name above 320 characters',
      { type: 'peer-details', name: 'x'.repeat(321), email: '' },
    ],
    ['with a limit of 0', { type: 'rate-limit', bytesPerSecond: 0, isYielding: false }],
    ['with a limit as text', { type: 'rate-limit', bytesPerSecond: '50000', isYielding: false }],
    ['with half a limit', { type: 'rate-limit', bytesPerSecond: 50_000 }],
    [
      'with more loss than packets',
      { type: 'rate-report', limitedBy: 'line', rttMs: 1, lossShare: 1.5 },
    ],
    [
      'with a negative round trip',
      { type: 'rate-report', limitedBy: 'line', rttMs: -1, lossShare: null },
    ],
    ['with a negative number of chunks', { ...metadata, chunks: -1 }],
    ['with a negative size in version 2', { ...offer, fileSize: -1, fileBytes: -1 }],
    ['with two different sizes', { ...offer, fileSize: 1, fileBytes: 2 }],
  ])('%s are malformed', (_name, message) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    expect(parseControl(text)).toEqual({ type: 'malformed' });
  });

  it.each([
    ['12', 12],
    ['0.04 MB', null],
    ['', null],
    [' ', null],
    [' 12', null],
    ['1e3', null],
    ['0x10', null],
    ['Infinity', null],
    [undefined, null],
    [null, null],
  ])('read the size %j as %s', (fileSize, expected) => {
    const parsed = parseControl(JSON.stringify({ ...metadata, fileSize }));
    expect(parsed).toMatchObject({ type: 'file-metadata', fileSize: expected });
  });
});
