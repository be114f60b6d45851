import { requestContextFrom, runInRequest, type Logger } from '@tandem/kit';
import type { Authority, Verdict } from './authority.js';
import { createClock } from './clock.js';
import {
  createConnection,
  sendTo,
  takeToken,
  type Connection,
  type PeerSocket,
  type Visitor,
} from './connection.js';
import { createEndedShares } from './ended-shares.js';
import { parseFrame, type Frame } from './frame.js';
import { readJoin, type Join } from './join.js';
import { complaints, endings, limits, type Complaint, type Ending } from './limits.js';
import type { LocalMember } from './member.js';
import { createMesh } from './mesh.js';
import { errorFrame, joinedFrame } from './outgoing.js';
import { createPresence, endingForConflict } from './presence.js';
import { isOwnShare, isSdpTooLarge, stamp, targetOf } from './relay.js';
import type { RoomBus, RoomBusHandlers } from './room-bus.js';
import { counterpartsOf, createRooms } from './rooms.js';
import { next, type Action, type Session, type SessionEvent } from './session.js';
import { count, latencySampling, type Stats } from './stats.js';

export interface PodOptions {
  podId: string;
  /** Changes with every start of the pod. */
  epoch: string;
  authority: Authority;
  logger: Logger;
  stats: Stats;
  nowMs?: () => number;
  random?: () => number;
  receiversPerRoom?: number;
  /** A room whose share may have ended without our hearing of it. */
  onDoubt?: (shareId: string) => void;
}

type Event = SessionEvent<LocalMember<Connection>>;

/** Milliseconds between two looks at the clock: deadlines, expiry, heartbeat. */
export const podTickMs = 250;

/**
 * One signalling process without its sockets and its broker: connections, rooms and the conversation with other
 * pods. Web sockets reach it through `server.ts`, in tests through plain objects.
 */
