import fc from 'fast-check';
import { sha256 } from '../support/env.js';
import { toHex } from '../support/values/hex.js';
import { commitTo, isAnnounced } from './commitment.js';

const digests = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytes.slice());
const blocks = fc.option(fc.nat(1_000_000), { nil: null });

describe('a commitment to a digest', () => {
  it('is checked by a receiver with the same digest, and differs from it', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, digests, async (block, digest) => {
        const commitment = await commitTo(sha256, block, digest);
        expect(await isAnnounced(sha256, { commitment }, block, digest)).toBe(true);
        expect(commitment).not.toBe(toHex(digest));
      }),
    );
  });

  it('does not match another digest or another block', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, blocks, digests, digests, async (block, other, digest, wrong) => {
        const commitment = await commitTo(sha256, block, digest);
        const isSame = toHex(digest) === toHex(wrong);
        expect(await isAnnounced(sha256, { commitment }, block, wrong)).toBe(isSame);
        expect(await isAnnounced(sha256, { commitment }, other, digest)).toBe(other === block);
      }),
    );
  });

  it('is the SHA-256 that docs/protocol.md defines', async () => {
    const digest = new Uint8Array(32).fill(7);
    const label = 'tandem/block-commitment/1';
    const field = (bytes: Uint8Array): number[] => [0, 0, 0, bytes.length, ...bytes];
    const text = new TextEncoder();
    const encoded = [label, '12'].flatMap((each) => field(text.encode(each)));
    const expected = await sha256(new Uint8Array([...encoded, ...field(digest)]));
    expect(await commitTo(sha256, 12, digest)).toBe(toHex(expected));
  });
});
