import { PodFrame } from '@tandem/proto/tandem/signalling/v1/pod';
import type { Connection } from '../room/connection.js';
import { noExpiryChecks } from '../room/expiry.js';
import { createRooms, type Room, type Rooms } from '../room/rooms.js';
import { createClock } from './hybrid-clock.js';
import { createOutbox, localMembers } from './outbox.js';

/** `max_payload` of NATS by default. */
const maxPayloadBytes = 1024 * 1024;

const fullRoom = (name: string): Room<Connection> => {
  const member = (n: number) => ({
    location: 'local' as const,
    shareId: name,
    shareEpoch: 0,
    peerId: `${n}`.padStart(64, 'p'),
    role: 'receiver' as const,
    viewerId: 'v'.repeat(64),
    podId: 'a',
    conn: n,
    stamp: Date.now(),
    network: 'n'.repeat(11),
    connection: {} as Connection,
    envelope: undefined,
    heads: undefined,
  });
  return {
    shareId: name,
    sender: undefined,
    receivers: Array.from({ length: 32 }, (_, n) => member(n)),
    expiresAtMs: Infinity,
    expiryChecks: noExpiryChecks,
    routineAtMs: undefined,
  };
};

const setUp = () => {
  const sent: Uint8Array[] = [];
  const outbox = createOutbox({
    podId: 'a',
    epoch: 'e',
    clock: createClock(Date.now),
    defer: () => undefined,
  });
  const record = (data: Uint8Array): boolean => sent.push(data) > 0;
  outbox.attach({
    broadcast: record,
    sendToPod: (_podId, data) => record(data),
    relay: () => false,
    isConnected: () => true,
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  return { outbox, sent };
};

describe('frames that list the members of all rooms', () => {
  const full = Array.from({ length: 600 }, (_, n) => fullRoom(`${n}`.padStart(64, 's')));
  const rooms: Rooms<Connection> = { ...createRooms<Connection>(32), all: () => full.values() };

  const membersIn = (frames: readonly Uint8Array[]): number =>
    frames
      .map((frame) => PodFrame.decode(frame).body)
      .flatMap((body) => {
        if (body?.$case === 'present') return body.value.rooms;
        if (body?.$case !== 'events') return [];
        return body.value.events.flatMap(({ event }) =>
          event?.$case === 'announced' ? [event.value] : [],
        );
      })
      .reduce((sum, { members }) => sum + members.length, 0);

  it('fit the payload limit of the broker when every room is full', () => {
    const { outbox, sent } = setUp();
    outbox.announceAll(rooms, []);
    expect(Math.max(...sent.map(({ length }) => length))).toBeLessThan(maxPayloadBytes);
    expect(membersIn(sent)).toBe(600 * 32);
  });

  it('fit the payload limit also in the reply to one pod', () => {
    const { outbox, sent } = setUp();
    outbox.sendMembers('b', full.map(localMembers));
    expect(Math.max(...sent.map(({ length }) => length))).toBeLessThan(maxPayloadBytes);
    expect(membersIn(sent)).toBe(600 * 32);
  });

  it('are not sent when there are no rooms', () => {
    const { outbox, sent } = setUp();
    outbox.sendMembers('b', []);
    outbox.announceAll(createRooms<Connection>(32), []);
    expect(sent).toEqual([]);
  });
});
