/** The specification's section 4 (sender and receiver states) as tables. */
import type { EngineError } from '../api.js';
import * as link from '../send/recipient.state.js';
import * as receiver from '../receive/receive-session.state.js';
import * as sender from '../send/send-session.state.js';

const error: EngineError = { code: 'sink-failed' };
const refused: EngineError = { code: 'share-ended', serverText: 'over' };

describe('receiver machine', () => {
  type Row = [string, receiver.ReceiverInput[], string, number];
  const open: receiver.ReceiverInput = { type: 'channel-open' };
  const lost: receiver.ReceiverInput = { type: 'link-lost' };
  const flowing: receiver.ReceiverInput[] = [open, { type: 'progressed' }];
  const rows: Row[] = [
    ['starts connecting', [], 'connecting', 0],
    ['peer connected: waiting', [open], 'waiting', 0],
    ['progress above 0: receiving', flowing, 'receiving', 0],
    ['completed', [...flowing, { type: 'completed', isVerified: true }], 'completed', 0],
    [
      'completed stays, whatever follows',
      [...flowing, { type: 'completed', isVerified: false }, lost, { type: 'failed', error }],
      'completed',
      0,
    ],
    ['a lost link is retried with attempt 1', [...flowing, lost], 'retrying', 1],
    ['attempts count up while nothing flows', [open, lost, open, lost, open, lost], 'retrying', 3],
    ['flowing bytes reset them', [...flowing, lost, ...flowing, lost], 'retrying', 1],
    ['five attempts, then error', [lost, lost, lost, lost, lost, lost], 'error', 0],
    ['try again from error', [{ type: 'failed', error }, { type: 'retry' }], 'connecting', 0],
    [
      'saved after the connection was given up',
      [{ type: 'failed', error }, open, { type: 'completed', isVerified: true }],
      'completed',
      0,
    ],
    ['retry outside error does nothing', [...flowing, { type: 'retry' }], 'receiving', 0],
    [
      'signalling down before the channel',
      [{ type: 'signalling-retrying', attempt: 2 }],
      'retrying',
      2,
    ],
    [
      '… and back',
      [{ type: 'signalling-retrying', attempt: 2 }, { type: 'joined' }],
      'connecting',
      0,
    ],
    [
      'signalling down during a transfer is invisible',
      [...flowing, { type: 'signalling-retrying', attempt: 1 }],
      'receiving',
      0,
    ],
    [
      '… even for good',
      [...flowing, { type: 'signalling-failed', error: refused }],
      'receiving',
      0,
    ],
    [
      '… until the channel goes too',
      [...flowing, { type: 'signalling-failed', error: refused }, lost],
      'error',
      0,
    ],
    ['refused at the door', [{ type: 'signalling-failed', error: refused }], 'error', 0],
    ['a silent path', [...flowing, { type: 'path', isUp: false }], 'retrying', 1],
    [
      '… that comes back',
      [...flowing, { type: 'path', isUp: false }, { type: 'path', isUp: true }],
      'receiving',
      0,
    ],
    ['pause', [...flowing, { type: 'paused', isPaused: true }], 'paused', 0],
    [
      'late bytes do not end a pause',
      [...flowing, { type: 'paused', isPaused: true }, { type: 'progressed' }],
      'paused',
      0,
    ],
    [
      'resume',
      [...flowing, { type: 'paused', isPaused: true }, { type: 'paused', isPaused: false }],
      'receiving',
      0,
    ],
    [
      'the sender has left: wait for it',
      [...flowing, lost, { type: 'sender-absent' }],
      'connecting',
      0,
    ],
  ];
  it.each(rows)(
    '%s [4.30, 4.32, 4.47, 4.48, 4.49, 4.50, 4.84, 4.85]',
    (_name, inputs, state, attempt) => {
      const end = inputs.reduce(receiver.next, receiver.INITIAL_RECEIVER);
      expect(receiver.view(end)).toMatchObject({ state, attempt });
    },
  );
  it('shows the refusal that was kept while bytes flowed', () => {
    const inputs = [...flowing, { type: 'signalling-failed', error: refused } as const, lost];
    const end = inputs.reduce(receiver.next, receiver.INITIAL_RECEIVER);
    expect(receiver.view(end).error).toEqual(refused);
  });
});

