import { peerFailure } from './failures.js';

describe('the failure that a cancellation of the other side stands for', () => {
  it.each([
    ['declined', 'declined-by-sender'],
    ['password-changed', 'password-changed'],
    ['share-ended', 'share-closed'],
    ['share-closed', 'share-closed'],
    ['ended', 'cancelled-by-peer'],
    ['of a later version', 'cancelled-by-peer'],
    ['constructor', 'cancelled-by-peer'],
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

describe('the failure that an error of the other side stands for', () => {
  it.each([
    ['receiver-unproven', 'refused-by-sender'],
    ['claim-refuted', 'stored-part-invalid'],
    ['file-unreadable', 'unreadable-at-sender'],
    ['storage-full', 'failed-at-peer'],
    ['constructor', 'failed-at-peer'],
  ])('at the sender with the code %s is %s', (code, known) => {
    expect(peerFailure({ type: 'transfer-error', code }, 'sender')).toEqual({ code: known });
  });

  it.each([
    ['sender-unproven', 'refused-by-recipient'],
    ['file-differs', 'file-refused'],
    ['storage-full', 'full-at-recipient'],
    ['no-room-to-save', 'not-saved-at-recipient'],
    ['not-saved-there', 'not-saved-at-recipient'],
    ['permission-lost', 'not-saved-at-recipient'],
    ['blocked-here', 'blocked-at-recipient'],
    ['sink-failed', 'not-saved-at-recipient'],
    ['sink-stalled', 'not-saved-at-recipient'],
    ['sink-cancelled', 'not-saved-at-recipient'],
    ['too-slow', 'not-saved-at-recipient'],
    ['file-unreadable', 'failed-at-peer'],
    ['constructor', 'failed-at-peer'],
  ])('at a recipient with the code %s is %s', (code, known) => {
    expect(peerFailure({ type: 'transfer-error', code }, 'receiver')).toEqual({ code: known });
  });
});
