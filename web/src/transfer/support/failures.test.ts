import { peerFailure } from './failures.js';

describe('the failure that a cancellation of the other side stands for', () => {
  it.each([
    ['declined', 'declined-by-sender'],
    ['password-changed', 'password-changed'],
    ['share-ended', 'share-closed'],
    ['share-closed', 'share-closed'],
    ['ended', 'cancelled-by-peer'],
    ['of a later version', 'cancelled-by-peer'],
  ])('by the sender with the reason %s is %s', (reason, code) => {
    expect(peerFailure({ type: 'transfer-cancel', reason }, 'sender')).toEqual({ code });
  });

  it.each([
    ['declined', {}],
    ['password-changed', {}],
    ['share-ended', { hasShareEnded: true }],
    ['share-closed', { hasShareEnded: true }],
    ['closed', {}],
  ])('by a recipient with the reason %s is its own', (reason, facts) => {
    const failure = peerFailure({ type: 'transfer-cancel', reason }, 'receiver');
    expect(failure).toEqual({ code: 'cancelled-by-peer', ...facts });
  });
});
