import fc from 'fast-check';
import { maxChallengedBlocks } from '../support/constants.js';
import { randomBelow } from '../support/env.js';
import { answerChallenge, isAnswered, pickBlocks } from './block-challenge.js';
import { toBase64Url } from './encoding.js';

const nonces = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(toBase64Url);
const contents = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), {
  minLength: 1,
  maxLength: maxChallengedBlocks,
});

const reader =
  (blocks: readonly Uint8Array[]) =>
  (block: number): Promise<Uint8Array<ArrayBuffer>> =>
    Promise.resolve(new Uint8Array(blocks[block] ?? []));

const challengeOf = (nonce: string, { length }: readonly unknown[]) => ({
  nonce,
  blocks: Array.from({ length }, (_, block) => block),
});

describe('a challenge for stored blocks', () => {
  it('accepts the answer of a receiver that holds them', async () => {
    await fc.assert(
      fc.asyncProperty(nonces, contents, async (nonce, stored) => {
        const challenge = challengeOf(nonce, stored);
        const tags = await answerChallenge(challenge, reader(stored));
        expect(await isAnswered(challenge, tags, reader(stored))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('rejects an answer when one byte of one block differs', async () => {
    await fc.assert(
      fc.asyncProperty(nonces, contents, fc.nat(), fc.nat(), async (nonce, stored, at, byte) => {
        const challenge = challengeOf(nonce, stored);
        const damaged = stored.map((block) => block.slice());
        const block = damaged[at % damaged.length] ?? new Uint8Array(1);
        block[byte % block.length] = (block[byte % block.length] ?? 0) ^ 1;
        const tags = await answerChallenge(challenge, reader(damaged));
        expect(await isAnswered(challenge, tags, reader(stored))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('rejects an answer for another nonce, another order, and one that is too short', async () => {
    await fc.assert(
      fc.asyncProperty(nonces, nonces, contents, async (nonce, other, stored) => {
        fc.pre(nonce !== other);
        const challenge = challengeOf(nonce, stored);
        const replayed = await answerChallenge({ ...challenge, nonce: other }, reader(stored));
        expect(await isAnswered(challenge, replayed, reader(stored))).toBe(false);
        const tags = await answerChallenge(challenge, reader(stored));
        expect(await isAnswered(challenge, tags.slice(1), reader(stored))).toBe(false);
        if (tags.length > 1)
          expect(await isAnswered(challenge, [...tags].reverse(), reader(stored))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it('picks distinct blocks of the claim, eight at most', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.integer({ min: 1, max: 1_000 }), (from, count) => {
        const picked = pickBlocks(from, from + count, randomBelow);
        expect(picked).toHaveLength(Math.min(count, maxChallengedBlocks));
        expect(new Set(picked).size).toBe(picked.length);
        expect(picked.every((block) => block >= from && block < from + count)).toBe(true);
      }),
    );
  });

  it('can pick every block', () => {
    const picked = new Set<number>();
    for (let n = 0; n < 300; n++)
      for (const block of pickBlocks(5, 25, randomBelow)) picked.add(block);
    expect(picked.size).toBe(20);
  });
});
