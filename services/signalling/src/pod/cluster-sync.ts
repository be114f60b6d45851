import { PodFrame, type RoomEvent, type RoomMembers } from '@tandem/proto/tandem/signalling/v1/pod';
import { inSpan, type Logger } from '@tandem/kit';
import type { HybridClock } from '../cluster/hybrid-clock.js';
import type { Connection } from '../room/connection.js';
import { createHearsay, elsewhereIn } from './remote-members.js';
import { toWireMember, type LocalMember, type RemoteMember } from '../room/member.js';
import { createPodLiveness, livenessTimes } from '../cluster/failure-detector.js';
import { completeRoom, createPodMail } from '../cluster/outbox.js';
import type { Presence } from './notify-peers.js';
import { connOf, podIdOf, type ClusterBus } from '../cluster/bus.js';
import type { Room, Rooms } from '../room/rooms.js';

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
} as const;

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

export const createMesh = (options: MeshOptions) => {
  const { podId, epoch, clock, nowMs, rooms, presence, logger } = options;
  const liveness = createPodLiveness(nowMs);
  const hearsay = createHearsay({ clock, rooms, presence });
  const mail = createPodMail({ podId, epoch, clock, defer: options.defer });
  let bus: ClusterBus | undefined;
  let wasReachable = true;
  let beatAtMs = 0;
  let announceAtMs = Infinity;
  let confirmUntilMs = Infinity;

  const isReachable = () => bus?.isConnected() === true && liveness.isEchoing();

  /** Who of ours is in the rooms that were announced, in one message. */
  const answer = (to: string, events: readonly RoomEvent[]) => {
    const told: RoomMembers[] = [];
    for (const { event } of events) {
      const room = event?.$case === 'announced' ? rooms.find(event.value.shareId) : undefined;
      if (room) told.push(completeRoom(room));
    }
    mail.tellPresent(to, told);
  };

  const onEvents = (from: PodFrame, events: readonly RoomEvent[]) => {
    const perform = ({ event }: RoomEvent) => {
      if (event?.$case === 'left') {
        const { shareId, conn } = event.value;
        hearsay.forget(shareId, `${from.podId}.${from.epoch}.${conn}`);
      } else if (event?.$case === 'announced') hearsay.learn(from, event.value);
    };
    // Before learning: a newcomer may displace one of ours, and must hear first that it was there, then that it left.
    answer(from.podId, events);
    for (const one of events) {
      if (one.traceparent === '') perform(one);
      else {
        // The work of a span runs at once, so the order of events stays.
        void inSpan('learn member', { kind: 'consumer', parent: one.traceparent }, () =>
          perform(one),
        );
      }
    }
  };

  const hear = (from: PodFrame) => {
    const heard = liveness.hear(from.podId, from.epoch);
    if (heard === 'restarted') {
      hearsay.dropAll((member) => member.podId === from.podId && member.epoch !== from.epoch);
    } else if (heard === 'returned') {
      // It does not know that we gave up on it: its answers bring its members back.
      mail.announceAll(rooms, from.podId);
    }
  };

  const onBody = (frame: PodFrame) => {
    const { body } = frame;
    switch (body?.$case) {
      case 'events':
        onEvents(frame, body.value.events);
        break;
      case 'present':
        for (const told of body.value.rooms) hearsay.learn(frame, told);
        break;
      case 'gone':
        hearsay.forget(options.onGone(body.value.originConn) ?? '', body.value.peerAddress);
        break;
      case 'stopped':
        hearsay.dropAll((member) => member.podId === frame.podId && member.epoch === frame.epoch);
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
    hearsay.doubtAll();
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
      hearsay.dropAll((member) => silent.has(member.podId));
    }
    if (now >= announceAtMs) {
      announceAtMs = Infinity;
      mail.announceAll(rooms);
    }
    if (now >= confirmUntilMs) {
      confirmUntilMs = Infinity;
      hearsay.dropAll((member) => !member.isConfirmed);
    }
  };

  return {
    use: (clusterBus: ClusterBus) => {
      bus = clusterBus;
      mail.use(clusterBus);
      // A pod may start during an outage, and hear of its end before its first tick.
      wasReachable = clusterBus.isConnected();
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
      mail.gather({ event: { $case: 'announced', value: announced }, traceparent });
    },

    /** `room` is as it was left. */
    tellLeft: (room: Room<Connection>, member: LocalMember<Connection>) => {
      const left = { shareId: room.shareId, conn: member.conn };
      const event: RoomEvent = { event: { $case: 'left', value: left }, traceparent: '' };
      if (nowMs() - member.stamp < meshTimes.freshJoinMs) {
        mail.gather(event);
        return;
      }
      const targets = new Set(elsewhereIn(room).map((other) => other.podId));
      for (const target of targets) {
        mail.toPod(target, { $case: 'events', value: { events: [event] } });
      }
    },

    /** False when the broker is out of reach: tell the client at once instead of losing the message. */
    relay: (target: RemoteMember, originConn: number, frame: Uint8Array): boolean => {
      mail.flush();
      if (!isReachable()) return false;
      return bus?.relay(target.address, `${podId}.${epoch}.${originConn}`, frame) === true;
    },

    /** Answer a message for a connection that is no more. `origin` is `<podId>.<epoch>.<conn>`. */
    answerGone: (origin: string, target: string) => {
      const originConn = connOf(origin);
      if (!Number.isSafeInteger(originConn)) return;
      mail.toPod(podIdOf(origin), {
        $case: 'gone',
        value: { peerAddress: target, originConn },
      });
    },

    /** Call several times a second. */
    tick: () => {
      liveness.tick();
      if (nowMs() - beatAtMs >= livenessTimes.heartbeatMs) {
        beatAtMs = nowMs();
        mail.toAll({ $case: 'alive', value: {} });
      }
      if (isReachable()) whileReachable();
      else wasReachable = false;
    },

    tellStopped: () => mail.toAll({ $case: 'stopped', value: {} }),
  };
};

export type Mesh = ReturnType<typeof createMesh>;
