import { receiverSnapshot, recipientStatus, senderSnapshot } from '../../test/snapshots.js';
import type {
  ReceiverSnapshot,
  RecipientStatus,
  SenderSnapshot,
  SenderState,
  TransferStats,
} from './api.js';
import { emptyStats } from './pure.js';
import { receiverEvents, senderEvents, type SessionEvent } from './session-events.js';

const moved: TransferStats = { ...emptyStats, bytesTransferred: 1, totalBytes: 2 };
const error = { code: 'channel-error' };
const shareEnd = { code: 'share-ended' };
const second = { peerId: 'b' };
const grace = { name: 'Grace', email: 'grace@example.org' };

const recipient = (part: Partial<RecipientStatus> = {}): RecipientStatus =>
  recipientStatus({ state: 'connecting', ...part });
const sender = (state: SenderState, part: Partial<SenderSnapshot> = {}): SenderSnapshot =>
  senderSnapshot({ state, ...part });
const withOne = (part: Partial<RecipientStatus>, state: SenderState = 'waiting') =>
  sender(state, { recipients: [recipient(part)] });

const failure = (cause: 'connection' | 'transfer'): SessionEvent => ({
  type: 'failed',
  cause,
  error,
});

describe('the events of a sending session', () => {
  it.each<[string, SenderSnapshot | null, SenderSnapshot, SessionEvent[]]>([
    ['it starts', null, sender('connecting'), []],
    ['it joined the room', sender('connecting'), sender('waiting'), [{ type: 'ready' }]],
    ['it joined again', sender('retrying', { attempt: 1 }), sender('waiting'), []],
    ['a recipient joins', sender('waiting'), withOne({}), [{ type: 'recipient-joined' }]],
    ['its channel opens', withOne({}), withOne({ state: 'waiting' }), [{ type: 'channel-open' }]],
    [
      'it joins with an open channel',
      sender('waiting'),
      withOne({ state: 'sending' }),
      [{ type: 'channel-open' }],
    ],
    ['it starts sending', withOne({ state: 'waiting' }), withOne({ state: 'sending' }), []],
    [
      'its channel opens in a share that asks first',
      withOne({ approval: 'pending' }),
      withOne({ state: 'waiting', approval: 'pending' }),
      [],
    ],
    [
      'the user is asked about it',
      withOne({ state: 'waiting', approval: 'pending' }),
      withOne({ state: 'waiting', approval: 'asking', person: grace }),
      [{ type: 'question', about: 'approval', person: grace, number: 1 }],
    ],
    [
      'the question goes on',
      withOne({ state: 'waiting', approval: 'asking' }),
      withOne({ state: 'paused', approval: 'asking' }),
      [],
    ],
    [
      'the user allows it',
      withOne({ state: 'waiting', approval: 'asking' }),
      withOne({ state: 'waiting', approval: 'given' }),
      [{ type: 'channel-open' }],
    ],
    [
      'the user is asked about its missing proof',
      withOne({ proof: 'pending' }),
      withOne({ proof: 'asking' }),
      [{ type: 'question', about: 'proof', person: null, number: 1 }],
    ],
    [
      'it progresses',
      withOne({ state: 'sending' }),
      withOne({ state: 'sending', stats: moved }),
      [],
    ],
    ['it pauses', withOne({ state: 'sending' }), withOne({ state: 'paused' }), []],
    [
      'it reconnected',
      withOne({ state: 'retrying' }),
      withOne({ state: 'sending' }),
      [{ type: 'channel-open' }],
    ],
    [
      'it completed',
      withOne({ state: 'sending' }),
      withOne({ state: 'completed' }),
      [{ type: 'delivered' }],
    ],
    [
      'it never connected',
      withOne({}),
      withOne({ state: 'error', error }),
      [failure('connection')],
    ],
    [
      'it failed while sending',
      withOne({ state: 'sending' }),
      withOne({ state: 'error', error }),
      [failure('transfer')],
    ],
    [
      'it failed while reconnecting',
      withOne({ state: 'retrying', stats: moved }),
      withOne({ state: 'error', error }),
      [failure('transfer')],
    ],
    [
      'the session failed',
      sender('connecting'),
      sender('error', { error }),
      [failure('connection')],
    ],
    [
      'the session failed while sending',
      sender('sending'),
      sender('error', { error }),
      [failure('transfer')],
    ],
    [
      'the session failed with its only recipient',
      withOne({ state: 'sending' }, 'sending'),
      sender('error', { error, recipients: [recipient({ state: 'error', error })] }),
      [failure('transfer')],
    ],
    [
      'the user declines it',
      withOne({ state: 'waiting', approval: 'asking' }),
      withOne({ state: 'error', error: { code: 'declined-here' } }),
      [],
    ],
    [
      'the share ends after a delivery',
      sender('completed', { recipients: [recipient({ state: 'completed' }), recipient(second)] }),
      sender('completed', {
        error: shareEnd,
        recipients: [
          recipient({ state: 'completed' }),
          recipient({ ...second, state: 'error', error: shareEnd }),
        ],
      }),
      [],
    ],
    [
      'the end of the share interrupts a recipient',
      sender('sending', { recipients: [recipient({ state: 'completed' }), recipient(second)] }),
      sender('completed', {
        recipients: [
          recipient({ state: 'completed' }),
          recipient({ ...second, state: 'error', error: shareEnd, stats: moved }),
        ],
      }),
      [{ type: 'failed', cause: 'connection', error: shareEnd }],
    ],
    [
      'a recipient that got nothing reports the end of the share after a delivery',
      sender('waiting', { recipients: [recipient({ state: 'completed' }), recipient(second)] }),
      sender('completed', {
        recipients: [
          recipient({ state: 'completed' }),
          recipient({
            ...second,
            state: 'error',
            error: { code: 'cancelled-by-peer', hasShareEnded: true },
          }),
        ],
      }),
      [],
    ],
    ['the error is unchanged', sender('error', { error }), sender('error', { error }), []],
  ])('when %s', (_when, before, after, events) => {
    expect(senderEvents(before, after)).toEqual(events);
  });

  it('are separate for two recipients', () => {
    const two = (a: RecipientStatus['state'], b: RecipientStatus['state']) =>
      sender('sending', {
        recipients: [recipient({ state: a }), recipient({ peerId: 'b', state: b })],
      });
    expect(senderEvents(two('sending', 'connecting'), two('completed', 'waiting'))).toEqual([
      { type: 'delivered' },
      { type: 'channel-open' },
    ]);
  });
});

