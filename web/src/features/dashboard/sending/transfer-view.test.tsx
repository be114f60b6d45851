import type { SenderSnapshot } from '../../../transfer/api.js';
import {
  failedSnapshot,
  isServing,
  shownAttempt,
  startingSnapshot,
  transferView,
} from './transfer-view.js';

const snapshot = (part: Partial<SenderSnapshot>): SenderSnapshot => ({
  ...startingSnapshot,
  ...part,
});

describe('a transfer on the dashboard (specification, section 4, sender upload)', () => {
  it.each<[SenderSnapshot['state'], string, string]>([
    ['connecting', 'connecting', ''],
    ['waiting', 'connecting', '[4.2]'],
    ['sending', 'sharing', '[4.3]'],
    ['completed', 'completed', '[4.4]'],
  ])('of the engine’s state %s is shown as %s %s', (state, kind) => {
    expect(transferView(snapshot({ state }))).toEqual({ kind });
  });

  it('is shown as retrying with the attempt, and as connecting afterwards [4.6]', () => {
    const retrying = transferView(snapshot({ state: 'retrying', attempt: 2 }));
    expect(retrying).toEqual({ kind: 'retrying', attempt: 2 });
    expect(transferView(snapshot({ state: 'waiting' }))).toEqual({ kind: 'connecting' });
  });

  it('is shown as an error with the sentence of the failure [4.5]', () => {
    expect(transferView(failedSnapshot({ code: 'channel-error' }))).toEqual({
      kind: 'error',
      message: 'Data channel error',
    });
  });

  it.each([
    ['connecting', true],
    ['waiting', true],
    ['sending', true],
    ['retrying', true],
    ['completed', false],
    ['error', false],
  ] as const)('in the state %s keeps the tab open: %p', (state, expected) => {
    expect(isServing(snapshot({ state }))).toBe(expected);
  });

  it.each([
    [0, 1],
    [1, 1],
    [3, 3],
    [5, 3],
  ])('shows attempt %p of the engine as %p of 3 [9.21]', (attempt, shown) => {
    expect(shownAttempt(attempt)).toBe(shown);
  });
});
