import { inSpan, type Logger } from '@tandem/kit';
import { PodFrame, type RoomEvent, type RoomMembers } from '@tandem/proto/tandem/signalling/v1/pod';
import { connOf, podIdOf, type ClusterBus } from '../cluster/bus.js';
import { createEmptiedRooms } from '../cluster/emptied-rooms.js';
import { createFailureDetector, failureDetectorTimes } from '../cluster/failure-detector.js';
import type { HybridClock } from '../cluster/hybrid-clock.js';
import { createOutbox, localMembers } from '../cluster/outbox.js';
import type { Connection } from '../room/connection.js';
import { toWireMember, type LocalMember, type RemoteMember } from '../room/member.js';
import type { Room, Rooms } from '../room/rooms.js';
import type { PeerNotifier } from './notify-peers.js';
import { createRemoteMembers, remoteMembersOf } from './remote-members.js';

/**
 * Synchronises the members of rooms between pods.
 *
 *     joiner's pod                        other pods with members of the room
 *        │ events [announced {member}], to all ▶│ add it, send peer-joined to local counterparts
 *        │ ◀──────────── present {members} ──── │ (to the joiner's pod)
 *        │ offer/answer/candidate as bytes ───▶ │ to the connection; unknown → gone
 *        │ events [left {conn}] ──────────────▶ │ remove it, send peer-left
 *        │ alive, every second, to all ───────▶ │ silent for 3 s → its members have left
 *
 * Nothing is acknowledged. After a broker outage every pod announces all its members, and its rooms that became
 * empty; members that are not confirmed within some seconds are removed.
 */
const syncTimes = {
  /** Pods re-announce at a random time within this, so that they do not all broadcast together. */
  announceJitterMs: 1_000,
  confirmMs: 5_000,
  /** A leave this soon after the join goes to all pods: replies to the join may still be in transit. */
  recentJoinMs: 3_000,
} as const;

export interface ClusterSyncOptions {
  podId: string;
  epoch: string;
  clock: HybridClock;
  nowMs: () => number;
  monotonicMs: () => number;
  random: () => number;
  /** Like setTimeout; deferred work is lost when the process ends. */
  defer: (work: () => void, ms: number) => void;
  rooms: Rooms<Connection>;
  notifier: PeerNotifier;
  logger: Logger;
  /** The target of a relayed frame has left; returns the share of the local author's connection. */
  onPeerGone: (originConn: number) => string | undefined;
  /** The broker, or the part of it that other pods use, is reachable again; events of the outage were missed. */
  onMissedEvents: () => void;
}

