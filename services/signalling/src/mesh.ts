import {
  PodFrame,
  type Member as WireMember,
  type RoomMembers,
} from '@tandem/proto/tandem/signalling/v1/pod';
import type { Logger } from '@tandem/kit';
import type { HybridClock } from './clock.js';
import type { Connection } from './connection.js';
import { isRole, type LocalMember, type Member, type RemoteMember } from './member.js';
import type { Presence } from './presence.js';
import { podIdOf, type RoomBus } from './room-bus.js';
import { membersOf, type Room, type Rooms } from './rooms.js';

/**
 * The pods' conversation about their rooms.
 *
 *     joiner's pod                        other pods with members of the room
 *        │ announced {member}, to all ────────▶ │ add, tell their clients peer-joined
 *        │ ◀──────────── present {members} ──── │ (to the joiner's pod)
 *        │ offer/answer/candidate as bytes ───▶ │ straight to the connection; unknown → gone
 *        │ left {conn} ───────────────────────▶ │ remove, tell peer-left
 *        │ alive, every second, to all ───────▶ │ silent for 3 s → its members have left
 *
 * Nothing here is acknowledged. What a broker outage swallows is made good afterwards: every pod announces all its
 * members, and whoever is not confirmed within some seconds counts as left.
 */
export const meshTimes = {
  heartbeatMs: 1_000,
  podSilentMs: 3_000,
  /** Our own heartbeat does not come back: the broker is out of reach, whatever the socket says. */
  echoLostMs: 3_000,
  /** Re-announcing after an outage waits up to this long, so that the pods do not all speak at once. */
  announceJitterMs: 1_000,
  confirmMs: 5_000,
  /** A leave so soon after the join goes to all pods: some may know the join whose answer is still under way. */
  freshJoinMs: 3_000,
} as const;

/** Members in one announcement; keeps a frame far below the broker's 1 MB. */
const roomsPerFrame = 500;

interface Pod {
  epoch: string;
  heardAtMs: number;
}

export interface MeshOptions {
  podId: string;
  epoch: string;
  clock: HybridClock;
  nowMs: () => number;
  random: () => number;
  rooms: Rooms<Connection>;
  presence: Presence;
  logger: Logger;
  /** A connection of ours wrote to somebody who is no more: tell it, and say which share it is in. */
  onGone: (originConn: number) => string | undefined;
  /** The broker is back: what it could not tell us must be asked. */
  onReturn: () => void;
}

const toWire = ({ peerId, role, viewerId, conn, stamp }: Member<Connection>): WireMember => ({
  peerId,
  role,
  viewerId,
  conn,
  stamp,
});

