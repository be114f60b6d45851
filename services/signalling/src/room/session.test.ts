import { closeReasons, protocolErrors } from '../protocol/close-codes.js';
import { next, type Session, type SessionEvent } from './session.js';

/** protocol.md §1: join first, within the deadline; the role decides the rest. */
type S = Session<string>;
type E = SessionEvent<string>;

const awaiting: S = { phase: 'awaiting-join', deadlineMs: 10_000 };
const authorizing: S = { phase: 'authorizing', shareId: 's', peerId: 'p' };
const joined: S = { phase: 'joined', shareId: 's', membership: 'm' };
const closed: S = { phase: 'closed' };

const join: E = { type: 'join', join: { shareId: 's', peerId: 'p' } };
const badJoin: E = { type: 'join', join: undefined };
const offer: E = { type: 'frame', frame: 'offer', isOwnShare: true };
const foreignOffer: E = { type: 'frame', frame: 'offer', isOwnShare: false };
const ping: E = { type: 'frame', frame: 'ping', isOwnShare: true };
const unknown: E = { type: 'frame', frame: 'unknown', isOwnShare: true };
const admitted: E = { type: 'admitted', membership: 'm' };
const early: E = { type: 'clock', nowMs: 9_999 };
const late: E = { type: 'clock', nowMs: 10_000 };
const revoked: E = { type: 'close', closeReason: closeReasons.shareEnded };
const gone: E = { type: 'socket-closed' };

const nothing = { do: 'nothing' };
const release = { do: 'release' };
const sendError = (error: keyof typeof protocolErrors) => ({
  do: 'send-error',
  error: protocolErrors[error],
});
const close = (closeReason: keyof typeof closeReasons) => ({
  do: 'close',
  closeReason: closeReasons[closeReason],
});

describe('the session of a socket', () => {
  it.each<[string, S, E, S, object]>([
    ['awaiting: authorizes a join', awaiting, join, authorizing, { do: 'authorize' }],
    ['awaiting: closes on a malformed join', awaiting, badJoin, closed, close('malformed')],
    ['awaiting: closes on an offer', awaiting, offer, closed, close('joinFirst')],
    ['awaiting: closes on a ping', awaiting, ping, closed, close('joinFirst')],
    ['awaiting: waits until the deadline', awaiting, early, awaiting, nothing],
    ['awaiting: closes at the deadline', awaiting, late, closed, close('joinTimeout')],
    ['awaiting: ignores that it is admitted', awaiting, admitted, awaiting, nothing],
    ['awaiting: can be closed', awaiting, revoked, closed, close('shareEnded')],
    ['awaiting: releases a closed socket', awaiting, gone, closed, release],

    ['authorizing: joins when it is admitted', authorizing, admitted, joined, nothing],
    ['authorizing: rejects a second join', authorizing, join, authorizing, sendError('notJoined')],
    ['authorizing: rejects an offer', authorizing, offer, authorizing, sendError('notJoined')],
    ['authorizing: has no deadline', authorizing, late, authorizing, nothing],
    ['authorizing: can be refused', authorizing, revoked, closed, close('shareEnded')],
    ['authorizing: releases a closed socket', authorizing, gone, closed, release],

    ['joined: relays an offer', joined, offer, joined, { do: 'relay' }],
    ['joined: echoes a ping', joined, ping, joined, { do: 'echo' }],
    ['joined: rejects another share', joined, foreignOffer, joined, sendError('wrongShare')],
    ['joined: rejects an unknown type', joined, unknown, joined, sendError('unknownType')],
    ['joined: rejects a second join', joined, join, joined, sendError('alreadyJoined')],
    ['joined: rejects a malformed join', joined, badJoin, joined, sendError('alreadyJoined')],
    ['joined: has no deadline', joined, late, joined, nothing],
    ['joined: closes when the share ends', joined, revoked, closed, close('shareEnded')],
    ['joined: releases a closed socket', joined, gone, closed, release],
  ])('%s', (_case, state, event, after, action) => {
    expect(next(state, event)).toEqual([after, action]);
  });

  it.each([join, badJoin, offer, ping, admitted, late, revoked, gone])(
    'closed: ignores %j',
    (event) => {
      expect(next(closed, event)).toEqual([closed, nothing]);
    },
  );
});
