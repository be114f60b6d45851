import { PodFrame, type RoomEvent, type RoomMembers } from '@tandem/proto/tandem/signalling/v1/pod';
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
 *        │ events [announced {member}], to all ▶│ add, tell their clients peer-joined
 *        │ ◀──────────── present {members} ──── │ (to the joiner's pod)
 *        │ offer/answer/candidate as bytes ───▶ │ straight to the connection; unknown → gone
 *        │ events [left {conn}] ──────────────▶ │ remove, tell peer-left
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
  /** Events for all pods are gathered this long: one message for many joins of a rush. */
  gatherMs: 2,
} as const;

/** Keeps a frame far below the broker's 1 MB. */
const roomsPerFrame = 500;

export interface MeshOptions {
  podId: string;
  epoch: string;
  clock: HybridClock;
  nowMs: () => number;
  random: () => number;
  /** Like setTimeout; what is deferred is lost when the process ends. */
  defer: (work: () => void, ms: number) => void;
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
  let gathered: RoomEvent[] = [];

  const isReachable = () => bus?.isConnected() === true && liveness.isEchoing();

  const encode = (body: PodFrame['body']) =>
    PodFrame.encode({ podId, epoch, clock: clock.last(), body }).finish();
  const encodeEvents = (events: RoomEvent[]) => encode({ $case: 'events', value: { events } });

  const flush = () => {
    if (gathered.length === 0) return;
    const events = gathered;
    gathered = [];
    bus?.broadcast(encodeEvents(events));
  };
  /** What was gathered goes first: others hear of us in the order things happened. */
  const tellPod = (target: string, data: Uint8Array) => {
    flush();
    bus?.sendToPod(target, data);
  };
  const tellAll = (event: RoomEvent) => {
    if (gathered.push(event) === 1) options.defer(flush, meshTimes.gatherMs);
    else if (gathered.length >= roomsPerFrame) flush();
  };

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

  const learn = (from: PodFrame, told: RoomMembers) => {
    const room = rooms.find(told.shareId);
    if (room) learnRoom(from, told, room);
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
    const all = [...rooms.all()].map((room): RoomEvent => ({
      event: { $case: 'announced', value: completeRoom(room) },
      traceparent: '',
    }));
    for (let from = 0; from < all.length; from += roomsPerFrame) {
      send(encodeEvents(all.slice(from, from + roomsPerFrame)));
    }
  };

  /** Answers go out together, before anything of ours that comes later. */
  const onEvents = (from: PodFrame, events: readonly RoomEvent[]) => {
    const answer: RoomMembers[] = [];
    const perform = ({ event }: RoomEvent) => {
      if (event?.$case === 'left') {
        const { shareId, conn } = event.value;
        forgetAt(rooms.find(shareId), `${from.podId}.${from.epoch}.${conn}`);
      } else if (event?.$case === 'announced') {
        const room = rooms.find(event.value.shareId);
        // Before learning: the newcomer may be about to displace the last of ours, and must still hear of it.
        if (room) answer.push(completeRoom(room));
        learn(from, event.value);
      }
    };
    for (const one of events) {
      if (one.traceparent === '') perform(one);
      else {
        // The work of a span runs at once, so the order of events stays.
        void inSpan('learn member', { kind: 'consumer', parent: one.traceparent }, () =>
          perform(one),
        );
      }
    }
    if (answer.length > 0) {
      tellPod(from.podId, encode({ $case: 'present', value: { rooms: answer } }));
    }
  };

  const hear = (from: PodFrame) => {
    const heard = liveness.hear(from.podId, from.epoch);
    if (heard === 'restarted') {
      dropMembersOf((member) => member.podId === from.podId && member.epoch !== from.epoch);
    } else if (heard === 'returned') {
      // It does not know that we gave up on it: its answers bring its members back.
      announceAll((data) => tellPod(from.podId, data));
    }
  };

  const onBody = (frame: PodFrame) => {
    const { body } = frame;
    switch (body?.$case) {
      case 'events':
        onEvents(frame, body.value.events);
        break;
      case 'present':
        for (const told of body.value.rooms) learn(frame, told);
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
    // Our own name with another epoch: our former life, or a pod that was given the same id.
    if (frame.podId === podId) return;
    clock.see(frame.clock);
    hear(frame);
    onBody(frame);
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
    onEcho: () => liveness.hearSelf(),
    onConnection: (isConnected: boolean) => {
      // An outage shorter than a tick must be noticed too; the next tick sees the return.
      if (!isConnected) wasReachable = false;
      else beatAtMs = 0;
    },

    announce: (room: Room<Connection>, member: LocalMember<Connection>, traceparent: string) => {
      const announced = {
        shareId: room.shareId,
        members: [toWireMember(member)],
        isComplete: false,
      };
      tellAll({ event: { $case: 'announced', value: announced }, traceparent });
    },

    /** `room` is as it was left. */
    tellLeft: (room: Room<Connection>, member: LocalMember<Connection>) => {
      const left = { shareId: room.shareId, conn: member.conn };
      const event: RoomEvent = { event: { $case: 'left', value: left }, traceparent: '' };
      if (nowMs() - member.stamp < meshTimes.freshJoinMs) {
        tellAll(event);
        return;
      }
      const targets = new Set(elsewhereIn(room).map((other) => other.podId));
      for (const target of targets) tellPod(target, encodeEvents([event]));
    },

    /** False when the broker is out of reach: tell the client at once instead of losing the message. */
    relay: (target: RemoteMember, originConn: number, frame: Uint8Array): boolean => {
      flush();
      if (!isReachable()) return false;
      return bus?.relay(target.address, `${podId}.${epoch}.${originConn}`, frame) === true;
    },

    /** Answer a message for a connection that is no more. `origin` is `<podId>.<epoch>.<conn>`. */
    answerGone: (origin: string, target: string) => {
      const originConn = connOf(origin);
      if (!Number.isSafeInteger(originConn)) return;
      tellPod(
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
      flush();
      bus?.broadcast(encode({ $case: 'stopped', value: {} }));
    },
  };
};

export type Mesh = ReturnType<typeof createMesh>;
