import { createDigestCopies, type DigestCopies, type DigestMessage } from './digest-copies.js';

const digest = (block: number): DigestMessage => ({ type: 'block-digest', block, sha256: '0' });
const always = (): boolean => true;

const repeatedOn = (copies: DigestCopies, lane: number, isTaken = true): DigestMessage[] => {
  const sent: DigestMessage[] = [];
  copies.repeat(lane, (message) => {
    sent.push(message);
    return isTaken;
  });
  return sent;
};

describe('copies of digests', () => {
  it('are due for those whose lanes have all been given up, once for each lane', () => {
    const copies = createDigestCopies(7);
    copies.onSent(digest(0), { lanes: [0], copies: 0 }, always);
    copies.onSent(digest(1), { lanes: [0, 1], copies: 1 }, always);
    expect(repeatedOn(copies, 2)).toEqual([]);
    copies.onGivenUp(0);
    expect(repeatedOn(copies, 2)).toEqual([digest(0)]);
    expect(repeatedOn(copies, 3)).toEqual([]);
    copies.onGivenUp(1);
    expect(repeatedOn(copies, 3)).toEqual([digest(1)]);
    copies.onGivenUp(3);
    copies.onGivenUp(2);
    expect(repeatedOn(copies, 4)).toEqual([digest(0), digest(1)]);
  });

  it('are as many as the receiver accepts', () => {
    const copies = createDigestCopies(2);
    copies.onSent(digest(0), { lanes: [1], copies: 1 }, always);
    copies.onGivenUp(1);
    expect(repeatedOn(copies, 2)).toEqual([digest(0)]);
    copies.onGivenUp(2);
    expect(repeatedOn(copies, 3)).toEqual([]);
  });

  it('are not due for what the receiver has, or no longer expects', () => {
    let isNeeded = true;
    const copies = createDigestCopies(7);
    copies.onSent(digest(0), { lanes: [], copies: 0 }, () => isNeeded);
    isNeeded = false;
    expect(repeatedOn(copies, 1)).toEqual([]);
    copies.onSent(digest(1), { lanes: [], copies: 0 }, always);
    isNeeded = true;
    expect(repeatedOn(copies, 1)).toEqual([digest(1)]);
  });

  it('do not count when the lane did not take them', () => {
    const copies = createDigestCopies(1);
    copies.onSent(digest(0), { lanes: [], copies: 0 }, always);
    expect(repeatedOn(copies, 1, false)).toEqual([digest(0)]);
    expect(repeatedOn(copies, 2)).toEqual([digest(0)]);
    copies.onGivenUp(2);
    expect(repeatedOn(copies, 3)).toEqual([]);
  });
});
