import { receiverSnapshot } from '../../../../test/snapshots.js';
import { emptyStats } from '../../../transfer/pure.js';
import { isUnderWay, receiverToasts, receiverView } from './receiver-view.js';

describe('the receiver panel', () => {
  it('shows Ready before the download starts', () => {
    expect(receiverView(null).badge).toBe('Ready');
  });

  it.each([
    ['ready', false],
    ['connecting', true],
    ['waiting', true],
    ['receiving', true],
    ['paused', true],
    ['saving', true],
    ['retrying', true],
    ['completed', false],
    ['error', false],
  ] as const)('guards the tab in the state %s: %p', (state, expected) => {
    expect(isUnderWay(state)).toBe(expected);
  });

  it.each([
    ['outlives the page', { survivesReload: true }, 'Paused. Your progress is saved.'],
    [
      'does not outlive the page',
      { survivesReload: false },
      'Paused. Keep this page open; closing it loses what has arrived.',
    ],
    ['is nothing', { stats: emptyStats }, 'Paused. Your progress is saved.'],
  ])('says of a pause whether what has arrived is saved: it %s', (_name, part, status) => {
    const stats = { ...emptyStats, bytesTransferred: 1 };
    const snapshot = receiverSnapshot({ state: 'paused', pausedBy: 'here', stats, ...part });
    expect(receiverView(snapshot).status).toBe(status);
  });

  it('is not shown as paused while the sender has not allowed the download', () => {
    const asked = receiverSnapshot({
      state: 'paused',
      pausedBy: 'there',
      isAwaitingApproval: true,
    });
    expect(receiverView(asked, 'Ada')).toEqual({
      badge: 'Waiting',
      tone: 'busy',
      status: 'Waiting for Ada to allow this download.',
    });
  });

  const moved = { ...emptyStats, bytesTransferred: 1 };
  it.each([
    [
      'the channel opens [8.36]',
      receiverSnapshot(),
      receiverSnapshot({ state: 'waiting' }),
      ['Connected'],
    ],
    [
      'the connection is retried [8.32]',
      receiverSnapshot(),
      receiverSnapshot({ state: 'retrying', attempt: 1 }),
      ['Reconnecting...'],
    ],
    [
      'there is no connection [8.30]',
      receiverSnapshot(),
      receiverSnapshot({ state: 'error', error: { code: 'peer-unreachable' } }),
      ['Connection Error'],
    ],
    [
      'the transfer fails half-way [8.34]',
      receiverSnapshot({ state: 'receiving', stats: moved }),
      receiverSnapshot({ state: 'error' }),
      ['Transfer Failed'],
    ],
    [
      'bytes arrive',
      receiverSnapshot({ state: 'receiving' }),
      receiverSnapshot({ state: 'receiving', stats: moved }),
      [],
    ],
    [
      'the file is complete [8.37]',
      receiverSnapshot(),
      receiverSnapshot({ state: 'completed' }),
      ['File Received'],
    ],
  ])('shows a toast when %s', (_when, before, now, titles) => {
    expect(receiverToasts(before, now).map(({ title }) => title)).toEqual(titles);
  });

  it('shows the number of the attempt [8.32]', () => {
    const [toast] = receiverToasts(null, receiverSnapshot({ state: 'retrying', attempt: 3 }));
    expect(toast?.description).toBe('Connection attempt 3 of 5');
  });

  it('shows Failed to connect for an error without a text [8.31]', () => {
    const [toast] = receiverToasts(null, receiverSnapshot({ state: 'error' }));
    expect(toast?.description).toBe('Failed to connect');
  });
});
