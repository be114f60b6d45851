import {
  closeReasons,
  protocolErrors,
  type CloseReason,
  type ProtocolError,
} from '../protocol/close-codes.js';
import type { FrameType } from '../protocol/parse-frame.js';

/**
 * State machine of one socket:
 *
 *     awaiting-join ──join──▶ authorizing ──admitted──▶ joined
 *          │ deadline, other      │ refused                │ revoked, replaced, limit, drain
 *          └──────────────────────┴────────────▶ closed ◀──┘            any: socket closed
 *
 * `next` is pure; `pod/connections.ts` performs the actions.
 */
export type Session<Membership> =
  | { readonly phase: 'awaiting-join'; readonly deadlineMs: number }
  | { readonly phase: 'authorizing'; readonly shareId: string; readonly peerId: string }
  | { readonly phase: 'joined'; readonly shareId: string; readonly membership: Membership }
  | { readonly phase: 'closed' };

type OpenSession<Membership> = Exclude<Session<Membership>, { readonly phase: 'closed' }>;

export interface JoinTarget {
  readonly shareId: string;
  readonly peerId: string;
}

export type SessionEvent<Membership> =
  /** Any frame but a join. */
  | { readonly type: 'frame'; readonly frame: FrameType; readonly isOwnShare: boolean }
  /** `join` is undefined when malformed. */
  | { readonly type: 'join'; readonly join: JoinTarget | undefined }
  | { readonly type: 'admitted'; readonly membership: Membership }
  | { readonly type: 'clock'; readonly nowMs: number }
  | { readonly type: 'close'; readonly closeReason: CloseReason }
  | { readonly type: 'socket-closed' };

export type Action =
  | { readonly do: 'nothing' }
  | { readonly do: 'authorize' }
  | { readonly do: 'relay' }
  | { readonly do: 'echo' }
  | { readonly do: 'send-error'; readonly error: ProtocolError }
  /** Leave the room if joined, send the reason, close the socket. */
  | { readonly do: 'close'; readonly closeReason: CloseReason }
  /** Leave the room if joined; the socket is closed already. */
  | { readonly do: 'release' };

const nothing: Action = { do: 'nothing' };
const authorize: Action = { do: 'authorize' };
const relay: Action = { do: 'relay' };
const echo: Action = { do: 'echo' };
const release: Action = { do: 'release' };
const sendError = (error: ProtocolError): Action => ({ do: 'send-error', error });
const close = (closeReason: CloseReason): Action => ({ do: 'close', closeReason });

/** The action for a frame of a joined socket, which never changes the state. */
const joinedFrameAction = (frame: FrameType, isOwnShare: boolean): Action => {
  if (!isOwnShare) return sendError(protocolErrors.wrongShare);
  switch (frame) {
    case 'offer':
    case 'answer':
    case 'ice-candidate':
      return relay;
    case 'ping':
      return echo;
    case 'join':
    case 'unknown':
      return sendError(protocolErrors.unknownType);
  }
};

type Step<Membership> = readonly [Session<Membership>, Action];

const onFrame = <M>(session: OpenSession<M>, frame: FrameType, isOwnShare: boolean): Step<M> => {
  switch (session.phase) {
    case 'awaiting-join':
      return [{ phase: 'closed' }, close(closeReasons.joinFirst)];
    case 'authorizing':
      return [session, sendError(protocolErrors.notJoined)];
    case 'joined':
      return [session, joinedFrameAction(frame, isOwnShare)];
  }
};

const onJoin = <M>(session: OpenSession<M>, join: JoinTarget | undefined): Step<M> => {
  switch (session.phase) {
    case 'awaiting-join':
      return join
        ? [{ phase: 'authorizing', shareId: join.shareId, peerId: join.peerId }, authorize]
        : [{ phase: 'closed' }, close(closeReasons.malformed)];
    case 'authorizing':
      return [session, sendError(protocolErrors.notJoined)];
    case 'joined':
      return [session, sendError(protocolErrors.alreadyJoined)];
  }
};

export const next = <M>(session: Session<M>, event: SessionEvent<M>): Step<M> => {
  if (session.phase === 'closed') return [session, nothing];
  switch (event.type) {
    case 'frame':
      return onFrame(session, event.frame, event.isOwnShare);
    case 'join':
      return onJoin(session, event.join);
    case 'admitted':
      if (session.phase !== 'authorizing') return [session, nothing];
      return [{ phase: 'joined', shareId: session.shareId, membership: event.membership }, nothing];
    case 'clock':
      return session.phase === 'awaiting-join' && event.nowMs >= session.deadlineMs
        ? [{ phase: 'closed' }, close(closeReasons.joinTimeout)]
        : [session, nothing];
    case 'close':
      return [{ phase: 'closed' }, close(event.closeReason)];
    case 'socket-closed':
      return [{ phase: 'closed' }, release];
  }
};