export const createClusterSync = (options: ClusterSyncOptions) => {
  const { podId, epoch, clock, monotonicMs, rooms, notifier, logger } = options;
  const failureDetector = createFailureDetector(monotonicMs);
  const remoteMembers = createRemoteMembers({ clock, rooms, notifier });
  const outbox = createOutbox({ podId, epoch, clock, defer: options.defer });
  const emptiedRooms = createEmptiedRooms(monotonicMs);
  let bus: ClusterBus | undefined;
  let wasReachable = true;
  let lastHeartbeatMs = -Infinity;
  let announceAtMs = Infinity;
  let confirmUntilMs = Infinity;

  const isReachable = () => bus?.isConnected() === true && failureDetector.isEchoing();

  /** Replies with the local members of the announced rooms, in one frame. */
  const replyToAnnouncements = (to: string, events: readonly RoomEvent[]) => {
    const listed: RoomMembers[] = [];
    for (const { event } of events) {
      const room = event?.$case === 'announced' ? rooms.find(event.value.shareId) : undefined;
      if (room) listed.push(localMembers(room));
    }
    outbox.sendMembers(to, listed);
  };

  const onEvents = (from: PodFrame, events: readonly RoomEvent[]) => {
    const apply = ({ event }: RoomEvent) => {
      if (event?.$case === 'left') {
        const { shareId, conn } = event.value;
        remoteMembers.remove(shareId, `${from.podId}.${from.epoch}.${conn}`);
      } else if (event?.$case === 'announced') remoteMembers.merge(from, event.value);
    };
    // Reply first: a newcomer that displaces a local member must see it join before it sees it leave.
    replyToAnnouncements(from.podId, events);
    for (const one of events) {
      if (one.traceparent === '') apply(one);
      else {
        // inSpan runs the callback synchronously, so events stay in order.
        void inSpan('add remote member', { kind: 'consumer', parent: one.traceparent }, () =>
          apply(one),
        );
      }
    }
  };

  const observePod = (from: PodFrame) => {
    const hadFailed = failureDetector.hasFailed();
    const observation = failureDetector.observe(from.podId, from.epoch);
    // The servers of the broker may have lost each other, while each pod still received its own echo. A pod that
    // failed may have been replaced before they met again.
    if (hadFailed && (observation === 'returned' || observation === 'new')) {
      options.onMissedEvents();
    }
    if (observation === 'restarted') {
      remoteMembers.removeWhere(
        (member) => member.podId === from.podId && member.epoch !== from.epoch,
      );
    } else if (observation === 'returned') {
      // Its members were removed here without its knowledge; its reply adds them again.
      outbox.announceAll(rooms, emptiedRooms.shareIds(), from.podId);
    }
  };

  const onBody = (frame: PodFrame) => {
    const { body } = frame;
    switch (body?.$case) {
      case 'events':
        onEvents(frame, body.value.events);
        break;
      case 'present':
        for (const listed of body.value.rooms) remoteMembers.merge(frame, listed);
        break;
      case 'gone':
        remoteMembers.remove(
          options.onPeerGone(body.value.originConn) ?? '',
          body.value.peerAddress,
        );
        break;
      case 'stopped':
        remoteMembers.removeWhere(
          (member) => member.podId === frame.podId && member.epoch === frame.epoch,
        );
        failureDetector.remove(frame.podId);
        break;
      case 'alive':
      case undefined:
    }
  };

  const onFrame = (data: Uint8Array) => {
    let frame: PodFrame;
    try {
      frame = PodFrame.decode(data);
    } catch (error) {
      logger.warn({ err: error }, 'cannot decode a frame from another pod');
      return;
    }
    // From the previous process of this pod, or from a pod configured with the same ID.
    if (frame.podId === podId) return;
    clock.see(frame.clock);
    observePod(frame);
    onBody(frame);
  };

  const onReconnect = () => {
    failureDetector.resetSilence();
    remoteMembers.requireConfirmation();
    announceAtMs = monotonicMs() + options.random() * syncTimes.announceJitterMs;
    confirmUntilMs = announceAtMs + syncTimes.confirmMs;
    options.onMissedEvents();
  };

  const tickWhileReachable = () => {
    const now = monotonicMs();
    if (!wasReachable) onReconnect();
    wasReachable = true;
    const failed = new Set(failureDetector.takeFailed());
    if (failed.size > 0) {
      logger.warn({ pods: [...failed] }, 'pods failed; removing their members');
      remoteMembers.removeWhere((member) => failed.has(member.podId));
    }
    if (now >= announceAtMs) {
      announceAtMs = Infinity;
      outbox.announceAll(rooms, emptiedRooms.shareIds());
    }
    if (now >= confirmUntilMs) {
      confirmUntilMs = Infinity;
      remoteMembers.removeWhere((member) => !member.isConfirmed);
    }
  };

  return {
    attach: (clusterBus: ClusterBus) => {
      bus = clusterBus;
      outbox.attach(clusterBus);
      // A pod may start during an outage that ends before its first tick.
      wasReachable = clusterBus.isConnected();
      failureDetector.recordEcho();
    },
    isReachable,
    podCount: () => failureDetector.size + 1,
    onFrame,
    onEcho: () => failureDetector.recordEcho(),
    onConnection: (isConnected: boolean) => {
      // Also records an outage shorter than a tick; the next tick handles the reconnect.
      if (!isConnected) wasReachable = false;
      else lastHeartbeatMs = -Infinity;
    },

    announceJoin: (
      room: Room<Connection>,
      member: LocalMember<Connection>,
      traceparent: string,
    ) => {
      const announced = {
        shareId: room.shareId,
        members: [toWireMember(member)],
        isComplete: false,
      };
      outbox.batch({ event: { $case: 'announced', value: announced }, traceparent });
    },

    /** `room` is as the member left it. */
    announceLeave: (room: Room<Connection>, member: LocalMember<Connection>) => {
      if (!rooms.find(room.shareId)) emptiedRooms.add(room.shareId);
      const left = { shareId: room.shareId, conn: member.conn };
      const event: RoomEvent = { event: { $case: 'left', value: left }, traceparent: '' };
      if (options.nowMs() - member.stamp < syncTimes.recentJoinMs) {
        outbox.batch(event);
        return;
      }
      const targets = new Set(remoteMembersOf(room).map((other) => other.podId));
      for (const target of targets) {
        outbox.sendToPod(target, { $case: 'events', value: { events: [event] } });
      }
    },

    /** False when the broker is out of reach, so that the client receives an error instead of losing the frame. */
    relay: (target: RemoteMember, originConn: number, frame: Uint8Array): boolean => {
      outbox.flush();
      if (!isReachable()) return false;
      return bus?.relay(target.address, `${podId}.${epoch}.${originConn}`, frame) === true;
    },

    /** Replies to a frame for a closed connection. `origin` is `<podId>.<epoch>.<conn>`. */
    replyGone: (origin: string, target: string) => {
      const originConn = connOf(origin);
      if (!Number.isSafeInteger(originConn)) return;
      outbox.sendToPod(podIdOf(origin), {
        $case: 'gone',
        value: { peerAddress: target, originConn },
      });
    },

    /** Call several times a second. */
    tick: () => {
      failureDetector.tick();
      if (monotonicMs() - lastHeartbeatMs >= failureDetectorTimes.heartbeatMs) {
        lastHeartbeatMs = monotonicMs();
        outbox.broadcast({ $case: 'alive', value: {} });
      }
      if (isReachable()) tickWhileReachable();
      else wasReachable = false;
    },

    announceStop: () => outbox.broadcast({ $case: 'stopped', value: {} }),
  };
};

export type ClusterSync = ReturnType<typeof createClusterSync>;
