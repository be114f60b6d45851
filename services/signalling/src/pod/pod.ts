import type { Logger } from '@tandem/kit';
import type { Authorize } from '../access/authorize.js';
import type { ClusterBus, ClusterBusHandlers } from '../cluster/bus.js';
import { createClock } from '../cluster/hybrid-clock.js';
import { closeReasons, protocolErrors, type CloseReason } from '../protocol/close-codes.js';
import { createFrameBuffer, loadFrame } from '../protocol/frame-buffer.js';
import { readJoin } from '../protocol/join.js';
import { parseNextFrame } from '../protocol/known-envelope.js';
import { joinRateFor, limits, roomJoinRate as defaultRoomJoinRate } from '../protocol/limits.js';
import { parseFrame, type Frame } from '../protocol/parse-frame.js';
import {
  takeTokens,
  tokensOf,
  type Connection,
  type PeerSocket,
  type Rate,
  type UpgradeInfo,
} from '../room/connection.js';
import { createJoinBuckets, type JoinRate } from '../room/join-buckets.js';
import { createRooms } from '../room/rooms.js';
import { createSenderBuckets } from '../room/sender-buckets.js';
import { createCheckVisits } from './check-visits.js';
import { createClusterSync } from './cluster-sync.js';
import { createConnections } from './connections.js';
import type { Counters } from './counters.js';
import { createJoinHandler } from './join-room.js';
import { closeReasonFor, createPeerNotifier } from './notify-peers.js';
import { createRelay, isOwnShare } from './relay.js';
import { createSessionSockets } from './session-sockets.js';
import { createShareAccess } from './share-access.js';

export interface PodOptions {
  podId: string;
  /** Changes with every start of the pod. */
  epoch: string;
  authorize: Authorize;
  logger: Logger;
  counters: Counters;
  nowMs?: () => number;
  /** For durations within this process; unlike the time of day, it never goes back. */
  monotonicMs?: () => number;
  random?: () => number;
  defer?: (work: () => void, ms: number) => void;
  rate?: Rate;
  /** Joins of one network in all rooms. */
  joinRate?: JoinRate;
  /** Joins of the receivers of one network in one room. */
  roomJoinRate?: JoinRate;
  receiversPerRoom?: number;
  /** Called when this pod may have missed the stop of a share. */
  onNeedsRecheck?: (shareId: string, isUrgent?: boolean) => void;
  /** A sender was admitted on this pod. */
  onSenderJoined?: (shareId: string) => void;
}

/** Clock skew allowed between pods and the shares service. */
const clockSlackMs = 5_000;

/** Interval of `tick`, which checks deadlines, expiry and heartbeats. */
export const podTickMs = 250;

/**
 * One signalling process without its sockets and its broker, which `http/server.ts` and `cluster/bus.*.ts` connect and
 * tests replace: connections, rooms and their synchronisation with other pods.
 */
