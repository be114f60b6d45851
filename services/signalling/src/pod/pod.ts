import type { Logger } from '@tandem/kit';
import type { Authority } from '../access/authorize.js';
import { createClock } from '../cluster/hybrid-clock.js';
import {
  takeToken,
  type Connection,
  type PeerSocket,
  type Rate,
  type Visitor,
} from '../room/connection.js';
import { createConnections } from './connections.js';
import { createFrameBuffer, loadFrame } from '../protocol/frame-buffer.js';
import { createEndedShares } from '../access/revoked-shares.js';
import { parseFrame, type Frame } from '../protocol/parse-frame.js';
import { readJoin } from '../protocol/join.js';
import { createLobby } from './join-room.js';
import { closeReasons, protocolErrors, type CloseReason } from '../protocol/close-codes.js';
import { limits } from '../protocol/limits.js';
import { createMesh } from './cluster-sync.js';
import { createPresence } from './notify-peers.js';
import { createRelay, isOwnShare } from './relay.js';
import type { ClusterBus, ClusterBusHandlers } from '../cluster/bus.js';
import { createRooms, membersOf } from '../room/rooms.js';
import type { Stats } from './counters.js';

export interface PodOptions {
  podId: string;
  /** Changes with every start of the pod. */
  epoch: string;
  authority: Authority;
  logger: Logger;
  stats: Stats;
  nowMs?: () => number;
  random?: () => number;
  defer?: (work: () => void, ms: number) => void;
  rate?: Rate;
  receiversPerRoom?: number;
  /** A room whose share may have ended without our hearing of it. */
  onDoubt?: (shareId: string) => void;
}

/** By how much the clocks of pods and of the shares service may differ. */
const clockSlackMs = 5_000;

/** Milliseconds between two looks at the clock: deadlines, expiry, heartbeat. */
export const podTickMs = 250;

/**
 * One signalling process without its sockets and its broker: connections, rooms and the conversation with other
 * pods. Web sockets reach it through `server.ts`, in tests through plain objects.
 */
export const createPod = (options: PodOptions) => {
  const { podId, epoch, stats, nowMs = Date.now, rate = limits } = options;
  const onDoubt = options.onDoubt ?? (() => undefined);
  const clock = createClock(nowMs);
  /** Since when every stop of a share has reached us. */
  let hearingSinceMs = nowMs();
  const frameBuffer = createFrameBuffer();
  const rooms = createRooms<Connection>(options.receiversPerRoom ?? limits.receiversPerRoom);
  const ended = createEndedShares();
  const connections = createConnections({
    stats,
    nowMs,
    rate,
    onLeave: (member) => {
      const room = rooms.find(member.shareId);
      if (!room) return;
      if (rooms.remove(room, member)) presence.tell(room, 'peer-left', member);
      mesh.tellLeft(room, member);
    },
  });
  const presence = createPresence(rooms, connections);
  const mesh = createMesh({
    podId,
    epoch,
    clock,
    nowMs,
    random: options.random ?? Math.random,
    defer: options.defer ?? setTimeout,
    rooms,
    presence,
    logger: options.logger,
    onGone: (originConn) => {
      const connection = connections.find(originConn);
      if (connection?.session.phase !== 'joined') return undefined;
      connections.sendError(connection, protocolErrors.peerGone);
      return connection.session.shareId;
    },
    onReturn: () => {
      hearingSinceMs = nowMs();
      for (const room of rooms.all()) onDoubt(room.shareId);
    },
  });
  const lobby = createLobby({
    podId,
    authority: options.authority,
    clock,
    connections,
    rooms,
    presence,
    mesh,
    ended,
    stats,
    mayHaveMissedStopSince: (assertedAtMs) =>
      assertedAtMs < hearingSinceMs + clockSlackMs || !mesh.isReachable(),
    onDoubt,
  });
  const relay = createRelay({ podId, epoch, connections, rooms, mesh, stats, nowMs });

  const onFrame = (connection: Connection, frame: Frame) => {
    const { session } = connection;
    if (frame.type === 'join') {
      const join = session.phase === 'awaiting-join' ? readJoin(frameBuffer, frame) : undefined;
      const action = connections.advance(connection, { type: 'join', join });
      if (action.do === 'authorise' && join) lobby.authorise(connection, join);
      return;
    }
    const isOwn = session.phase === 'joined' && isOwnShare(session.membership, frameBuffer, frame);
    const action = connections.advance(connection, {
      type: 'frame',
      frame: frame.type,
      isOwnShare: isOwn,
    });
    if (session.phase !== 'joined') return;
    if (action.do === 'relay') relay.relay(connection, session.membership, frameBuffer, frame);
    else if (action.do === 'echo') relay.echo(connection, session.membership, frameBuffer, frame);
  };

  const counterpartCount = ({ session }: Connection): number =>
    session.phase === 'joined' && session.membership.role === 'sender'
      ? (rooms.find(session.shareId)?.receivers.length ?? 1)
      : 1;

  const endShare = (shareId: string) => {
    const room = rooms.find(shareId);
    if (!room) return;
    for (const member of membersOf(room)) {
      if (member.place === 'here') connections.end(member.connection, closeReasons.shareEnded);
    }
  };

  return {
    podId,
    epoch,
    handlers: {
      onBroadcast: mesh.onFrame,
      onEcho: mesh.onEcho,
      onControl: mesh.onFrame,
      onRelay: relay.onRelay,
      onConnection: mesh.onConnection,
    } satisfies ClusterBusHandlers,
    use: (bus: ClusterBus) => mesh.use(bus),

    connectionCount: () => connections.size,
    roomCount: () => rooms.size,
    hasRoom: (shareId: string) => rooms.find(shareId) !== undefined,
    podCount: () => mesh.podCount(),
    isBrokerReachable: () => mesh.isReachable(),

    /** At the upgrade. `opened` must follow before any other call with this connection. */
    accept: (networkKey: string, visitor: Visitor): Connection =>
      connections.accept(networkKey, visitor),
    opened: (connection: Connection, socket: PeerSocket) => connections.opened(connection, socket),
    /** One text frame; `bytes` are only read during the call. */
    received: (connection: Connection, bytes: Uint8Array) => {
      if (connection.session.phase === 'closed') return;
      if (!takeToken(connection, nowMs(), counterpartCount(connection), rate)) {
        connections.end(connection, closeReasons.rateExceeded);
        return;
      }
      if (bytes.length > limits.frameBytes) {
        connections.end(connection, closeReasons.frameTooLarge);
        return;
      }
      loadFrame(frameBuffer, bytes);
      const frame = parseFrame(frameBuffer);
      if (frame) onFrame(connection, frame);
      else connections.end(connection, closeReasons.malformed);
    },
    /** The socket is gone, whoever closed it. */
    gone: (connection: Connection) => connections.gone(connection),
    end: (connection: Connection, closeReason: CloseReason) =>
      connections.end(connection, closeReason),
    /** Everybody, for the drain. */
    connections: (): Connection[] => connections.all(),

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
      connections.sweep();
      for (const room of [...rooms.all()]) if (room.expiresAtMs <= now) endShare(room.shareId);
      ended.sweep(now);
      mesh.tick();
    },
    tellStopped: () => mesh.tellStopped(),
  };
};

export type Pod = ReturnType<typeof createPod>;
