import { explainClose, readRefusal } from './close-codes.js';

describe('the close of a socket', () => {
  const denied = readRefusal('access-denied', 'No.', false);

  it.each([
    ['a lost connection', 1006, null, true, null],
    ['a drain', 1012, null, true, null],
    ['a full room', 4007, readRefusal('room-full', 'Full.', true), false, null],
  ])('can be retried after %s', (_name, code, refusal, wasJoined, expected) => {
    expect(explainClose(code, refusal, wasJoined)).toBe(expected);
  });

  it.each([
    ['a wrong password', 4003, denied, false, 'access-denied'],
    ['a refusal whose close code a proxy dropped', 1006, denied, false, 'access-denied'],
    ['a replacement', 4005, null, true, 'replaced'],
    ['another password', 4016, null, true, 'password-changed'],
    ['an undocumented application code', 4999, null, true, 'share-closed'],
  ])('is final after %s', (_name, code, refusal, wasJoined, expected) => {
    expect(explainClose(code, refusal, wasJoined)?.code).toBe(expected);
  });
});
