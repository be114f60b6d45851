import type { EngineError } from '../../support/failures.js';
import { view } from '../../support/values/machine-view.js';
import { initialRecipient, next, type RecipientInput } from './recipient.state.js';

const error: EngineError = { code: 'sink-failed' };
const lost: RecipientInput = { type: 'lost', error: { code: 'peer-unreachable' } };
const started: RecipientInput[] = [{ type: 'channel-open' }, { type: 'started' }];
const interrupted: RecipientInput = { type: 'path', isUp: false };
const restored: RecipientInput = { type: 'path', isUp: true };
const isPaused: RecipientInput = { type: 'paused', isPaused: true };
const paused: RecipientInput[] = [{ type: 'channel-open' }, isPaused];
const resumed: RecipientInput = { type: 'paused', isPaused: false };
const completed: RecipientInput = { type: 'completed', isVerified: true };

const reduce = (inputs: readonly RecipientInput[]) => inputs.reduce(next, initialRecipient);

describe('the state of a recipient', () => {
  const rows: [string, RecipientInput[], string][] = [
    ['is connecting at first', [], 'connecting'],
    ['is waiting once the channel is open', [{ type: 'channel-open' }], 'waiting'],
    ['is sending once the transfer started', started, 'sending'],
    ['is completed once confirmed', [...started, completed], 'completed'],
    ['stays completed when the recipient leaves', [...started, completed, lost], 'completed'],
    ['is retrying after a lost connection', [...started, lost], 'retrying'],
    ['is an error after five attempts', Array.from({ length: 6 }, () => lost), 'error'],
    [
      'is retrying again once bytes were acknowledged between attempts',
      [...Array.from({ length: 5 }, () => lost), ...started, { type: 'progressed' }, lost],
      'retrying',
    ],
    ['is retrying while the path is interrupted', [...started, interrupted], 'retrying'],
    ['returns when the path is restored', [...started, interrupted, restored], 'sending'],
    [
      'returns to a pause that arrived while the path was interrupted',
      [...started, interrupted, isPaused, restored],
      'paused',
    ],
    ['waits again after a pause before the start', [...paused, resumed], 'waiting'],
    ['stays paused when it starts during a pause', [...paused, { type: 'started' }], 'paused'],
    [
      'is sending after a pause that began before the start',
      [...paused, { type: 'started' }, resumed],
      'sending',
    ],
    [
      'waits again after a pause before the start that ended on an interrupted path',
      [...paused, interrupted, resumed, restored],
      'waiting',
    ],
    [
      'waits after a pause on a new connection that has not started',
      [...started, lost, ...paused, resumed],
      'waiting',
    ],
    [
      'stays paused over any number of connections that were lost after it',
      [
        ...started,
        ...Array.from({ length: 7 }, () => [isPaused, lost, ...started]).flat(),
        isPaused,
      ],
      'paused',
    ],
    [
      'stays paused over any number of connections that started during the pause',
      [
        ...Array.from({ length: 7 }, () => [...paused, { type: 'started' }, lost] as const).flat(),
        ...paused,
      ],
      'paused',
    ],
    [
      'is an error after five attempts whose connections did not start during the pause',
      Array.from({ length: 6 }, () => [...paused, lost]).flat(),
      'error',
    ],
    ['is an error after a failure', [...started, { type: 'failed', error }], 'error'],
  ];
  it.each(rows)('%s [4.32]', (_name, inputs, state) => {
    expect(reduce(inputs).state).toBe(state);
  });

  it('shows the reason of the last lost connection after the last attempt', () => {
    const reasons = ['channel-error', 'peer-unreachable', 'offer-failed'];
    const inputs = [...reasons, ...reasons].map((code): RecipientInput => ({
      type: 'lost',
      error: { code },
    }));
    expect(reduce(inputs)).toEqual({ state: 'error', error: { code: 'offer-failed' } });
  });

  it('is shown with the attempts since bytes were acknowledged, of which an interruption is the first', () => {
    const shown = (...inputs: RecipientInput[]): number => view(reduce(inputs)).attempt;
    expect(shown(...started, interrupted)).toBe(1);
    expect(shown(...started, lost, lost)).toBe(2);
    expect(shown(...started, lost, lost, ...started)).toBe(0);
    expect(shown(...started, lost, lost, ...started, interrupted)).toBe(2);
  });
});
