import { PodFrame, type RoomMembers } from '@tandem/proto/tandem/signalling/v1/pod';
import { inSpan, type Logger } from '@tandem/kit';
import type { HybridClock } from './clock.js';
import type { Connection } from './connection.js';
import { toRemoteMember, toWireMember, type LocalMember, type RemoteMember } from './member.js';
import { createPodLiveness, livenessTimes } from './pod-liveness.js';
import type { Presence } from './presence.js';
import { connOf, podIdOf, type RoomBus } from './room-bus.js';
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
const meshTimes = {
  /** Re-announcing after an outage waits up to this long, so that the pods do not all speak at once. */
  announceJitterMs: 1_000,
  confirmMs: 5_000,
  /** A leave so soon after the join goes to all pods: some may know the join whose answer is still under way. */
  freshJoinMs: 3_000,
} as const;

/** Keeps a frame far below the broker's 1 MB. */
const roomsPerFrame = 500;

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

const elsewhereIn = (room: Room<Connection>) =>
  membersOf(room).filter((member): member is RemoteMember => member.place === 'elsewhere');

const completeRoom = (room: Room<Connection>): RoomMembers => ({
  shareId: room.shareId,
  members: membersOf(room)
    .filter(({ place }) => place === 'here')
    .map(toWireMember),
  isComplete: true,
});

export const createMesh = (options: MeshOptions) => {
  const { podId, epoch, clock, nowMs, rooms, presence, logger } = options;
  const liveness = createPodLiveness(nowMs);
  let bus: RoomBus | undefined;
  let wasReachable = true;
  let beatAtMs = 0;
  let announceAtMs = Infinity;
  let confirmUntilMs = Infinity;

  const isReachable = () => bus?.isConnected() === true && liveness.isEchoing();

  const encode = (body: PodFrame['body'], traceparent = '') =>
    PodFrame.encode({ podId, epoch, clock: clock.last(), traceparent, body }).finish();

  /** Add and confirm those named; with a complete list, forget the others of that pod. */
  const learnRoom = (from: PodFrame, told: RoomMembers, room: Room<Connection>) => {
    for (const wire of told.members) {
      clock.see(wire.stamp);
      const member = toRemoteMember(from, wire);
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

  const forgetAt = (room: Room<Connection> | undefined, address: string) => {
    const member = room && elsewhereIn(room).find((other) => other.address === address);
    if (member) presence.forget(room, member);
  };

  /** Everybody here, in frames of bounded size. */
  const announceAll = (send: (data: Uint8Array) => void) => {
    const all = [...rooms.all()].map(completeRoom);
    for (let from = 0; from < all.length; from += roomsPerFrame) {
      const part = all.slice(from, from + roomsPerFrame);
      send(encode({ $case: 'announced', value: { rooms: part } }));
    }
  };

  const hear = (from: PodFrame) => {
    const heard = liveness.hear(from.podId, from.epoch);
    if (heard === 'restarted') {
      dropMembersOf((member) => member.podId === from.podId && member.epoch !== from.epoch);
    } else if (heard === 'returned') {
      // It does not know that we gave up on it: its answers bring its members back.
      announceAll((data) => bus?.sendToPod(from.podId, data));
    }
  };

  const onBody = (frame: PodFrame) => {
    const { body } = frame;
    switch (body?.$case) {
      case 'announced':
        learn(frame, body.value.rooms, true);
        break;
      case 'present':
        learn(frame, body.value.rooms, false);
        break;
      case 'left':
        forgetAt(
          rooms.find(body.value.shareId),
          `${frame.podId}.${frame.epoch}.${body.value.conn}`,
        );
        break;
      case 'gone':
        forgetAt(rooms.find(options.onGone(body.value.originConn) ?? ''), body.value.peerAddress);
        break;
      case 'stopped':
        dropMembersOf((member) => member.podId === frame.podId && member.epoch === frame.epoch);
        liveness.forget(frame.podId);
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
      logger.warn({ err: error }, 'a pod sent something that does not decode');
      return;
    }
    clock.see(frame.clock);
    if (frame.podId === podId) {
      if (frame.epoch === epoch) liveness.hearSelf();
      return;
    }
    hear(frame);
    if (frame.traceparent === '') onBody(frame);
    else {
      // The work of a span runs at once, so the order of frames stays.
      void inSpan('learn member', { kind: 'consumer', parent: frame.traceparent }, () =>
        onBody(frame),
      );
    }
  };

  const onReturn = () => {
    liveness.startAnew();
    for (const room of rooms.all()) {
      for (const member of elsewhereIn(room)) member.isConfirmed = false;
    }
    announceAtMs = nowMs() + options.random() * meshTimes.announceJitterMs;
    confirmUntilMs = announceAtMs + meshTimes.confirmMs;
    options.onReturn();
  };

  const whileReachable = () => {
    const now = nowMs();
    if (!wasReachable) onReturn();
    wasReachable = true;
    const silent = new Set(liveness.takeSilent());
    if (silent.size > 0) {
      logger.warn({ pods: [...silent] }, 'pods fell silent; their members count as left');
      dropMembersOf((member) => silent.has(member.podId));
    }
    if (now >= announceAtMs) {
      announceAtMs = Infinity;
      announceAll((data) => bus?.broadcast(data));
    }
    if (now >= confirmUntilMs) {
      confirmUntilMs = Infinity;
      dropMembersOf((member) => !member.isConfirmed);
    }
  };

  return {
    use: (roomBus: RoomBus) => {
      bus = roomBus;
      liveness.hearSelf();
    },
    isReachable,
    podCount: () => liveness.size + 1,
    onFrame,
    onConnection: (isConnected: boolean) => {
      // An outage shorter than a tick must be noticed too; the next tick sees the return.
      if (!isConnected) wasReachable = false;
      else beatAtMs = 0;
    },

    announce: (room: Room<Connection>, member: LocalMember<Connection>, traceparent: string) => {
      const joined = [
        { shareId: room.shareId, members: [toWireMember(member)], isComplete: false },
      ];
      bus?.broadcast(encode({ $case: 'announced', value: { rooms: joined } }, traceparent));
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
      const originConn = connOf(origin);
      if (!Number.isSafeInteger(originConn)) return;
      bus?.sendToPod(
        podIdOf(origin),
        encode({ $case: 'gone', value: { peerAddress: target, originConn } }),
      );
    },

    /** Call several times a second. */
    tick: () => {
      liveness.tick();
      if (nowMs() - beatAtMs >= livenessTimes.heartbeatMs) {
        beatAtMs = nowMs();
        bus?.broadcast(encode({ $case: 'alive', value: {} }));
      }
      if (isReachable()) whileReachable();
      else wasReachable = false;
    },

    tellStopped: () => {
      bus?.broadcast(encode({ $case: 'stopped', value: {} }));
    },
  };
};

export type Mesh = ReturnType<typeof createMesh>;
