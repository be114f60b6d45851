import {
  initialCheck,
  nextCheck,
  resultAtDeadline,
  senderOf,
  type CheckInput,
  type CheckState,
} from './check.state.js';

const waiting: CheckState = { phase: 'waiting' };
const answering: CheckState = { phase: 'answering', sender: 'one' };
const up: CheckState = { phase: 'up', sender: 'one' };
const over: CheckState = { phase: 'over' };
const signal: CheckInput = { type: 'signal', from: 'one' };

describe('the state of a connection check', () => {
  it.each<[CheckState, CheckInput, CheckState]>([
    [initialCheck, { type: 'joined' }, waiting],
    [waiting, { type: 'joined' }, waiting],
    [waiting, signal, answering],
    [answering, { type: 'signal', from: 'another' }, answering],
    [answering, { type: 'joined' }, answering],
    [answering, { type: 'up' }, up],
    [up, { type: 'up' }, up],
    [up, { type: 'joined' }, up],
    [over, signal, over],
    ...[initialCheck, waiting, answering, up].map((state): [CheckState, CheckInput, CheckState] => [
      state,
      { type: 'end' },
      over,
    ]),
  ])('%j after %j is %j', (state, input, expected) => {
    expect(nextCheck(state, input)).toEqual(expected);
  });

  it.each<[CheckState, string]>([
    [initialCheck, 'failed'],
    [waiting, 'silent'],
    [answering, 'unreachable'],
    [up, 'connected'],
  ])('%j ends as %s at the deadline', (state, result) => {
    expect(resultAtDeadline(state)).toMatchObject({ result });
  });

  it('knows its sender from the first signal on', () => {
    expect([initialCheck, waiting, answering, up].map(senderOf)).toEqual([
      ...[null, null, 'one', 'one'],
    ]);
  });
});
