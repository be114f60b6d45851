import type { EngineError } from '../support/failures.js';
import {
  initialSender,
  next,
  view,
  type RecipientSummary,
  type SenderInput,
} from './send-session.state.js';

const error: EngineError = { code: 'sink-failed' };
const refused: EngineError = { code: 'replaced' };
const ended: EngineError = { code: 'share-ended', serverText: 'over' };

const failedWith = (failure: EngineError, bytesTransferred = 0): RecipientSummary => ({
  state: 'error',
  attempt: 0,
  error: failure,
  stats: { bytesTransferred },
  isOutlivingShare: false,
});
const received: RecipientSummary = {
  state: 'completed',
  attempt: 0,
  error: null,
  stats: { bytesTransferred: 5 },
  isOutlivingShare: false,
};
const saving: RecipientSummary = { ...received, state: 'sending', isOutlivingShare: true };

describe('the state of the sending session', () => {
  const recipients = (...states: RecipientSummary['state'][]): SenderInput => ({
    type: 'recipients',
    recipients: states.map((state) => ({
      state,
      attempt: state === 'retrying' ? 3 : 0,
      error: state === 'error' ? error : null,
      stats: { bytesTransferred: 0 },
      isOutlivingShare: false,
    })),
  });
  const those = (...recipients: RecipientSummary[]): SenderInput => ({
    type: 'recipients',
    recipients,
  });
  const start: SenderInput = { type: 'start' };
  const joined: SenderInput[] = [start, { type: 'joined' }];
  const down: SenderInput = { type: 'signalling-retrying', attempt: 2 };
  const refusal: SenderInput = { type: 'signalling-failed', error: refused };
  const end: SenderInput = { type: 'signalling-failed', error: ended };
  type Row = [string, SenderInput[], string, number];
  const rows: Row[] = [
    ['is idle at first', [], 'idle', 0],
    ['is connecting once started [4.52]', [start], 'connecting', 0],
    ['is waiting once joined [4.53]', joined, 'waiting', 0],
    ['is waiting while a recipient connects', [...joined, recipients('connecting')], 'waiting', 0],
    ['is sending to one recipient [4.54]', [...joined, recipients('sending')], 'sending', 0],
    [
      'is sending while one of two is done',
      [...joined, recipients('sending', 'completed')],
      'sending',
      0,
    ],
    [
      'is completed when all are done [4.55]',
      [...joined, recipients('completed', 'completed')],
      'completed',
      0,
    ],
    [
      'is waiting again when a recipient joins after completion',
      [...joined, recipients('completed', 'waiting')],
      'waiting',
      0,
    ],
    [
      'is retrying 2 of 5 when signalling is lost while waiting [4.59]',
      [...joined, down],
      'retrying',
      2,
    ],
    [
      'is sending although signalling is lost',
      [...joined, recipients('sending'), down],
      'sending',
      2,
    ],
    [
      "is retrying with a recipient's attempt [4.32, 4.59]",
      [...joined, recipients('retrying')],
      'retrying',
      3,
    ],
    [
      'is not an error when one of two recipients failed',
      [...joined, recipients('error', 'waiting')],
      'waiting',
      0,
    ],
    [
      'is an error when the only recipient failed [4.59]',
      [...joined, recipients('error')],
      'error',
      0,
    ],
    ['is an error when the join is refused [4.59]', [start, refusal], 'error', 0],
    [
      'is sending although signalling is refused',
      [...joined, recipients('sending'), refusal],
      'sending',
      0,
    ],
    [
      'is retrying when signalling is lost after the last delivery [4.59]',
      [...joined, recipients('completed'), down],
      'retrying',
      2,
    ],
    [
      'is an error when signalling is refused after the last delivery [4.59]',
      [...joined, recipients('completed', 'error'), refusal],
      'error',
      0,
    ],
    [
      'is completed when signalling is back after the last delivery [4.55]',
      [...joined, recipients('completed'), down, { type: 'joined' }],
      'completed',
      0,
    ],
    ['is connecting when started again after a refusal', [start, refusal, start], 'connecting', 0],
    [
      'is retrying when started again after it was in the room [4.59]',
      [...joined, refusal, start],
      'retrying',
      0,
    ],
    ...['declined-here', 'ended-here', 'receiver-unproven', 'cancelled-by-peer'].map(
      (code): Row => [
        `is waiting when the only recipient ended with ${code} [4.53]`,
        [...joined, those(failedWith({ code }))],
        'waiting',
        0,
      ],
    ),
    [
      'is an error when all recipients ended, and one of them failed',
      [...joined, those(failedWith({ code: 'ended-here' }), failedWith(error))],
      'error',
      0,
    ],
    ['is an error when the share ends before a delivery', [...joined, end], 'error', 0],
    [
      'is completed when the share ends after the last delivery [4.55]',
      [...joined, those(received, failedWith(error, 3)), end],
      'completed',
      0,
    ],
    [
      'is completed when the share ends before another recipient got anything [4.55]',
      [...joined, those(received, failedWith(ended)), end],
      'completed',
      0,
    ],
    [
      'is an error when the end of the share interrupts a recipient',
      [...joined, those(received, failedWith(ended, 3)), end],
      'error',
      0,
    ],
    [
      'is an error when the end of the share interrupts a recipient, whatever it is called there',
      [...joined, those(received, failedWith({ code: 'share-closed' }, 3)), end],
      'error',
      0,
    ],
    [
      'is an error when a recipient reports that the end of the share interrupted it',
      [
        ...joined,
        those(received, failedWith({ code: 'cancelled-by-peer', hasShareEnded: true }, 3)),
        end,
      ],
      'error',
      0,
    ],
    [
      'is completed when a recipient cancelled before the share ended [4.55]',
      [...joined, those(received, failedWith({ code: 'cancelled-by-peer' }, 3)), end],
      'completed',
      0,
    ],
  ];
  it.each(rows)('%s', (_name, inputs, state, attempt) => {
    expect(view(inputs.reduce(next, initialSender))).toMatchObject({ state, attempt });
  });

  it.each<[string, SenderInput[], EngineError | null]>([
    ['after the last delivery', [...joined, those(received), end], ended],
    ['while a recipient saves', [...joined, those(saving), end], ended],
    [
      'while the connection of one that saves is interrupted',
      [...joined, those({ ...saving, state: 'retrying' }), end],
      ended,
    ],
    [
      'not while another recipient gets bytes',
      [...joined, those(saving, { ...saving, isOutlivingShare: false }), refusal],
      null,
    ],
    ['not after a restart', [...joined, those(saving), end, start, { type: 'joined' }], null],
  ])('states why it serves no one else: %s', (_when, inputs, error) => {
    expect(view(inputs.reduce(next, initialSender)).error).toEqual(error);
  });
});
