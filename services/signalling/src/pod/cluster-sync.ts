/**
 * Synchronises the members of rooms between pods.
 *
 *     joiner's pod                        other pods with members of the room
 *        │ events [announced {member}], to all ▶│ add it, send peer-joined to local counterparts
 *        │ ◀──────────── present {members} ──── │ (to the joiner's pod)
 *        │ offer/answer/candidate as bytes ───▶ │ to the connection; unknown → gone
 *        │ events [left {conn}] ──────────────▶ │ remove it, send peer-left
 *        │ ◀─────────────────── refused {conn} ─│ has no place for it: its pod closes it, and it joins again
 *        │ alive {frames}, every second, to all▶│ silent for 3 s → its members have left
 *
 * Nothing is acknowledged. After a broker outage, and when a heartbeat states more frames than have arrived, a pod
 * announces all its members, and its rooms that became empty (`repair-members.ts`).
 */

import { inSpan, type Logger } from '@tandem/kit';
import {
  PodFrame,
  type MemberRefused,
  type PeerGone,
  type RoomEvent,
  type RoomMembers,
} from '@tandem/proto/tandem/signalling/v1/pod';
import type { ClusterBus } from '../cluster/bus.js';
import { createEmptiedRooms } from '../cluster/emptied-rooms.js';
import type { Observation } from '../cluster/failure-detector.js';
import type { HybridClock } from '../cluster/hybrid-clock.js';
import { createOutbox, localMembers, noMembers } from '../cluster/outbox.js';
import { addressOf, parseAddress } from '../room/address.js';
import type { Connection } from '../room/connection.js';
import {
  conflicts,
  toWireMember,
  type Conflict,
  type LocalMember,
  type RemoteMember,
} from '../room/member.js';
import type { Room, Rooms } from '../room/rooms.js';
import type { PeerNotifier } from './notify-peers.js';
import { createRemoteMembers, remoteMembersOf } from './remote-members.js';
import { createMemberRepair } from './repair-members.js';

/** A leave this soon after the join goes to all pods: replies to the join may still be in transit. */
const recentJoinMs = 3_000;

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
  /** The target of a relayed frame has left. Returns the share of the author's connection; undefined if it is closed. */
  onPeerGone: (originConn: number) => string | undefined;
  /** Another pod has no place for the member of this local connection. */
  onRefused: (conn: number, conflict: Conflict) => void;
  /** The broker, or the part of it that other pods use, was out of reach: events may have been missed. */
  onMissedEvents: () => void;
}

export const createClusterSync = (options: ClusterSyncOptions) => {
  const { podId, epoch, clock, monotonicMs, rooms, notifier, logger } = options;
  const remoteMembers = createRemoteMembers({ clock, rooms, notifier });
  const outbox = createOutbox({ podId, epoch, clock, defer: options.defer });
  const emptiedRooms = createEmptiedRooms(monotonicMs);
  let bus: ClusterBus | undefined;
  const memberRepair = createMemberRepair({
    podId,
    monotonicMs,
    random: options.random,
    rooms,
    outbox,
    emptiedRooms,
    remoteMembers,
    logger,
    isConnected: () => bus?.isConnected() === true,
    onMissedEvents: options.onMissedEvents,
  });

  /** Replies with the local members of the announced rooms. */
  const replyToAnnouncements = (to: string, events: readonly RoomEvent[]) => {
    const listed: RoomMembers[] = [];
    for (const { event } of events) {
      if (event?.$case !== 'announced') continue;
      const { shareId } = event.value;
      const room = rooms.find(shareId);
      if (room) listed.push(localMembers(room));
      // The announcing pod may have missed the leave.
      else if (emptiedRooms.has(shareId)) listed.push(noMembers(shareId));
    }
    outbox.sendMembers(to, listed);
  };

  const onEvents = (from: PodFrame, events: readonly RoomEvent[]) => {
    const apply = ({ event }: RoomEvent) => {
      if (event?.$case === 'left') {
        const { shareId, conn } = event.value;
        remoteMembers.remove(shareId, addressOf(from.podId, from.epoch, conn));
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

  const onGone = ({ originConn, peerAddress }: PeerGone) => {
    const shareId = options.onPeerGone(originConn);
    if (shareId !== undefined) remoteMembers.remove(shareId, peerAddress);
  };

  const onRefused = ({ address, conflict }: MemberRefused) => {
    const target = parseAddress(address);
    const known = conflicts.find((one) => one === conflict);
    if (target?.podId === podId && target.epoch === epoch && known)
      options.onRefused(target.conn, known);
  };

  const onBody = (frame: PodFrame, observation: Observation) => {
    const { body } = frame;
    switch (body?.$case) {
      case 'events':
        onEvents(frame, body.value.events);
        break;
      case 'present':
        for (const listed of body.value.rooms) remoteMembers.merge(frame, listed);
        break;
      case 'gone':
        onGone(body.value);
        break;
      case 'refused':
        onRefused(body.value);
        break;
      case 'stopped':
        memberRepair.onStopped(frame);
        break;
      case 'alive':
        memberRepair.onHeartbeat(frame.podId, body.value, observation);
        break;
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
    onBody(frame, memberRepair.observe(frame));
  };

  return {
    attach: (clusterBus: ClusterBus) => {
      bus = clusterBus;
      outbox.attach(clusterBus);
      // A pod may start during an outage that ends before its first tick.
      if (!clusterBus.isConnected()) memberRepair.onConnection(false);
      memberRepair.onEcho();
    },
    isReachable: memberRepair.isReachable,
    podCount: memberRepair.podCount,
    onFrame,
    onEcho: memberRepair.onEcho,
    onConnection: memberRepair.onConnection,

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

    /** Call after the member has been removed from `room`. */
    announceLeave: (room: Room<Connection>, member: LocalMember<Connection>) => {
      if (!rooms.find(room.shareId)) emptiedRooms.add(room.shareId);
      const left = { shareId: room.shareId, conn: member.conn };
      const event: RoomEvent = { event: { $case: 'left', value: left }, traceparent: '' };
      if (options.nowMs() - member.stamp < recentJoinMs) {
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
      if (!memberRepair.isReachable()) return false;
      return bus?.relay(target.address, addressOf(podId, epoch, originConn), frame) === true;
    },

    /** Replies to a frame for a closed connection. */
    replyGone: (origin: string, target: string) => {
      const author = parseAddress(origin);
      if (!author) return;
      outbox.sendToPod(author.podId, {
        $case: 'gone',
        value: { peerAddress: target, originConn: author.conn },
      });
    },

    /** Requests the member's pod to close it. */
    refuse: ({ podId: target, address }: RemoteMember, conflict: Conflict) =>
      outbox.sendToPod(target, { $case: 'refused', value: { address, conflict } }),

    /** Call several times a second. */
    tick: memberRepair.tick,

    announceStop: () => outbox.broadcast({ $case: 'stopped', value: {} }),
  };
};

export type ClusterSync = ReturnType<typeof createClusterSync>;
