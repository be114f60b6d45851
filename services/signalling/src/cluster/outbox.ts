import { PodFrame, type RoomEvent, type RoomMembers } from '@tandem/proto/tandem/signalling/v1/pod';
import type { Connection } from '../room/connection.js';
import { toWireMember } from '../room/member.js';
import { membersOf, type Room, type Rooms } from '../room/rooms.js';
import type { ClusterBus } from './bus.js';
import type { HybridClock } from './hybrid-clock.js';

/** Events are batched for this long: one message for many joins of a rush. */
const batchDelayMs = 2;

/** Keep a frame well below the 1 MB that NATS accepts: members and rooms have up to 200 bytes each. */
const roomsPerFrame = 500;
const membersPerFrame = 2_000;

/** A room without members on this pod. */
export const noMembers = (shareId: string): RoomMembers => ({
  shareId,
  members: [],
  isComplete: true,
});

/** All local members of a room. */
export const localMembers = (room: Room<Connection>): RoomMembers => ({
  shareId: room.shareId,
  members: membersOf(room)
    .filter(({ location }) => location === 'local')
    .map(toWireMember),
  isComplete: true,
});

/** Splits rooms into batches of one frame each. A room is never split, because its list of members is marked complete. */
const batchesOf = (rooms: Iterable<RoomMembers>): RoomMembers[][] => {
  const batches: RoomMembers[][] = [];
  let last: RoomMembers[] = [];
  let members = 0;
  for (const room of rooms) {
    members += room.members.length;
    if (last.length === 0 || last.length >= roomsPerFrame || members > membersPerFrame) {
      last = [];
      members = room.members.length;
      batches.push(last);
    }
    last.push(room);
  }
  return batches;
};

/** Encodes frames and sends them to other pods in order, unacknowledged. Without a bus they are dropped. */
export const createOutbox = (options: {
  podId: string;
  epoch: string;
  clock: HybridClock;
  /** Like setTimeout; deferred work is lost when the process ends. */
  defer: (work: () => void, ms: number) => void;
}) => {
  let bus: ClusterBus | undefined;
  let batched: RoomEvent[] = [];
  let framesToAll = 0;
  const framesToPod = new Map<string, number>();

  const encode = (body: PodFrame['body']) =>
    PodFrame.encode({
      podId: options.podId,
      epoch: options.epoch,
      clock: options.clock.last(),
      body,
    }).finish();
  const encodeEvents = (events: RoomEvent[]) => encode({ $case: 'events', value: { events } });
  const sendToAll = (frame: Uint8Array): void => {
    if (bus?.broadcast(frame) === true) framesToAll += 1;
  };
  const sendTo = (podId: string, frame: Uint8Array): void => {
    if (bus?.sendToPod(podId, frame) === true)
      framesToPod.set(podId, (framesToPod.get(podId) ?? 0) + 1);
  };

  /** Sends the batch, before any other message can overtake it. */
  const flush = (): void => {
    if (batched.length === 0) return;
    const events = batched;
    batched = [];
    sendToAll(encodeEvents(events));
  };

  return {
    attach: (clusterBus: ClusterBus): void => {
      bus = clusterBus;
    },
    flush,
    sendToPod: (podId: string, body: PodFrame['body']): void => {
      flush();
      sendTo(podId, encode(body));
    },
    /** Sends to all pods without delay. */
    broadcast: (body: PodFrame['body']): void => {
      flush();
      sendToAll(encode(body));
    },
    /** States how many frames were sent, this one included. */
    broadcastHeartbeat: (): void => {
      flush();
      const value = {
        framesToAll: framesToAll + 1,
        framesToPod: Object.fromEntries(framesToPod),
      };
      sendToAll(encode({ $case: 'alive', value }));
    },
    /** The pod has stopped or failed. */
    forgetPod: (podId: string): void => {
      framesToPod.delete(podId);
    },
    /** Adds an event to the next batch to all pods. */
    batch: (event: RoomEvent): void => {
      if (batched.push(event) === 1) options.defer(flush, batchDelayMs);
      else if (batched.length >= roomsPerFrame) flush();
    },
    /** Sends the local members of these rooms to one pod. */
    sendMembers: (podId: string, rooms: readonly RoomMembers[]): void => {
      flush();
      for (const batch of batchesOf(rooms)) {
        sendTo(podId, encode({ $case: 'present', value: { rooms: batch } }));
      }
    },
    /**
     * Announces all local members in frames of bounded size, to one pod or to all, and that the emptied rooms have none
     * unless they exist again.
     */
    announceAll: (rooms: Rooms<Connection>, emptied: readonly string[], podId?: string): void => {
      flush();
      const empty = emptied.filter((shareId) => !rooms.find(shareId)).map(noMembers);
      for (const batch of batchesOf([...[...rooms.all()].map(localMembers), ...empty])) {
        const frame = encodeEvents(
          batch.map((value) => ({ event: { $case: 'announced', value }, traceparent: '' })),
        );
        if (podId === undefined) sendToAll(frame);
        else sendTo(podId, frame);
      }
    },
  };
};

export type Outbox = ReturnType<typeof createOutbox>;
