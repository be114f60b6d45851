/**
 * The session of a page: live, expired while the page is needed for what is under way, or ended.
 *
 *   loading ──opened──▶ user ◀──opened── user, hasExpired ──▶ visitor
 *      │                │ └────expired────────▲
 *      └──▶ visitor ◀───┘
 */
export interface SignedInUser {
  uid: string;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
}

export type SessionState =
  | { status: 'loading' }
  /** This browser holds a session, but the server or the identity provider did not answer yet. */
  | { status: 'unreachable' }
  /**
   * `wasEnded`: the server ended the session of the user who was signed in; `hasExpired`: by its limits alone. `hasLeft`:
   * the user signed out, here or in another tab.
   */
  | { status: 'visitor'; wasEnded?: true; hasExpired?: true; hasLeft?: true }
  /** `hasExpired`: the page stays open for running transfers, and asks the user to sign in again. */
  | { status: 'user'; user: SignedInUser; hasExpired?: true };

/** Why a tab of this browser has removed the account; null if none has. */
export type Departure = 'signed-out' | 'expired' | null;

export type SessionEvent =
  /** The server has opened the session. */
  | { kind: 'opened'; user: SignedInUser }
  /** The server did not respond. The cookie may still authorize calls. */
  | { kind: 'unanswered'; user: SignedInUser }
  /** The server refuses the sign-in: its session has reached a limit, or was revoked. */
  | { kind: 'refused'; isExpiry: boolean; departure: Departure }
  /**
   * The SDK no longer holds an account. It drops an account that was disabled or whose sign-ins were revoked, without a
   * call of ours.
   */
  | { kind: 'released'; departure: Departure };

const left: SessionState = { status: 'visitor' };
const ended: SessionState = { status: 'visitor', wasEnded: true };

const afterExpiry = (state: SessionState, isNeeded: boolean): SessionState =>
  state.status === 'user' && isNeeded
    ? { status: 'user', user: state.user, hasExpired: true }
    : { status: 'visitor', wasEnded: true, hasExpired: true };

/** `isNeeded`: something is under way that the end of the page would interrupt. */
export const nextSession = (
  state: SessionState,
  event: SessionEvent,
  isNeeded: boolean,
): SessionState => {
  switch (event.kind) {
    case 'opened':
      return { status: 'user', user: event.user };
    case 'unanswered': {
      const isKnown = state.status === 'user' || state.status === 'visitor';
      return isKnown ? state : { status: 'user', user: event.user };
    }
    case 'refused':
      if (event.departure === 'signed-out') return state.status === 'visitor' ? ended : left;
      return event.isExpiry ? afterExpiry(state, isNeeded) : ended;
    case 'released':
      if (state.status === 'visitor' && state.wasEnded === true) return state;
      if (state.status !== 'user' || event.departure === 'signed-out') return left;
      return event.departure === 'expired' ? afterExpiry(state, isNeeded) : ended;
  }
};