describe('link machine (one receiver as its sender sees it)', () => {
  const lost: link.RecipientInput = { type: 'lost' };
  const started: link.RecipientInput[] = [{ type: 'channel-open' }, { type: 'started' }];
  const rows: [string, link.RecipientInput[], string][] = [
    ['starts connecting', [], 'connecting'],
    ['data channel open: waiting', [{ type: 'channel-open' }], 'waiting'],
    ['sending', started, 'sending'],
    ['completed', [...started, { type: 'completed', isVerified: true }], 'completed'],
    [
      'completed does not notice that the receiver leaves',
      [...started, { type: 'completed', isVerified: true }, lost],
      'completed',
    ],
    ['lost: retrying', [...started, lost], 'retrying'],
    ['five times without a byte, then error', Array.from({ length: 6 }, () => lost), 'error'],
    [
      'five times with bytes between goes on',
      [...Array.from({ length: 5 }, () => lost), ...started, { type: 'progressed' }, lost],
      'retrying',
    ],
    ['a silent path', [...started, { type: 'path', isUp: false }], 'retrying'],
    [
      '… that comes back',
      [...started, { type: 'path', isUp: false }, { type: 'path', isUp: true }],
      'sending',
    ],
    [
      'a pause arriving over a path that is being mended',
      [
        ...started,
        { type: 'path', isUp: false },
        { type: 'paused', isPaused: true },
        { type: 'path', isUp: true },
      ],
      'paused',
    ],
    ['failed', [...started, { type: 'failed', error }], 'error'],
  ];
  it.each(rows)('%s [4.32]', (_name, inputs, state) => {
    expect(inputs.reduce(link.next, link.INITIAL_RECIPIENT).state).toBe(state);
  });
});

describe('sender machine', () => {
  const links = (...states: sender.RecipientSummary['state'][]): sender.SenderInput => ({
    type: 'links',
    links: states.map((state) => ({
      state,
      attempt: state === 'retrying' ? 3 : 0,
      error: state === 'error' ? error : null,
    })),
  });
  const joined: sender.SenderInput[] = [{ type: 'start' }, { type: 'joined' }];
  const down: sender.SenderInput = { type: 'signalling-retrying', attempt: 2 };
  const rows: [string, sender.SenderInput[], string, number][] = [
    ['idle', [], 'idle', 0],
    ['connecting', [{ type: 'start' }], 'connecting', 0],
    ['joined: waiting', joined, 'waiting', 0],
    ['a receiver connects', [...joined, links('connecting')], 'waiting', 0],
    ['sending', [...joined, links('sending')], 'sending', 0],
    ['one sends, one is done', [...joined, links('sending', 'completed')], 'sending', 0],
    ['all done: completed', [...joined, links('completed', 'completed')], 'completed', 0],
    ['a new receiver moves completed on', [...joined, links('completed', 'waiting')], 'waiting', 0],
    ['signalling down while waiting: retrying 2 of 5', [...joined, down], 'retrying', 2],
    [
      'signalling down while sending is invisible',
      [...joined, links('sending'), down],
      'sending',
      2,
    ],
    ['a recipient reconnecting for the third time', [...joined, links('retrying')], 'retrying', 3],
    [
      'one failed among others is not the session',
      [...joined, links('error', 'waiting')],
      'waiting',
      0,
    ],
    ['the only receiver failed', [...joined, links('error')], 'error', 0],
    ['refused', [{ type: 'start' }, { type: 'signalling-failed', error: refused }], 'error', 0],
    [
      'refused while sending',
      [...joined, links('sending'), { type: 'signalling-failed', error: refused }],
      'sending',
      0,
    ],
    [
      'start again after a refusal',
      [{ type: 'start' }, { type: 'signalling-failed', error: refused }, { type: 'start' }],
      'connecting',
      0,
    ],
  ];
  it.each(rows)('%s [4.32, 4.52, 4.53, 4.54, 4.55, 4.59]', (_name, inputs, state, attempt) => {
    const end = inputs.reduce(sender.next, sender.INITIAL_SENDER);
    expect(sender.view(end)).toMatchObject({ state, attempt });
  });
});
