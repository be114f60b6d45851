import { peerFailure } from './failures.js';

describe('the failure that a cancellation of the other side stands for', () => {
  it.each([
    ['declined', 'declined-by-sender'],
    ['password-changed', 'password-changed'],
    ['share-ended', 'share-closed'],
    ['share-closed', 'share-closed'],
    ['ended', 'cancelled-by-peer'],
    ['of a later version', 'cancelled-by-peer'],
  ])('with the reason %s is %s', (reason, code) => {
    expect(peerFailure({ type: 'transfer-cancel', reason })).toEqual({ code });
  });
});
