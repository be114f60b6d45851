import { nextSession, type SessionEvent, type SessionState } from './session.state.js';

const user = { uid: 'u', email: null, displayName: null, photoURL: null };
const other = { ...user, uid: 'v' };

const states = {
  loading: { status: 'loading' },
  unreachable: { status: 'unreachable' },
  visitor: { status: 'visitor' },
  ended: { status: 'visitor', wasEnded: true },
  'ended by a limit': { status: 'visitor', wasEnded: true, hasExpired: true },
  live: { status: 'user', user },
  expired: { status: 'user', user, hasExpired: true },
} as const satisfies Record<string, SessionState>;

const events = {
  opened: { kind: 'opened', user },
  unanswered: { kind: 'unanswered', user },
  'refused as expired': { kind: 'refused', isExpiry: true, departure: null },
  'refused as revoked': { kind: 'refused', isExpiry: false, departure: null },
  'refused after a sign-out': { kind: 'refused', isExpiry: true, departure: 'signed-out' },
  'given up by the SDK': { kind: 'released', departure: null },
  'given up after a sign-out': { kind: 'released', departure: 'signed-out' },
  'given up after an expiry': { kind: 'released', departure: 'expired' },
} as const satisfies Record<string, SessionEvent>;

describe('the session of a page', () => {
  it.each([
    ['opened', 'loading', 'live'],
    ['opened', 'unreachable', 'live'],
    ['opened', 'visitor', 'live'],
    ['opened', 'live', 'live'],
    ['opened', 'expired', 'live'],
    ['unanswered', 'loading', 'live'],
    ['unanswered', 'unreachable', 'live'],
    ['unanswered', 'visitor', 'visitor'],
    ['unanswered', 'ended', 'ended'],
    ['unanswered', 'live', 'live'],
    ['unanswered', 'expired', 'expired'],
    ['refused as expired', 'loading', 'ended by a limit'],
    ['refused as expired', 'live', 'expired'],
    ['refused as expired', 'expired', 'expired'],
    ['refused as revoked', 'loading', 'ended'],
    ['refused as revoked', 'live', 'ended'],
    ['refused as revoked', 'expired', 'ended'],
    ['refused after a sign-out', 'loading', 'visitor'],
    ['refused after a sign-out', 'visitor', 'ended'],
    ['refused after a sign-out', 'live', 'visitor'],
    ['refused after a sign-out', 'expired', 'visitor'],
    ['given up by the SDK', 'loading', 'visitor'],
    ['given up by the SDK', 'visitor', 'visitor'],
    ['given up by the SDK', 'ended', 'ended'],
    ['given up by the SDK', 'ended by a limit', 'ended by a limit'],
    ['given up by the SDK', 'live', 'ended'],
    ['given up by the SDK', 'expired', 'ended'],
    ['given up after a sign-out', 'ended', 'ended'],
    ['given up after a sign-out', 'live', 'visitor'],
    ['given up after a sign-out', 'expired', 'visitor'],
    ['given up after an expiry', 'loading', 'visitor'],
    ['given up after an expiry', 'live', 'expired'],
    ['given up after an expiry', 'expired', 'expired'],
  ] as const)('%s: %s becomes %s while the page is needed', (event, from, to) => {
    expect(nextSession(states[from], events[event], true)).toEqual(states[to]);
  });

  it.each(['refused as expired', 'given up after an expiry'] as const)(
    '%s: ends the page that is not needed',
    (event) => {
      for (const from of [states.live, states.expired]) {
        expect(nextSession(from, events[event], false)).toEqual(states['ended by a limit']);
      }
    },
  );

  it('is that of the account that was opened last', () => {
    const opened = { kind: 'opened', user: other } as const;
    expect(nextSession(states.expired, opened, true)).toEqual({ status: 'user', user: other });
  });
});
