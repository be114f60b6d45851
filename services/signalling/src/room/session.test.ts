import { closeReasons, protocolErrors } from '../protocol/close-codes.js';
import { next, type Session, type SessionEvent } from './session.js';

/** protocol.md §1: join first, within the deadline; the role decides the rest. */
type S = Session<string>;
type E = SessionEvent<string>;

const awaiting: S = { phase: 'awaiting-join', deadlineMs: 10_000 };
const authorising: S = { phase: 'authorising', shareId: 's', peerId: 'p' };
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
const revoked: E = { type: 'end', closeReason: closeReasons.shareEnded };
const gone: E = { type: 'socket-gone' };

const nothing = { do: 'nothing' };
const sendError = (error: keyof typeof protocolErrors) => ({
  do: 'send-error',
  error: protocolErrors[error],
});
const close = (closeReason: keyof typeof closeReasons) => ({
  do: 'close',
  closeReason: closeReasons[closeReason],
});

describe('the life of a socket', () => {
  it.each<[string, S, E, S, object]>([
    ['a join is checked', awaiting, join, authorising, { do: 'authorise' }],
    ['a bad join ends it', awaiting, badJoin, closed, close('malformed')],
    ['anything before the join ends it', awaiting, offer, closed, close('joinFirst')],
    ['a ping is no join either', awaiting, ping, closed, close('joinFirst')],
    ['there is time until the deadline', awaiting, early, awaiting, nothing],
    ['the deadline ends it', awaiting, late, closed, close('joinTimeout')],
    ['nobody is admitted who did not ask', awaiting, admitted, awaiting, nothing],
    ['it can be ended before the join', awaiting, revoked, closed, close('shareEnded')],
    ['its socket can go before the join', awaiting, gone, closed, { do: 'forget' }],

    ['an admitted one is welcome', authorising, admitted, joined, { do: 'welcome' }],
    ['one join is enough', authorising, join, authorising, sendError('notJoined')],
    ['no offers while being checked', authorising, offer, authorising, sendError('notJoined')],
    ['the deadline is for the join alone', authorising, late, authorising, nothing],
    ['it can be refused', authorising, revoked, closed, close('shareEnded')],
    ['its socket can go meanwhile', authorising, gone, closed, { do: 'forget' }],

    ['offers are relayed', joined, offer, joined, { do: 'relay' }],
    ['pings are echoed', joined, ping, joined, { do: 'echo' }],
    ['another share is not its own', joined, foreignOffer, joined, sendError('wrongShare')],
    ['unknown types are told', joined, unknown, joined, sendError('unknownType')],
    ['it joins once', joined, join, joined, sendError('alreadyJoined')],
    ['a bad second join is a second join', joined, badJoin, joined, sendError('alreadyJoined')],
    ['it stays past the deadline', joined, late, joined, nothing],
    ['the share may end', joined, revoked, closed, close('shareEnded')],
    ['its socket may go', joined, gone, closed, { do: 'forget' }],
  ])('%s', (_what, state, event, after, action) => {
    expect(next(state, event)).toEqual([after, action]);
  });

  it.each([join, badJoin, offer, ping, admitted, late, revoked, gone])(
    'nothing happens to a closed one: %j',
    (event) => {
      expect(next(closed, event)).toEqual([closed, nothing]);
    },
  );
});
