import { createDigestCopies, type DigestMessage } from './digest-copies.js';

const digest = (block: number): DigestMessage => ({ type: 'block-digest', block, sha256: '0' });
const always = (): boolean => true;

describe('copies of digests', () => {
  it('are due for those whose lanes have all been given up, once for each lane', () => {
    const copies = createDigestCopies(7);
    copies.onSent(digest(0), { lanes: [0], copies: 0 }, always);
    copies.onSent(digest(1), { lanes: [0, 1], copies: 1 }, always);
    expect(copies.takeFor(2)).toEqual([]);
    copies.onGivenUp(0);
    expect(copies.takeFor(2)).toEqual([digest(0)]);
    expect(copies.takeFor(3)).toEqual([]);
    copies.onGivenUp(1);
    expect(copies.takeFor(3)).toEqual([digest(1)]);
    copies.onGivenUp(3);
    copies.onGivenUp(2);
    expect(copies.takeFor(4)).toEqual([digest(0), digest(1)]);
  });

  it('are as many as the receiver accepts', () => {
    const copies = createDigestCopies(2);
    copies.onSent(digest(0), { lanes: [1], copies: 1 }, always);
    copies.onGivenUp(1);
    expect(copies.takeFor(2)).toEqual([digest(0)]);
    copies.onGivenUp(2);
    expect(copies.takeFor(3)).toEqual([]);
  });

  it('are not due for what the receiver has, or no longer expects', () => {
    let isNeeded = true;
    const copies = createDigestCopies(7);
    copies.onSent(digest(0), { lanes: [], copies: 0 }, () => isNeeded);
    isNeeded = false;
    expect(copies.takeFor(1)).toEqual([]);
    copies.onSent(digest(1), { lanes: [], copies: 0 }, always);
    isNeeded = true;
    expect(copies.takeFor(1)).toEqual([digest(1)]);
  });
});
