import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import loadWabt from 'wabt';
import { createScannedMemory, plainRunModule } from './plain-run.js';

const source = new URL('./plain-run.wat', import.meta.url);

it('is compiled from plain-run.wat', async () => {
  const wabt = await loadWabt();
  const parsed = wabt.parseWat('plain-run.wat', readFileSync(source, 'utf8'), { simd: true });
  const compiled = Buffer.from(parsed.toBinary({}).buffer).toString('base64');
  parsed.destroy();
  expect(plainRunModule).toBe(compiled);
});

describe('skipPlain', () => {
  const { buffer, skipPlain } = createScannedMemory(1_024);
  const bytes = Buffer.from(buffer);
  const endsRun = (byte: number) => byte < 0x20 || byte === 0x22 || byte === 0x5c;
  const plain = fc.integer({ min: 0x20, max: 0xff }).filter((byte) => !endsRun(byte));
  const ending = fc.oneof(fc.integer({ min: 0, max: 0x1f }), fc.constantFrom(0x22, 0x5c));

  it('finds the first byte that ends a run, for runs of any length and alignment', () => {
    const run = fc.array(plain, { maxLength: 80 });
    const rest = fc.array(fc.integer({ min: 0, max: 0xff }), { minLength: 15, maxLength: 40 });
    fc.assert(
      fc.property(fc.nat(40), run, ending, rest, (at, before, end, after) => {
        bytes.set([...before, end, ...after], at);
        expect(skipPlain(at)).toBe(at + before.length);
      }),
    );
  });

  it('distinguishes the bytes that end a run from those that do not', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      bytes.set([byte, 0], 0);
      expect([byte, skipPlain(0)]).toEqual([byte, endsRun(byte) ? 0 : 1]);
    }
  });

  it('finds an end as late as 15 bytes before the end of the memory', () => {
    const last = buffer.byteLength - 16;
    bytes.fill(0x61, last - 50);
    bytes[last] = 0x22;
    expect(skipPlain(last - 50)).toBe(last);
  });
});
