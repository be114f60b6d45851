import { recipientStatus } from '../../../../test/snapshots.js';
import type { RecipientState, SenderSnapshot } from '../../../transfer/api.js';
import {
  failedSnapshot,
  isDelivered,
  isOngoing,
  shownAttempt,
  startingSnapshot,
  transferView,
} from './transfer-view.js';
import { countQuestions, transfersSlice } from './transfers-slice.js';

const snapshot = (part: Partial<SenderSnapshot>): SenderSnapshot => ({
  ...startingSnapshot,
  ...part,
});

describe('a transfer on the dashboard', () => {
  it.each<[SenderSnapshot['state'], string, string]>([
    ['connecting', 'connecting', ''],
    ['waiting', 'connecting', '[4.2]'],
    ['sending', 'sharing', '[4.3]'],
    ['completed', 'completed', '[4.4]'],
  ])('shows the engine state %s as %s %s', (state, kind) => {
    expect(transferView(snapshot({ state }))).toEqual({ kind });
  });

  it.each<[RecipientState, boolean]>([
    ['connecting', true],
    ['waiting', true],
    ['paused', true],
    ['error', false],
    ['completed', false],
  ])('asks about a recipient in the state %s: %p', (state, expected) => {
    const asking = recipientStatus({ state, approval: 'asking' });
    const { kind } = transferView(snapshot({ state: 'completed', recipients: [asking] }));
    expect(kind).toBe(expected ? 'asking' : 'completed');
    const transfer = { shareId: 'abc', filename: 'report.pdf', totalBytes: 1 };
    const shown = [
      transfersSlice.actions.transferStarted(transfer),
      transfersSlice.actions.transferChanged({
        shareId: 'abc',
        snapshot: snapshot({ state: 'completed', recipients: [asking] }),
      }),
    ].reduce(transfersSlice.reducer, transfersSlice.getInitialState());
    expect(countQuestions({ transfers: shown })).toBe(expected ? 1 : 0);
  });

  it('shows retrying with the attempt, then connecting [4.6]', () => {
    const retrying = transferView(snapshot({ state: 'retrying', attempt: 2 }));
    expect(retrying).toEqual({ kind: 'retrying', attempt: 2 });
    expect(transferView(snapshot({ state: 'waiting' }))).toEqual({ kind: 'connecting' });
  });

  it('shows an error with its message [4.5]', () => {
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
  ] as const)('warns before closing the tab in the state %s: %p', (state, expected) => {
    expect(isOngoing(snapshot({ state }))).toBe(expected);
  });

  it.each<[RecipientState[], boolean]>([
    [['completed', 'error'], true],
    [['completed', 'retrying'], false],
    [['error'], false],
    [[], false],
  ])('interrupts nobody while offline with the recipients %j: %p', (states, expected) => {
    const recipients = states.map((state) => recipientStatus({ state }));
    const offline = snapshot({ state: 'retrying', recipients });
    expect([isDelivered(offline), isOngoing(offline)]).toEqual([expected, !expected]);
  });

  it.each([
    [0, 1],
    [1, 1],
    [3, 3],
    [5, 3],
  ])('shows attempt %p of the engine as %p out of 3 [9.21]', (attempt, shown) => {
    expect(shownAttempt(attempt)).toBe(shown);
  });
});
