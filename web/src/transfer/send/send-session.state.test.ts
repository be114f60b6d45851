import type { EngineError } from '../support/failures.js';
import {
  initialSender,
  next,
  view,
  type RecipientSummary,
  type SenderInput,
} from './send-session.state.js';

const error: EngineError = { code: 'sink-failed' };
const refused: EngineError = { code: 'share-ended', serverText: 'over' };

describe('the state of the sending session', () => {
  const recipients = (...states: RecipientSummary['state'][]): SenderInput => ({
    type: 'recipients',
    recipients: states.map((state) => ({
      state,
      attempt: state === 'retrying' ? 3 : 0,
      error: state === 'error' ? error : null,
    })),
  });
  const start: SenderInput = { type: 'start' };
  const joined: SenderInput[] = [start, { type: 'joined' }];
  const down: SenderInput = { type: 'signalling-retrying', attempt: 2 };
  const refusal: SenderInput = { type: 'signalling-failed', error: refused };
  const rows: [string, SenderInput[], string, number][] = [
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
  ];
  it.each(rows)('%s', (_name, inputs, state, attempt) => {
    const end = inputs.reduce(next, initialSender);
    expect(view(end)).toMatchObject({ state, attempt });
  });
});
