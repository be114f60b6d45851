import { PodFrame, type RoomEvent, type RoomMembers } from '@tandem/proto/tandem/signalling/v1/pod';
import type { HybridClock } from './hybrid-clock.js';
import type { Connection } from '../room/connection.js';
import { toWireMember } from '../room/member.js';
import type { ClusterBus } from './bus.js';
import { membersOf, type Room, type Rooms } from '../room/rooms.js';

/** Events for all pods are gathered this long: one message for many joins of a rush. */
const gatherMs = 2;

/** Keep a frame far below the broker's 1 MB: a member has up to 200 bytes, and so has a room. */
const roomsPerFrame = 500;
const membersPerFrame = 2_000;

export const completeRoom = (room: Room<Connection>): RoomMembers => ({
  shareId: room.shareId,
  members: membersOf(room)
    .filter(({ place }) => place === 'here')
    .map(toWireMember),
  isComplete: true,
});

/** In portions that fit into one frame each. A room's members stay together: a list of them is complete or not. */
const portionsOf = (rooms: Iterable<RoomMembers>): RoomMembers[][] => {
  const portions: RoomMembers[][] = [];
  let last: RoomMembers[] = [];
  let members = 0;
  for (const room of rooms) {
    members += room.members.length;
    if (last.length === 0 || last.length >= roomsPerFrame || members > membersPerFrame) {
      last = [];
      members = room.members.length;
      portions.push(last);
    }
    last.push(room);
  }
  return portions;
};

/** Frames to other pods, in the order things happened; none is acknowledged, and without a bus none is sent. */
export const createPodMail = (options: {
  podId: string;
  epoch: string;
  clock: HybridClock;
  /** Like setTimeout; what is deferred is lost when the process ends. */
  defer: (work: () => void, ms: number) => void;
}) => {
  let bus: ClusterBus | undefined;
  let gathered: RoomEvent[] = [];

  const encode = (body: PodFrame['body']) =>
    PodFrame.encode({
      podId: options.podId,
      epoch: options.epoch,
      clock: options.clock.last(),
      body,
    }).finish();
  const encodeEvents = (events: RoomEvent[]) => encode({ $case: 'events', value: { events } });

  /** What was gathered leaves now: before anything else may overtake it. */
  const flush = (): void => {
    if (gathered.length === 0) return;
    const events = gathered;
    gathered = [];
    bus?.broadcast(encodeEvents(events));
  };

  return {
    use: (clusterBus: ClusterBus): void => {
      bus = clusterBus;
    },
    flush,
    toPod: (podId: string, body: PodFrame['body']): void => {
      flush();
      bus?.sendToPod(podId, encode(body));
    },
    /** At once. */
    toAll: (body: PodFrame['body']): void => {
      flush();
      bus?.broadcast(encode(body));
    },
    /** With what else happens in the next moment. */
    gather: (event: RoomEvent): void => {
      if (gathered.push(event) === 1) options.defer(flush, gatherMs);
      else if (gathered.length >= roomsPerFrame) flush();
    },
    /** Who of ours is in these rooms. */
    tellPresent: (podId: string, rooms: readonly RoomMembers[]): void => {
      flush();
      for (const portion of portionsOf(rooms)) {
        bus?.sendToPod(podId, encode({ $case: 'present', value: { rooms: portion } }));
      }
    },
    /** Everybody here, in frames of bounded size; to one pod, or to all. */
    announceAll: (rooms: Rooms<Connection>, podId?: string): void => {
      flush();
      for (const portion of portionsOf([...rooms.all()].map(completeRoom))) {
        const frame = encodeEvents(
          portion.map((value) => ({ event: { $case: 'announced', value }, traceparent: '' })),
        );
        if (podId === undefined) bus?.broadcast(frame);
        else bus?.sendToPod(podId, frame);
      }
    },
  };
};