describe('the events of a receiving session', () => {
  it.each<[string, Partial<ReceiverSnapshot>, Partial<ReceiverSnapshot>, SessionEvent[]]>([
    ['the channel opens', {}, { state: 'waiting' }, [{ type: 'channel-open' }]],
    ['bytes arrive', { state: 'waiting' }, { state: 'receiving', stats: moved }, []],
    ['the file arrived', { state: 'receiving' }, { state: 'completed' }, [{ type: 'delivered' }]],
    ['it never connected', {}, { state: 'error', error }, [failure('connection')]],
    [
      'it failed half-way',
      { state: 'receiving', stats: moved },
      { state: 'error', error },
      [failure('transfer')],
    ],
  ])('when %s', (_when, before, after, events) => {
    expect(receiverEvents(receiverSnapshot(before), receiverSnapshot(after))).toEqual(events);
  });
});

describe.each([
  [
    'a sending session',
    (before: number | null, now: number) =>
      senderEvents(
        before === null ? sender('waiting') : sender('retrying', { attempt: before }),
        sender('retrying', { attempt: now }),
      ),
  ],
  [
    'a receiving session',
    (before: number | null, now: number) =>
      receiverEvents(
        receiverSnapshot(before === null ? {} : { state: 'retrying', attempt: before }),
        receiverSnapshot({ state: 'retrying', attempt: now }),
      ),
  ],
])('the reconnects of %s', (_session, events) => {
  it.each([
    [null, 0, 1],
    [null, 2, 2],
    [0, 1, null],
    [1, 2, 2],
    [2, 2, null],
  ])('after attempt %p, attempt %p is announced as %p', (before, now, announced) => {
    expect(events(before, now)).toEqual(
      announced === null ? [] : [{ type: 'reconnecting', attempt: announced, maxAttempts: 5 }],
    );
  });
});
