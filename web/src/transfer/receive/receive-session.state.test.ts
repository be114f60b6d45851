import type { EngineError } from '../support/failures.js';
import { view } from '../support/values/machine-view.js';
import {
  expectsProgress,
  initialReceiver,
  next,
  type ReceiverInput,
} from './receive-session.state.js';

const error: EngineError = { code: 'sink-failed' };
const refused: EngineError = { code: 'share-ended', serverText: 'over' };

describe('the state of the receiving session', () => {
  const open: ReceiverInput = { type: 'channel-open' };
  const lost: ReceiverInput = { type: 'connection-lost', error: { code: 'channel-error' } };
  const progressed: ReceiverInput = { type: 'progressed' };
  const flowing: ReceiverInput[] = [open, progressed];
  const completed: ReceiverInput = { type: 'completed', isVerified: true };
  const failed: ReceiverInput = { type: 'failed', error };
  const retry: ReceiverInput = { type: 'retry' };
  const interrupted: ReceiverInput = { type: 'path', isUp: false };
  const restored: ReceiverInput = { type: 'path', isUp: true };
  const paused: ReceiverInput = { type: 'paused', isPaused: true };
  const resumed: ReceiverInput = { type: 'paused', isPaused: false };
  const refusal: ReceiverInput = { type: 'signalling-failed', error: refused };
  const down = (attempt: number): ReceiverInput => ({ type: 'signalling-retrying', attempt });
  const saving: ReceiverInput = { type: 'saving' };
  const saveFailed: ReceiverInput = { type: 'save-failed', error };
  const restart: ReceiverInput = { type: 'restart' };
  const rows: [string, ReceiverInput[], string, number][] = [
    ['is connecting at first [4.47]', [], 'connecting', 0],
    ['is waiting once the channel is open [4.30, 4.48]', [open], 'waiting', 0],
    ['is receiving once bytes arrive [4.49]', flowing, 'receiving', 0],
    ['is completed once saved [4.50]', [...flowing, completed], 'completed', 0],
    ['is saving once the file is complete', [...flowing, saving], 'saving', 0],
    ['is completed once saved by then', [...flowing, saving, completed], 'completed', 0],
    ['is an error when the sink cannot be closed', [...flowing, saving, saveFailed], 'error', 0],
    ['is saving again after a retry', [...flowing, saving, saveFailed, retry, saving], 'saving', 0],
    ['is saving although the connection failed before', [...flowing, failed, saving], 'saving', 0],
    ['starts again while the sender is silent', [...flowing, restart], 'connecting', 0],
    [
      'starts again while the sender offers no connection',
      [...flowing, lost, restart],
      'connecting',
      0,
    ],
    ['does not start again after an error', [failed, restart], 'error', 0],
    ['stays completed', [...flowing, completed, lost, failed], 'completed', 0],
    [
      'is retrying with attempt 1 after a lost connection [1.28, 4.31, 4.84]',
      [...flowing, lost],
      'retrying',
      1,
    ],
    [
      'counts attempts while no byte arrives [4.84]',
      [open, lost, open, lost, open, lost],
      'retrying',
      3,
    ],
    ['resets the attempts when bytes arrive', [...flowing, lost, ...flowing, lost], 'retrying', 1],
    ['is an error after five attempts', Array.from({ length: 6 }, () => lost), 'error', 0],
    ['is an error after a failure [4.85]', [...flowing, failed], 'error', 0],
    ['is connecting after a retry [4.85]', [failed, retry], 'connecting', 0],
    [
      'is completed when the file was saved after the connection failed',
      [failed, open, completed],
      'completed',
      0,
    ],
    ['ignores a retry outside of an error', [...flowing, retry], 'receiving', 0],
    ['is retrying while signalling is lost before the channel opens', [down(2)], 'retrying', 2],
    ['is connecting when signalling is back', [down(2), { type: 'joined' }], 'connecting', 0],
    ['is receiving although signalling is lost', [...flowing, down(1)], 'receiving', 0],
    ['is receiving although signalling is refused', [...flowing, refusal], 'receiving', 0],
    [
      'is an error when the channel closes after such a refusal',
      [...flowing, refusal, lost],
      'error',
      0,
    ],
    ['is an error when the join is refused', [refusal], 'error', 0],
    ['is retrying while the path is interrupted [4.32]', [...flowing, interrupted], 'retrying', 1],
    [
      'returns when the path is restored [4.32]',
      [...flowing, interrupted, restored],
      'receiving',
      0,
    ],
    ['is paused', [...flowing, paused], 'paused', 0],
    ['stays paused when late bytes arrive', [...flowing, paused, progressed], 'paused', 0],
    [
      'stays paused when late bytes arrive before an interrupted path is restored',
      [...flowing, paused, interrupted, progressed, restored],
      'paused',
      0,
    ],
    [
      'stays paused over any number of connections that were lost',
      [...flowing, ...Array.from({ length: 7 }, () => [paused, lost, open]).flat(), paused],
      'paused',
      0,
    ],
    ['is receiving when resumed', [...flowing, paused, resumed], 'receiving', 0],
    [
      'is connecting when the sender left the room',
      [...flowing, lost, { type: 'sender-absent' }],
      'connecting',
      0,
    ],
  ];
  it.each(rows)('%s', (_name, inputs, state, attempt) => {
    expect(view(inputs.reduce(next, initialReceiver))).toMatchObject({ state, attempt });
  });

  it.each<[string, ReceiverInput]>([
    ['the connection is lost', lost],
    ['the sender leaves', { type: 'sender-absent' }],
    ['the sender cancels', failed],
    ['the sender pauses', paused],
    ['the path is interrupted', interrupted],
    ['bytes arrive late', progressed],
    ['another channel opens', open],
    ['signalling is lost', down(1)],
    ['signalling is refused', refusal],
    ['signalling is back', { type: 'joined' }],
    ['the user retries', retry],
    ['the session restarts', restart],
  ])('keeps saving when %s', (_name, input) => {
    const before = next(next(initialReceiver, open), saving);
    expect(next(before, input)).toBe(before);
  });

  it.each<[string, ReceiverInput[], boolean]>([
    ['connecting', [], true],
    ['waiting', [open], true],
    ['receiving', flowing, true],
    ['paused', [...flowing, paused], false],
    ['retrying after a lost connection', [...flowing, lost], true],
    ['retrying an interrupted path', [...flowing, interrupted], false],
    ['retrying signalling', [down(1)], false],
    ['saving', [...flowing, saving], false],
    ['completed', [...flowing, completed], false],
    ['error', [failed], false],
  ])('expects progress while %s: %p', (_name, inputs, expected) => {
    expect(expectsProgress(inputs.reduce(next, initialReceiver))).toBe(expected);
  });

  it('shows the reason of the last lost connection after the last attempt', () => {
    const end = Array.from({ length: 6 }, () => lost).reduce(next, initialReceiver);
    expect(view(end).error).toEqual({ code: 'channel-error' });
  });

  it('shows the refusal of signalling once the channel is closed', () => {
    const end = [...flowing, refusal, lost].reduce(next, initialReceiver);
    expect(view(end).error).toEqual(refused);
  });
});
