import fc from 'fast-check';
import { createFrameBuffer, loadFrame } from './frame-buffer.js';
import { maxDepth } from './json-scan.js';
import { isPresent, parseFrame, textAt, type Frame, type Range } from './parse-frame.js';

/** Compares the scanner with JSON.parse: protocol.md §1, envelope and opaque payload. */
const frameBuffer = createFrameBuffer();
/** One buffer for every frame, as in the service: bytes of an earlier frame must not matter. */
const parseBytes = (frame: Uint8Array) => {
  loadFrame(frameBuffer, frame);
  return parseFrame(frameBuffer);
};
const parse = (text: string) => {
  const frame = parseBytes(Buffer.from(text));
  const { bytes } = frameBuffer;
  return (
    frame && { frame, bytes, at: (range: Range) => bytes.toString('utf8', range.start, range.end) }
  );
};

const stringKeys = ['shareId', 'peerId', 'to', 'password', 'grant', 'traceparent'] as const;

/** The frame as the object that JSON.parse would return. */
const toObject = (bytes: Buffer, frame: Frame): Record<string, unknown> => ({
  ...Object.fromEntries(
    stringKeys
      .filter((key) => isPresent(frame[key]))
      .map((key) => [key, textAt(bytes, frame[key])]),
  ),
  ...(isPresent(frame.payload) && {
    payload: JSON.parse(bytes.toString('utf8', frame.payload.start, frame.payload.end)) as unknown,
  }),
});

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;

const safeParse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const isEnvelope = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.hasOwn(value, 'type') &&
  ['type', ...stringKeys].every(
    (key) =>
      !Object.hasOwn(value, key) || typeof (value as Record<string, unknown>)[key] === 'string',
  );

describe('the frame scanner against JSON.parse', () => {
  const payload = fc.jsonValue({ maxDepth: 5 });
  const envelope = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('join', 'offer', 'answer', 'ice-candidate', 'ping'),
        fc.string({ unit: 'grapheme' }),
      ),
      shareId: fc.string({ unit: 'grapheme' }),
      peerId: fc.string({ unit: 'binary' }),
      to: fc.string(),
      password: fc.string({ unit: 'grapheme' }),
      grant: fc.string(),
      traceparent: fc.string(),
      payload,
      somethingElse: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  );

  it('reads every envelope as JSON.parse does, with any whitespace', () => {
    fc.assert(
      fc.property(envelope, fc.constantFrom(undefined, 1, '\t', ' \n\r'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const read = parse(text);
        if (!read) throw new Error(`rejected: ${text}`);
        const { type, somethingElse: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
        expect(toObject(read.bytes, read.frame)).toEqual(rest);
        const isKnown = ['join', 'offer', 'answer', 'ice-candidate', 'ping'].includes(String(type));
        expect(read.frame.type).toBe(isKnown ? type : 'unknown');
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the payload byte for byte', () => {
    fc.assert(
      fc.property(payload, (value) => {
        const raw = JSON.stringify(value, null, 1);
        const read = parse(`{"type":"offer","payload":${raw},"to":"x"}`);
        expect(read?.at(read.frame.payload)).toBe(raw);
      }),
      { numRuns: 2_000 },
    );
  });

  /** Valid frames with a few bytes changed, inserted or removed. */
  const damaged = fc
    .tuple(
      envelope,
      fc.array(
        fc.tuple(
          fc.nat(),
          fc.nat(2),
          fc.constantFrom(...Array.from('{}[]",:\\/unte01.-+ \n\u0000\u0007x')),
        ),
      ),
    )
    .map(([value, changes]) => {
      let text = JSON.stringify(value);
      for (const [where, how, what] of changes) {
        const at = where % (text.length + 1);
        text = text.slice(0, at) + (how === 2 ? '' : what) + text.slice(how === 0 ? at : at + 1);
      }
      // Replaces half surrogate pairs, which UTF-8 cannot encode.
      return Buffer.from(text).toString();
    });
  const alphabet = fc.string({
    unit: fc.constantFrom(...Array.from('{}[]",:\\u0019eE.-+ truefalsn"type')),
    maxLength: 40,
  });

  it('accepts nothing that is not JSON or not an envelope', () => {
    fc.assert(
      fc.property(fc.oneof(damaged, alphabet), (text) => {
        const read = parse(text);
        if (!read) return;
        const value = safeParse(text);
        expect(isEnvelope(value)).toBe(true);
        expect(value).toMatchObject(toObject(read.bytes, read.frame));
      }),
      { numRuns: 5_000 },
    );
  });

  it('rejects an envelope only for depth and duplicate keys', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const value = safeParse(text);
        if (!isEnvelope(value) || parse(text)) return;
        const written =
          text.match(/"(?:type|shareId|peerId|to|password|grant|traceparent|payload)"\s*:/g) ?? [];
        const isRepeated = new Set(written).size < written.length;
        expect(isRepeated || depthOf(value) > maxDepth || /\\u00/.test(text)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('rejects a truncated frame after the complete one', () => {
    fc.assert(
      fc.property(envelope, fc.nat(), (value, cut) => {
        const whole = Buffer.from(JSON.stringify(value));
        expect(parseBytes(whole)).toBeDefined();
        expect(parseBytes(whole.subarray(0, cut % whole.length))).toBeUndefined();
      }),
    );
  });

  it('never throws on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => parseBytes(bytes)).not.toThrow();
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('parsing a frame', () => {
  it.each([
    ['an empty frame', ''],
    ['an array', '[]'],
    ['an empty object', '{}'],
    ['no type', '{"shareId":"a"}'],
    ['a type that is not a string', '{"type":1}'],
    ['a share ID that is not a string', '{"type":"join","shareId":1}'],
    ['a duplicate key', '{"type":"join","type":"offer"}'],
    ['a duplicate key written with escapes', '{"type":"join","\\u0074ype":"offer"}'],
    ['a trailing comma', '{"type":"join",}'],
    ['data after the end', '{"type":"join"}}'],
    ['a raw line break in a string', '{"type":"jo\nin"}'],
    ['an unfinished escape', '{"type":"\\'],
    ['an unfinished unicode escape', '{"type":"\\u12"}'],
    ['a number with a leading zero', '{"type":"offer","payload":01}'],
    ['a bare minus', '{"type":"offer","payload":-}'],
    ['a misspelt literal', '{"type":"offer","payload":tru}'],
    ['mismatched brackets', '{"type":"offer","payload":[}]}'],
    ['unclosed nesting', `{"type":"offer","payload":${'['.repeat(60_000)}`],
    [
      'closed nesting that is too deep',
      `{"type":"offer","payload":${'['.repeat(31)}1${']'.repeat(31)}}`,
    ],
  ])('rejects %s', (_case, text) => {
    expect(parse(text)).toBeUndefined();
  });

  it.each([
    ['a key written with escapes', '{"\\u0074ype":"\\u006aoin"}', 'join'],
    [
      'the deepest accepted nesting',
      `{"type":"offer","payload":${'['.repeat(30)}1${']'.repeat(30)}}`,
      'offer',
    ],
    ['numbers in every form', '{"type":"offer","payload":[-0,0.5e+10,1E-2,12]}', 'offer'],
    ['an unknown type', '{"type":"renegotiate"}', 'unknown'],
  ])('accepts %s', (_case, text, type) => {
    expect(parse(text)?.frame.type).toBe(type);
  });
});
