import fc from 'fast-check';
import { createFrameBuffer, loadFrame } from './frame-buffer.js';
import { isPresent, parseFrame, textAt, type Frame, type Range } from './parse-frame.js';
import { maxDepth } from './json-scan.js';

/** Hold the scanner against the platform's own parser: protocol.md §1, envelope and opaque payload. */
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

/** What a frame says, as an object like the one JSON.parse makes of it. */
const told = (bytes: Buffer, frame: Frame): Record<string, unknown> => ({
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

  it('reads every envelope as JSON.parse does, however it is spaced', () => {
    fc.assert(
      fc.property(envelope, fc.constantFrom(undefined, 1, '\t', ' \n\r'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const read = parse(text);
        if (!read) throw new Error(`refused: ${text}`);
        const { type, somethingElse: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
        expect(told(read.bytes, read.frame)).toEqual(rest);
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

  /** Valid frames with a few bytes changed, inserted or removed, and bytes from JSON's own alphabet. */
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
      // Cutting may leave half a surrogate pair, which no UTF-8 frame can carry.
      return Buffer.from(text).toString();
    });
  const alphabet = fc.string({
    unit: fc.constantFrom(...Array.from('{}[]",:\\u0019eE.-+ truefalsn"type')),
    maxLength: 40,
  });

  it('accepts nothing that JSON.parse or the envelope refuses', () => {
    fc.assert(
      fc.property(fc.oneof(damaged, alphabet), (text) => {
        const read = parse(text);
        if (!read) return;
        const value = safeParse(text);
        expect(isEnvelope(value)).toBe(true);
        expect(value).toMatchObject(told(read.bytes, read.frame));
      }),
      { numRuns: 5_000 },
    );
  });

  it('refuses no envelope but for depth and repeated keys', () => {
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

  it('ends where the frame ends, though a longer one lay there before', () => {
    fc.assert(
      fc.property(envelope, fc.nat(), (value, cut) => {
        const whole = Buffer.from(JSON.stringify(value));
        expect(parseBytes(whole)).toBeDefined();
        expect(parseBytes(whole.subarray(0, cut % whole.length))).toBeUndefined();
      }),
    );
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => parseBytes(bytes)).not.toThrow();
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('single frames', () => {
  it.each([
    ['nothing', ''],
    ['an array', '[]'],
    ['an empty object', '{}'],
    ['no type', '{"shareId":"a"}'],
    ['a type that is no string', '{"type":1}'],
    ['a share id that is no string', '{"type":"join","shareId":1}'],
    ['a repeated key', '{"type":"join","type":"offer"}'],
    ['a repeated key in disguise', '{"type":"join","\\u0074ype":"offer"}'],
    ['a trailing comma', '{"type":"join",}'],
    ['something after the end', '{"type":"join"}}'],
    ['a raw line break in a string', '{"type":"jo\nin"}'],
    ['an unfinished escape', '{"type":"\\'],
    ['an unfinished unicode escape', '{"type":"\\u12"}'],
    ['a number with a leading zero', '{"type":"offer","payload":01}'],
    ['a bare minus', '{"type":"offer","payload":-}'],
    ['a misspelt literal', '{"type":"offer","payload":tru}'],
    ['mismatched brackets', '{"type":"offer","payload":[}]}'],
    ['nesting without end', `{"type":"offer","payload":${'['.repeat(60_000)}`],
    ['closed but too deep', `{"type":"offer","payload":${'['.repeat(31)}1${']'.repeat(31)}}`],
  ])('refuses %s', (_what, text) => {
    expect(parse(text)).toBeUndefined();
  });

  it.each([
    ['a key in disguise', '{"\\u0074ype":"\\u006aoin"}', 'join'],
    [
      'the deepest nesting allowed',
      `{"type":"offer","payload":${'['.repeat(30)}1${']'.repeat(30)}}`,
      'offer',
    ],
    ['numbers of every shape', '{"type":"offer","payload":[-0,0.5e+10,1E-2,12]}', 'offer'],
    ['a type of the future', '{"type":"renegotiate"}', 'unknown'],
  ])('accepts %s', (_what, text, type) => {
    expect(parse(text)?.frame.type).toBe(type);
  });
});