export const createMesh = (options: MeshOptions) => {
  const { podId, epoch, clock, nowMs, rooms, presence } = options;
  const pods = new Map<string, Pod>();
  let bus: RoomBus | undefined;
  let echoedAtMs = nowMs();
  let beatAtMs = 0;
  let wasReachable = true;
  let announceAtMs = Infinity;
  let confirmUntilMs = Infinity;

  const isReachable = () =>
    bus?.isConnected() === true && nowMs() - echoedAtMs < meshTimes.echoLostMs;

  const encode = (body: PodFrame['body'], traceparent = '') =>
    PodFrame.encode({ podId, epoch, clock: clock.last(), traceparent, body }).finish();

  const hereIn = (room: Room<Connection>) =>
    membersOf(room).filter(({ place }) => place === 'here');
  const elsewhereIn = (room: Room<Connection>) =>
    membersOf(room).filter((member): member is RemoteMember => member.place === 'elsewhere');
  const completeRoom = (room: Room<Connection>): RoomMembers => ({
    shareId: room.shareId,
    members: hereIn(room).map(toWire),
    isComplete: true,
  });

  const toRemote = (from: PodFrame, wire: WireMember): RemoteMember | undefined =>
    isRole(wire.role)
      ? {
          place: 'elsewhere',
          peerId: wire.peerId,
          role: wire.role,
          viewerId: wire.viewerId,
          conn: wire.conn,
          stamp: wire.stamp,
          podId: from.podId,
          epoch: from.epoch,
          address: `${from.podId}.${from.epoch}.${wire.conn}`,
          isConfirmed: true,
        }
      : undefined;

  /** Add and confirm those named; with a complete list, forget the others of that pod. */
  const learnRoom = (from: PodFrame, told: RoomMembers, room: Room<Connection>) => {
    for (const wire of told.members) {
      clock.see(wire.stamp);
      const member = toRemote(from, wire);
      if (!member) continue;
      const known = elsewhereIn(room).find(({ address }) => address === member.address);
      if (known) known.isConfirmed = true;
      else {
        const admission = rooms.learn(room, member);
        if (admission.outcome === 'admitted') presence.admit(member, admission);
      }
    }
    if (!told.isComplete) return;
    const conns = new Set(told.members.map(({ conn }) => conn));
    for (const member of elsewhereIn(room)) {
      const isListed = member.epoch === from.epoch && conns.has(member.conn);
      if (member.podId === from.podId && !isListed) presence.forget(room, member);
    }
  };

  const learn = (from: PodFrame, told: readonly RoomMembers[], mayAnswer: boolean) => {
    const ours: RoomMembers[] = [];
    for (const one of told) {
      const room = rooms.find(one.shareId);
      if (!room) continue;
      // Before learning: the newcomer may be about to displace the last of ours, and must still hear of it.
      if (mayAnswer) ours.push(completeRoom(room));
      learnRoom(from, one, room);
    }
    if (ours.length > 0) {
      bus?.sendToPod(from.podId, encode({ $case: 'present', value: { rooms: ours } }));
    }
  };

  const dropMembersOf = (isLost: (member: RemoteMember) => boolean) => {
    for (const room of [...rooms.all()]) {
      for (const member of elsewhereIn(room)) if (isLost(member)) presence.forget(room, member);
    }
  };

  /** A new epoch means that the pod has started anew: whoever was on it is gone. */
  const hear = (from: PodFrame) => {
    const known = pods.get(from.podId);
    if (known && known.epoch !== from.epoch) {
      dropMembersOf((member) => member.podId === from.podId && member.epoch === known.epoch);
    }
    pods.set(from.podId, { epoch: from.epoch, heardAtMs: nowMs() });
  };

  const onLeft = (from: PodFrame, shareId: string, conn: number) => {
    const room = rooms.find(shareId);
    const address = `${from.podId}.${from.epoch}.${conn}`;
    const member = room && elsewhereIn(room).find((other) => other.address === address);
    if (room && member) presence.forget(room, member);
  };

  const onGone = (address: string, originConn: number) => {
    const room = rooms.find(options.onGone(originConn) ?? '');
    const member = room && elsewhereIn(room).find((other) => other.address === address);
    if (room && member) presence.forget(room, member);
  };

  const onFrame = (data: Uint8Array) => {
    let frame: PodFrame;
    try {
      frame = PodFrame.decode(data);
    } catch (error) {
      options.logger.warn({ err: error }, 'a pod sent something that does not decode');
      return;
    }
    clock.see(frame.clock);
    if (frame.podId === podId) {
      if (frame.epoch === epoch) echoedAtMs = nowMs();
      return;
    }
    hear(frame);
    switch (frame.body?.$case) {
      case 'announced':
        learn(frame, frame.body.value.rooms, true);
        break;
      case 'present':
        learn(frame, frame.body.value.rooms, false);
        break;
      case 'left':
        onLeft(frame, frame.body.value.shareId, frame.body.value.conn);
        break;
      case 'gone':
        onGone(frame.body.value.peerAddress, frame.body.value.originConn);
        break;
      case 'stopped':
        dropMembersOf((member) => member.podId === frame.podId && member.epoch === frame.epoch);
        pods.delete(frame.podId);
        break;
      default:
    }
  };

  const announceAll = () => {
    const all = [...rooms.all()].map(completeRoom);
    for (let from = 0; from < all.length; from += roomsPerFrame) {
      const part = all.slice(from, from + roomsPerFrame);
      bus?.broadcast(encode({ $case: 'announced', value: { rooms: part } }));
    }
  };

  const onReturn = () => {
    const now = nowMs();
    // Nobody could be heard: silence counts from now on.
    for (const pod of pods.values()) pod.heardAtMs = now;
    for (const room of rooms.all()) {
      for (const member of elsewhereIn(room)) member.isConfirmed = false;
    }
    announceAtMs = now + options.random() * meshTimes.announceJitterMs;
    confirmUntilMs = announceAtMs + meshTimes.confirmMs;
    options.onReturn();
  };

  return {
    use: (roomBus: RoomBus) => {
      bus = roomBus;
      echoedAtMs = nowMs();
    },
    isReachable,
    onFrame,
    onConnection: (isConnected: boolean) => {
      // An outage shorter than a tick must be noticed too; the next tick sees the return.
      if (!isConnected) wasReachable = false;
      else beatAtMs = 0;
    },
    podCount: () => pods.size + 1,

    announce: (room: Room<Connection>, member: LocalMember<Connection>, traceparent: string) => {
      const rooms = [{ shareId: room.shareId, members: [toWire(member)], isComplete: false }];
      bus?.broadcast(encode({ $case: 'announced', value: { rooms } }, traceparent));
    },

    /** `room` is as it was left. */
    tellLeft: (room: Room<Connection>, member: LocalMember<Connection>) => {
      const data = encode({ $case: 'left', value: { shareId: room.shareId, conn: member.conn } });
      if (nowMs() - member.stamp < meshTimes.freshJoinMs) {
        bus?.broadcast(data);
        return;
      }
      for (const target of new Set(elsewhereIn(room).map((other) => other.podId))) {
        bus?.sendToPod(target, data);
      }
    },

    /** False when the broker is out of reach: tell the client at once instead of losing the message. */
    relay: (target: RemoteMember, originConn: number, frame: Uint8Array): boolean =>
      isReachable() &&
      bus?.relay(target.address, `${podId}.${epoch}.${originConn}`, frame) === true,

    /** Answer a message for a connection that is no more. `origin` is `<podId>.<epoch>.<conn>`. */
    answerGone: (origin: string, target: string) => {
      const originConn = Number(origin.slice(origin.lastIndexOf('.') + 1));
      if (!Number.isSafeInteger(originConn)) return;
      bus?.sendToPod(
        podIdOf(origin),
        encode({ $case: 'gone', value: { peerAddress: target, originConn } }),
      );
    },

    /** Call several times a second. */
    tick: () => {
      const now = nowMs();
      if (now - beatAtMs >= meshTimes.heartbeatMs) {
        beatAtMs = now;
        bus?.broadcast(encode({ $case: 'alive', value: {} }));
      }
      if (!isReachable()) {
        wasReachable = false;
        return;
      }
      if (!wasReachable) onReturn();
      wasReachable = true;
      for (const [id, pod] of pods) {
        if (now - pod.heardAtMs < meshTimes.podSilentMs) continue;
        pods.delete(id);
        options.logger.warn({ silentPod: id }, 'a pod fell silent; its members count as left');
        dropMembersOf((member) => member.podId === id);
      }
      if (now >= announceAtMs) {
        announceAtMs = Infinity;
        announceAll();
      }
      if (now >= confirmUntilMs) {
        confirmUntilMs = Infinity;
        dropMembersOf((member) => !member.isConfirmed);
      }
    },

    tellStopped: () => {
      bus?.broadcast(encode({ $case: 'stopped', value: {} }));
    },
  };
};

export type Mesh = ReturnType<typeof createMesh>;
