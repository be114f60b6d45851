import { EMPTY_STATS } from '../../../transfer/pure.js';
import type { RecipientStatus, SenderSnapshot, TransferStats } from '../../../transfer/api.js';
import {
  combineStats,
  eventOf,
  isSelectDisabled,
  nextUpload,
  shownAttempt,
} from './upload-form.state.js';
import type { UploadEvent, UploadState } from './upload-form.state.js';

const stats = (bytesTransferred: number, totalBytes = 100): TransferStats => ({
  progressPercent: (bytesTransferred / totalBytes) * 100,
  bytesTransferred,
  totalBytes,
  bytesPerSecond: 10,
  etaSeconds: 5,
});

const idle: UploadState = { kind: 'idle' };
const creating: UploadState = { kind: 'creating' };
const connecting: UploadState = { kind: 'connecting' };
const sharing: UploadState = { kind: 'sharing', stats: stats(1) };
const completed: UploadState = { kind: 'completed' };
const error: UploadState = { kind: 'error', message: 'no' };
const retrying: UploadState = { kind: 'retrying', attempt: 2 };
const limited: UploadState = { kind: 'limit_reached' };

describe('sender upload (specification, section 4)', () => {
  const table: [UploadState, UploadEvent, UploadState][] = [
    [idle, { type: 'create' }, creating],
    [creating, { type: 'created' }, connecting],
    [connecting, { type: 'channel-open', stats: stats(1) }, sharing],
    [sharing, { type: 'progress', stats: stats(7) }, { kind: 'sharing', stats: stats(7) }],
    [sharing, { type: 'delivered' }, completed],
    [completed, { type: 'channel-open', stats: stats(1) }, sharing],
    [creating, { type: 'limit-reached' }, limited],
    [sharing, { type: 'reconnecting', attempt: 2 }, retrying],
    [connecting, { type: 'reconnecting', attempt: 2 }, retrying],
    [retrying, { type: 'waiting' }, connecting],
    [error, { type: 'waiting' }, connecting],
    [connecting, { type: 'reset' }, idle],
    [completed, { type: 'reset' }, idle],
    [error, { type: 'reset' }, idle],
    [limited, { type: 'reset' }, idle],
    [sharing, { type: 'waiting' }, connecting],
    [completed, { type: 'waiting' }, completed],
    // What makes no sense changes nothing.
    [creating, { type: 'create' }, creating],
    [idle, { type: 'created' }, idle],
    [idle, { type: 'failed', message: 'no' }, idle],
    [idle, { type: 'progress', stats: stats(1) }, idle],
    [connecting, { type: 'limit-reached' }, connecting],
    [connecting, { type: 'waiting' }, connecting],
    [sharing, { type: 'reset' }, sharing],
    [creating, { type: 'reset' }, creating],
    [error, { type: 'delivered' }, error],
  ];
  it.each(table)(
    '%j on %j becomes %j [4.1, 4.2, 4.3, 4.4, 4.6, 4.7, 4.8, 4.9, 4.10]',
    (state, event, expected) => {
      expect(nextUpload(state, event)).toEqual(expected);
    },
  );

  it.each([creating, connecting, sharing, retrying, completed])('%j may fail [4.5]', (state) => {
    expect(nextUpload(state, { type: 'failed', message: 'no' })).toEqual(error);
  });

  it('disables Select File while an upload is under way [4.11, 4.12, 4.13, 4.14]', () => {
    expect([creating, connecting, sharing, retrying].every(isSelectDisabled)).toBe(true);
    expect([idle, completed, error, limited].some(isSelectDisabled)).toBe(false);
  });
});

describe('the engine seen from the dashboard', () => {
  const link = (state: RecipientStatus['state'], sent: number): RecipientStatus => ({
    peerId: `p${sent}`,
    state,
    stats: stats(sent),
    attempt: 0,
    isSilent: false,
    connectionType: 'direct',
    isVerified: false,
    error: null,
  });
  const snapshot = (part: Partial<SenderSnapshot>): SenderSnapshot => ({
    state: 'sending',
    attempt: 0,
    maxAttempts: 5,
    recipients: [],
    stats: EMPTY_STATS,
    error: null,
    ...part,
  });

  it('sums what is being sent and leaves finished receivers out', () => {
    const recipients = [link('sending', 20), link('paused', 40), link('completed', 100)];
    expect(eventOf(snapshot({ recipients }), connecting)).toEqual({
      type: 'channel-open',
      stats: {
        progressPercent: 30,
        bytesTransferred: 60,
        totalBytes: 200,
        bytesPerSecond: 20,
        etaSeconds: 5,
      },
    });
  });

  it('names attempts and failures', () => {
    expect(eventOf(snapshot({ state: 'retrying', attempt: 4 }), sharing)).toEqual({
      type: 'reconnecting',
      attempt: 4,
    });
    const failure = { code: 'channel-error' };
    expect(eventOf(snapshot({ state: 'error', error: failure }), sharing)).toEqual({
      type: 'failed',
      message: 'Data channel error',
    });
    expect(eventOf(snapshot({ state: 'idle' }), sharing)).toBeNull();
  });

  it('has nothing to sum without receivers', () => {
    expect(combineStats([]).progressPercent).toBe(0);
  });
});

// Specification, section 9: "the dashboard UI text shows attempts out of 3".
it.each([
  [0, 1],
  [1, 1],
  [3, 3],
  [5, 3],
])('the attempt of the engine %p is shown as %p of 3', (attempt, shown) => {
  expect(shownAttempt(attempt)).toBe(shown);
});