export const createPod = (options: PodOptions) => {
  const { podId, epoch, counters, nowMs = Date.now, rate = limits } = options;
  const { monotonicMs = () => performance.now() } = options;
  const { onNeedsRecheck = () => undefined, onSenderJoined = () => undefined } = options;
  const clock = createClock(nowMs);
  /** This pod has received every stop of a share since this time. */
  let subscribedSinceMs = nowMs();
  const frameBuffer = createFrameBuffer();
  const rooms = createRooms<Connection>(options.receiversPerRoom ?? limits.receiversPerRoom);
  const sessionSockets = createSessionSockets();
  const senderBuckets = createSenderBuckets(rate);
  const { joinRate = joinRateFor(limits.socketsPerNetwork) } = options;
  const networkJoins = createJoinBuckets(joinRate, monotonicMs);
  const { roomJoinRate = defaultRoomJoinRate } = options;
  const roomJoins = createJoinBuckets(roomJoinRate, monotonicMs);
  const connections = createConnections({
    counters,
    nowMs: monotonicMs,
    onLeave: (member) => {
      sessionSockets.remove(member.connection);
      checkVisits.remove(member.connection);
      if (member.role === 'sender')
        senderBuckets.keep(member.shareId, member.connection.bucket, monotonicMs());
      const room = rooms.find(member.shareId);
      if (!room) return;
      if (rooms.remove(room, member)) notifier.notify(room, 'peer-left', member);
      clusterSync.announceLeave(room, member);
    },
  });
  const checkVisits = createCheckVisits({ connections, nowMs: monotonicMs });
  const shareAccess = createShareAccess({
    connections,
    rooms,
    nowMs,
    monotonicMs,
    onNeedsRecheck,
  });
  const notifier = createPeerNotifier(rooms, {
    send: connections.send,
    close: connections.close,
    refuse: (member, conflict) => clusterSync.refuse(member, conflict),
  });
  const clusterSync = createClusterSync({
    podId,
    epoch,
    clock,
    nowMs,
    monotonicMs,
    random: options.random ?? Math.random,
    defer: options.defer ?? setTimeout,
    rooms,
    notifier,
    logger: options.logger,
    onPeerGone: (originConn) => {
      const connection = connections.find(originConn);
      if (connection?.session.phase !== 'joined') return undefined;
      connections.sendError(connection, protocolErrors.peerGone);
      return connection.session.shareId;
    },
    onRefused: (conn, conflict) => {
      const connection = connections.find(conn);
      if (connection) connections.close(connection, closeReasonFor(conflict));
    },
    onMissedEvents: () => {
      subscribedSinceMs = nowMs();
      for (const room of rooms.all()) onNeedsRecheck(room.shareId);
    },
  });
  const handleJoin = createJoinHandler({
    podId,
    authorize: options.authorize,
    clock,
    connections,
    rooms,
    notifier,
    clusterSync,
    shareAccess,
    sessionSockets,
    checkVisits,
    senderBuckets,
    networkJoins,
    roomJoins,
    counters,
    mayHaveMissedStopSince: (assertedAtMs) =>
      assertedAtMs < subscribedSinceMs + clockSlackMs || !clusterSync.isReachable(),
    onNeedsRecheck,
    onSenderJoined,
  });
  const relay = createRelay({ podId, epoch, connections, rooms, clusterSync, counters, nowMs });

  const onFrame = (connection: Connection, frame: Frame) => {
    const { session } = connection;
    if (frame.type === 'join') {
      const join = session.phase === 'awaiting-join' ? readJoin(frameBuffer, frame) : undefined;
      const action = connections.advance(connection, { type: 'join', join });
      if (action.do === 'authorize' && join) handleJoin(connection, join);
      return;
    }
    const isOwn = session.phase === 'joined' && isOwnShare(session.membership, frameBuffer, frame);
    const action = connections.advance(connection, {
      type: 'frame',
      frame: frame.type,
      isOwnShare: isOwn,
    });
    if (session.phase !== 'joined') return;
    if (action.do === 'relay') relay.relay(session.membership, frameBuffer, frame);
    else if (action.do === 'echo') relay.echo(session.membership, frameBuffer, frame);
  };

  /** Undefined unless the connection is that of a sender. */
  const receiverCount = ({ session }: Connection): number | undefined =>
    session.phase === 'joined' && session.membership.role === 'sender'
      ? (rooms.find(session.shareId)?.receivers.length ?? 0)
      : undefined;

  return {
    podId,
    epoch,
    handlers: {
      onBroadcast: clusterSync.onFrame,
      onEcho: clusterSync.onEcho,
      onControl: clusterSync.onFrame,
      onRelay: relay.onRelay,
      onConnection: clusterSync.onConnection,
    } satisfies ClusterBusHandlers,
    attachBus: (bus: ClusterBus) => clusterSync.attach(bus),

    connectionCount: () => connections.size,
    roomCount: () => rooms.size,
    hasRoom: (shareId: string) => rooms.find(shareId) !== undefined,
    /** Whether the sender and a receiver are in the room, on any pod. */
    isRoomLive: (shareId: string) => {
      const room = rooms.find(shareId);
      return room?.sender !== undefined && room.receivers.length > 0;
    },
    podCount: () => clusterSync.podCount(),
    isBrokerReachable: () => clusterSync.isReachable(),

    /** At the upgrade. `onOpen` must follow before any other call with this connection. */
    accept: (networkKey: string, upgradeInfo: UpgradeInfo): Connection =>
      connections.accept(networkKey, upgradeInfo),
    onOpen: (connection: Connection, socket: PeerSocket) => connections.onOpen(connection, socket),
    /** One text frame; `bytes` are read only during the call. */
    onMessage: (connection: Connection, bytes: Uint8Array) => {
      if (connection.session.phase === 'closed') return;
      if (bytes.length > limits.frameBytes) {
        connections.close(connection, closeReasons.frameTooLarge);
        return;
      }
      const tokens = tokensOf(bytes.length, rate);
      if (!takeTokens(connection.bucket, tokens, monotonicMs(), receiverCount(connection), rate)) {
        connections.close(connection, closeReasons.rateExceeded);
        return;
      }
      loadFrame(frameBuffer, bytes);
      const { session } = connection;
      const frame =
        session.phase === 'joined'
          ? parseNextFrame(frameBuffer, session.membership)
          : parseFrame(frameBuffer);
      if (frame) onFrame(connection, frame);
      else connections.close(connection, closeReasons.malformed);
    },
    /** The socket is closed, by either side. */
    onClosed: (connection: Connection) => connections.onClosed(connection),
    close: (connection: Connection, closeReason: CloseReason) =>
      connections.close(connection, closeReason),
    connections: (): Connection[] => connections.all(),

    revokeShare: shareAccess.revokeShare,
    restoreShare: shareAccess.restoreShare,
    requireEpoch: shareAccess.requireEpoch,
    setExpiry: shareAccess.setExpiry,
    /** The sessions that members of this pod joined with. */
    sessionIds: (): string[] => sessionSockets.ids(),
    /** The session has ended: closes its sockets. */
    endSession: (sessionId: string) => {
      for (const connection of sessionSockets.take(sessionId)) {
        connections.close(connection, closeReasons.sessionEnded);
      }
    },

    /** Call every `podTickMs`. */
    tick: () => {
      connections.sweep();
      checkVisits.sweep();
      shareAccess.tick();
      senderBuckets.sweep(monotonicMs());
      networkJoins.sweep();
      roomJoins.sweep();
      clusterSync.tick();
    },
    announceStop: () => clusterSync.announceStop(),
  };
};

export type Pod = ReturnType<typeof createPod>;
