import fc from 'fast-check';
import { createFrameBuffer, loadFrame } from './frame-buffer.js';
import { parseNextFrame, type EnvelopeMemory } from './known-envelope.js';
import { parseFrame } from './parse-frame.js';

/** One buffer for the frames of all authors, as in the service: bytes of an earlier frame must not matter. */
const frameBuffer = createFrameBuffer();

const newAuthor = (): EnvelopeMemory => ({ envelope: undefined });

const parseNext = (author: EnvelopeMemory, frame: Uint8Array | string) => {
  loadFrame(frameBuffer, Buffer.from(frame));
  return parseNextFrame(frameBuffer, author);
};

const candidate =
  '{"shareId":"s","peerId":"p","to":"q","type":"ice-candidate","payload":{"candidate":"c 1","sdpMid":"0"}}';

describe('parsing the frames of one author', () => {
  const few = <Text extends string>(...texts: Text[]) => fc.constantFrom(...texts);
  /** So few that frames of one envelope are frequent. */
  const envelope = fc
    .tuple(
      few('{', ' {', '{\n'),
      fc.uniqueArray(
        few(
          '"type":"offer"',
          '"type":"offers"',
          '"type":"ice-candidate"',
          '"type":"ping"',
          '"typ\\u0065":"answer"',
          '"type" : "answer"',
          '"shareId":"s"',
          '"shareId":"t"',
          '"shareId":1',
          '"peerId":"p"',
          '"to":"p"',
          '"to":"q"',
          '"to":"\\u0070"',
          '"traceparent":"00"',
          '"other":[1,{"payload":2}]',
          '"payload":1',
          `"long":"${'x'.repeat(250)}"`,
        ),
        { minLength: 1, maxLength: 4 },
      ),
      few(',"payload":', ',"payload": ', ', "payload":', ',"p\\u0061yload":', ',"payloads":'),
    )
    .map(([open, fields, key]) => open + fields.join() + key);
  const payload = fc.oneof(
    { weight: 3, arbitrary: fc.json({ maxDepth: 2 }) },
    {
      weight: 1,
      arbitrary: few(
        '',
        ' 1',
        '01',
        '{"a":1',
        '[1}',
        '"a',
        'tru',
        `${'['.repeat(31)}${']'.repeat(31)}`,
      ),
    },
  );
  const ending = fc.oneof(
    { weight: 4, arbitrary: few('}') },
    {
      weight: 1,
      arbitrary: few(' }\n', '', '}}', ',}', ',"to":"r"}', ',"payload":2}', ',"other":1}', '} x'),
    },
  );
  /** How a frame is changed: a byte replaced, or the end cut off. */
  const damage = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.record({ at: fc.nat(), byte: fc.option(fc.nat(255)) }) },
  );
  const frames = fc.array(envelope, { minLength: 1, maxLength: 3 }).chain((envelopes) =>
    fc.array(
      fc.record({
        author: fc.nat(2),
        envelope: fc.constantFrom(...envelopes),
        payload,
        ending,
        damage,
      }),
      { minLength: 2, maxLength: 12 },
    ),
  );

  const bytesOf = (
    text: string,
    change: { at: number; byte: number | null } | undefined,
  ): Uint8Array => {
    const bytes = Buffer.from(text);
    if (!change) return bytes;
    const at = change.at % bytes.length;
    if (change.byte === null) return bytes.subarray(0, at);
    bytes[at] = change.byte;
    return bytes;
  };

  it('parses each frame as if it were the only one', () => {
    fc.assert(
      fc.property(frames, (sequence) => {
        const authors = [newAuthor(), newAuthor(), newAuthor()];
        for (const {
          author,
          envelope: before,
          payload: value,
          ending: after,
          damage: change,
        } of sequence) {
          const read = parseNext(
            authors[author] as EnvelopeMemory,
            bytesOf(before + value + after, change),
          );
          expect(read).toEqual(parseFrame(frameBuffer));
        }
      }),
      { numRuns: process.env['LONG_RUN'] ? 20_000 : 600 },
    );
  });

  it('detects a difference in any byte before the payload', () => {
    const author = newAuthor();
    const start = candidate.indexOf('{"candidate"');
    for (let at = 0; at < start; at += 1) {
      for (const byte of [0x20, 0x22, 0x5c, 0x61]) {
        parseNext(author, candidate);
        const changed = Buffer.from(candidate);
        changed[at] = byte;
        expect(parseNext(author, changed)).toEqual(parseFrame(frameBuffer));
      }
    }
  });

  it('reads consecutive candidates with the envelope of the first', () => {
    const author = newAuthor();
    const first = parseNext(author, candidate);
    const { envelope: known } = author;
    const second = parseNext(author, candidate.replace('c 1', 'candidate 2'));
    expect(known).toBeDefined();
    expect(second).toBe(first);
    expect(author.envelope).toBe(known);
    expect(second?.payload.end).toBe(frameBuffer.end - 1);
  });

  it('keeps the envelope across frames without a payload', () => {
    const author = newAuthor();
    const first = parseNext(author, candidate);
    parseNext(author, '{"type":"ping"}');
    expect(parseNext(author, candidate)).toBe(first);
  });

  it.each([
    ['no payload', '{"type":"ping","shareId":"s"}'],
    ['a key after the payload', '{"type":"offer","payload":1,"to":"q"}'],
    ['a trace context', '{"type":"offer","traceparent":"00","payload":1}'],
    ['more than 256 bytes', `{"type":"offer","x":"${'x'.repeat(225)}","payload":1}`],
    ['an invalid payload', '{"type":"offer","payload":01}'],
  ])('keeps no envelope with %s', (_case, frame) => {
    const author = newAuthor();
    parseNext(author, frame);
    expect(author.envelope).toBeUndefined();
  });

  it('keeps an envelope of 256 bytes', () => {
    const author = newAuthor();
    const frame = `{"type":"offer","x":"${'x'.repeat(223)}","payload":1}`;
    expect(frame.indexOf('1}')).toBe(256);
    const first = parseNext(author, frame);
    expect(parseNext(author, frame)).toBe(first);
  });
});