export const createPod = (options: PodOptions) => {
  const { podId, epoch, authority, logger, stats } = options;
  const nowMs = options.nowMs ?? Date.now;
  const random = options.random ?? Math.random;
  const clock = createClock(nowMs);
  const rooms = createRooms<Connection>(options.receiversPerRoom ?? limits.receiversPerRoom);
  const ended = createEndedShares();
  const open = new Map<number, Connection>();
  const awaiting = new Set<Connection>();
  let nextConnection = 1;
  let relayedSinceSample = 0;

  const send = (connection: Connection, data: string | Uint8Array) => {
    const result = sendTo(connection, data);
    if (result === 'sent') return;
    count(stats.drops, 'slow-consumer');
    apply(connection, { type: 'end', ending: endings.slowConsumer });
  };
  const end = (connection: Connection, ending: Ending) =>
    apply(connection, { type: 'end', ending });

  const presence = createPresence(rooms, { send, end });
  const mesh = createMesh({
    podId,
    epoch,
    clock,
    nowMs,
    random,
    rooms,
    presence,
    logger,
    onGone: (originConn) => {
      const connection = open.get(originConn);
      if (connection?.session.phase !== 'joined') return undefined;
      complain(connection, complaints.peerGone);
      return connection.session.shareId;
    },
    onReturn: () => {
      for (const room of rooms.all()) options.onDoubt?.(room.shareId);
    },
  });

  const idsOf = (session: Session<LocalMember<Connection>>): [string, string] => {
    if (session.phase === 'joined') return [session.shareId, session.membership.peerId];
    if (session.phase === 'authorising') return [session.shareId, session.peerId];
    return ['', ''];
  };
  const complain = (connection: Connection, complaint: Complaint) => {
    count(stats.drops, complaint.reason);
    send(connection, errorFrame(...idsOf(connection.session), complaint));
  };

  const leave = (member: LocalMember<Connection>) => {
    const room = rooms.find(member.shareId);
    if (!room) return;
    if (rooms.remove(room, member)) presence.tell(room, 'peer-left', member);
    mesh.tellLeft(room, member);
  };

  const release = (connection: Connection, before: Session<LocalMember<Connection>>) => {
    open.delete(connection.id);
    awaiting.delete(connection);
    connection.visitor = undefined;
    if (before.phase === 'joined') leave(before.membership);
  };

  const close = (
    connection: Connection,
    before: Session<LocalMember<Connection>>,
    ending: Ending,
  ) => {
    const { socket } = connection;
    count(stats.ended, ending.reason);
    if (before.phase !== 'joined') count(stats.joins, ending.reason);
    release(connection, before);
    if (!socket) return;
    connection.socket = undefined;
    socket.send(errorFrame(...idsOf(before), ending));
    socket.end(ending.code, ending.message);
  };

  /** Feed an event to the connection's state machine; the caller performs what comes out, except for closing. */
  const advance = (connection: Connection, event: Event): Action => {
    const before = connection.session;
    const [after, action] = next(before, event);
    connection.session = after;
    switch (action.do) {
      case 'close':
        close(connection, before, action.ending);
        break;
      case 'forget':
        connection.socket = undefined;
        release(connection, before);
        break;
      case 'complain':
        complain(connection, action.complaint);
        break;
      default:
    }
    return action;
  };
  function apply(connection: Connection, event: Event): void {
    advance(connection, event);
  }

  const admit = (connection: Connection, join: Join, verdict: Verdict) => {
    if (connection.session.phase !== 'authorising') return;
    if (verdict.outcome === 'refused') {
      end(connection, verdict.ending);
      return;
    }
    if (ended.isRevoked(join.shareId, verdict.assertedAtMs)) {
      end(connection, endings.shareEnded);
      return;
    }
    const member: LocalMember<Connection> = {
      place: 'here',
      shareId: join.shareId,
      peerId: join.peerId,
      role: verdict.role,
      viewerId: verdict.viewerId,
      conn: connection.id,
      stamp: clock.tick(),
      connection,
    };
    const admission = rooms.join(member);
    if (admission.outcome !== 'admitted') {
      const conflict = admission.outcome === 'refused' ? admission.conflict : 'peer-id-taken';
      end(connection, endingForConflict(conflict));
      return;
    }
    const { room } = admission;
    advance(connection, { type: 'admitted', membership: member });
    count(stats.joins, verdict.by);
    if (verdict.shareExpiresAtMs !== undefined) room.expiresAtMs = verdict.shareExpiresAtMs;
    else if (room.expiresAtMs === Infinity) options.onDoubt?.(room.shareId);
    const peers = counterpartsOf(room, member.role).filter(
      (peer) => !admission.lost.some((lost) => lost.member === peer),
    );
    send(connection, joinedFrame(member.shareId, member.peerId, member.role, peers));
    presence.admit(member, admission);
    mesh.announce(room, member, join.traceparent);
  };

  const authorise = (connection: Connection, join: Join) => {
    awaiting.delete(connection);
    const { visitor } = connection;
    connection.visitor = undefined;
    if (!visitor) return;
    const context = requestContextFrom(undefined, join.traceparent);
    void runInRequest(context, async () => {
      const verdict = await authority.authorise({ ...join, ...visitor });
      admit(connection, join, verdict);
    });
  };

  const relay = (
    connection: Connection,
    member: LocalMember<Connection>,
    bytes: Buffer,
    frame: Frame,
  ) => {
    if (isSdpTooLarge(frame)) {
      end(connection, endings.sdpTooLarge);
      return;
    }
    const isSampled = (relayedSinceSample = (relayedSinceSample + 1) % latencySampling) === 0;
    const startedAt = isSampled ? performance.now() : 0;
    const target = targetOf(rooms.find(member.shareId), member, bytes, frame);
    if (!('place' in target)) {
      complain(connection, target);
      return;
    }
    const stamped = stamp(member, bytes, frame);
    if (target.place === 'here') {
      send(target.connection, stamped);
      if (isSampled) stats.observeLatency('local', (performance.now() - startedAt) / 1000);
    } else if (mesh.relay(target, connection.id, stamped)) {
      stats.crossPod += 1;
    } else {
      complain(connection, complaints.peerUnreachable);
      return;
    }
    count(stats.relayed, frame.type);
  };

  const onFrame = (connection: Connection, bytes: Buffer, frame: Frame) => {
    const { session } = connection;
    if (frame.type === 'join') {
      const join = session.phase === 'awaiting-join' ? readJoin(bytes, frame) : undefined;
      const action = advance(connection, { type: 'join', join });
      if (action.do === 'authorise' && join) authorise(connection, join);
      return;
    }
    const isOwn = session.phase === 'joined' && isOwnShare(session.membership, bytes, frame);
    const action = advance(connection, { type: 'frame', frame: frame.type, isOwnShare: isOwn });
    if (session.phase !== 'joined') return;
    if (action.do === 'relay') relay(connection, session.membership, bytes, frame);
    else if (action.do === 'echo') send(connection, stamp(session.membership, bytes, frame));
  };

  const counterpartCount = ({ session }: Connection): number => {
    if (session.phase !== 'joined' || session.membership.role === 'receiver') return 1;
    return rooms.find(session.shareId)?.receivers.length ?? 1;
  };

  /** A relayed frame from another pod, for one of our connections. */
  const onRelay: RoomBusHandlers['onRelay'] = (toEpoch, conn, origin, sentAtMs, frame) => {
    const connection = toEpoch === epoch ? open.get(conn) : undefined;
    if (connection?.session.phase !== 'joined') {
      mesh.answerGone(origin, `${podId}.${toEpoch}.${conn}`);
      return;
    }
    send(connection, frame);
    // The clocks of two machines differ by more than the hop takes; never below zero.
    stats.observeLatency('remote', Math.max(0, nowMs() - sentAtMs) / 1000);
  };

  const endShare = (shareId: string) => {
    const room = rooms.find(shareId);
    if (!room) return;
    for (const member of [room.sender, ...room.receivers]) {
      if (member?.place === 'here') end(member.connection, endings.shareEnded);
    }
  };

  return {
    podId,
    epoch,
    handlers: {
      onBroadcast: mesh.onFrame,
      onControl: mesh.onFrame,
      onRelay,
      onConnection: mesh.onConnection,
    } satisfies RoomBusHandlers,
    use: (bus: RoomBus) => mesh.use(bus),

    connectionCount: () => open.size,
    roomCount: () => rooms.size,
    podCount: () => mesh.podCount(),
    isBrokerReachable: () => mesh.isReachable(),

    /** At the upgrade. `opened` must follow before any other call with this connection. */
    accept: (addressKey: string, visitor: Visitor): Connection =>
      createConnection(nextConnection++, addressKey, visitor, nowMs()),
    opened: (connection: Connection, socket: PeerSocket) => {
      connection.socket = socket;
      open.set(connection.id, connection);
      awaiting.add(connection);
    },
    /** One text frame; `bytes` are only read during the call. */
    received: (connection: Connection, bytes: Buffer) => {
      if (connection.session.phase === 'closed') return;
      if (!takeToken(connection, nowMs(), counterpartCount(connection))) {
        end(connection, endings.rateExceeded);
        return;
      }
      if (bytes.length > limits.frameBytes) {
        end(connection, endings.frameTooLarge);
        return;
      }
      const frame = parseFrame(bytes);
      if (frame) onFrame(connection, bytes, frame);
      else end(connection, endings.malformed);
    },
    /** The socket is gone, whoever closed it. */
    gone: (connection: Connection) => apply(connection, { type: 'socket-gone' }),
    end,

    /** The share was stopped or deleted: everybody leaves, and grants from before are refused. */
    revoke: (shareId: string, endedAtMs: number) => {
      ended.add(shareId, endedAtMs);
      endShare(shareId);
    },
    /** The share runs again. */
    restore: (shareId: string) => ended.remove(shareId),
    /** What the shares service says of a share in doubt. */
    learnExpiry: (shareId: string, expiresAtMs: number) => {
      const room = rooms.find(shareId);
      if (room) room.expiresAtMs = expiresAtMs;
    },

    /** Call every `podTickMs`. */
    tick: () => {
      const now = nowMs();
      for (const connection of awaiting) {
        const action = advance(connection, { type: 'clock', nowMs: now });
        // In order of arrival: the first that may still wait ends the search.
        if (action.do === 'nothing') break;
      }
      for (const room of rooms.all()) if (room.expiresAtMs <= now) endShare(room.shareId);
      ended.sweep(now);
      mesh.tick();
    },

    /** Everybody, for the drain. */
    connections: (): Connection[] => [...open.values()],
    tellStopped: () => mesh.tellStopped(),
  };
};

export type Pod = ReturnType<typeof createPod>;
