import fc from 'fast-check';
import type { Role } from '../protocol/role.js';
import { conflictBetween, type LocalMember, type Member, type RemoteMember } from './member.js';
import { counterpartsOf, createRooms, route, type Room } from './rooms.js';

/** protocol.md §1: one sender, many receivers; relay between sender and receivers of one room only. */
let conns = 0;
const local = (
  role: Role,
  peerId: string,
  stamp: number,
  viewerId = peerId,
  network = 'n',
): LocalMember<string> => ({
  location: 'local',
  shareId: 's',
  shareEpoch: 0,
  role,
  peerId,
  viewerId,
  stamp,
  network,
  podId: 'a',
  conn: (conns += 1),
  connection: peerId,
  envelope: undefined,
  heads: undefined,
});
const remote = (
  role: Role,
  peerId: string,
  stamp: number,
  viewerId = peerId,
  network = 'n',
): RemoteMember => ({
  location: 'remote',
  role,
  peerId,
  viewerId,
  stamp,
  network,
  conn: (conns += 1),
  podId: 'b',
  epoch: 'e',
  address: `b.e.${conns}`,
  isConfirmed: true,
});

const roomWith = (...members: LocalMember<string>[]) => {
  const rooms = createRooms<string>(3);
  for (const member of members) rooms.join(member);
  const room = rooms.find('s');
  if (!room) throw new Error('no room');
  return { rooms, room };
};
const names = (members: readonly Member<string>[]) => members.map(({ peerId }) => peerId);
const peerIdsOf = (room: Room<string>) =>
  names([...counterpartsOf(room, 'receiver'), ...counterpartsOf(room, 'sender')]);

describe('the places of a full room', () => {
  const inNetwork = (network: string, stamp: number) =>
    local('receiver', `${network}${stamp}`, stamp, undefined, network);

  it('are shared by network: the newest receiver of the network with the most makes room for another network', () => {
    const { rooms, room } = roomWith(inNetwork('a', 1), inNetwork('a', 2), inNetwork('a', 3));
    const stranger = inNetwork('b', 4);
    expect(rooms.join(stranger)).toMatchObject({
      outcome: 'admitted',
      displaced: [{ member: { peerId: 'a3' }, conflict: 'room-full' }],
    });
    expect(names(room.receivers)).toEqual(['a1', 'a2', 'b4']);
    expect(rooms.join(inNetwork('c', 5))).toMatchObject({ outcome: 'admitted' });
    expect(names(room.receivers)).toEqual(['a1', 'b4', 'c5']);
  });

  it('are refused to a network that has as many as any other', () => {
    const { rooms, room } = roomWith(inNetwork('a', 1), inNetwork('b', 2), inNetwork('c', 3));
    for (const network of ['a', 'd']) {
      const refused = { outcome: 'refused', conflict: 'room-full' };
      expect(rooms.join(inNetwork(network, 4))).toEqual(refused);
    }
    expect(names(room.receivers)).toEqual(['a1', 'b2', 'c3']);
  });

  it('leave every network at least its fair share, whatever the order of arrivals', () => {
    const arrivals = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 8 }), (networks, places) => {
        const rooms = createRooms<string>(places);
        for (const [index, network] of networks.entries()) rooms.join(inNetwork(network, index));
        const receivers = rooms.find('s')?.receivers ?? [];
        expect(receivers.length).toBe(Math.min(places, networks.length));
        const count = (list: readonly string[], network: string) =>
          list.filter((other) => other === network).length;
        const present = receivers.map(({ network }) => network);
        for (const network of new Set(networks)) {
          const fair = Math.floor(places / new Set(networks).size);
          expect(count(present, network)).toBeGreaterThanOrEqual(
            Math.min(fair, count(networks, network)),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('joining', () => {
  it('creates the room with the first local member and deletes it with the last', () => {
    const rooms = createRooms<string>(3);
    const member = local('receiver', 'r', 1);
    rooms.join(member);
    const room = rooms.find('s') as Room<string>;
    rooms.addRemote(room, remote('sender', 'o', 2));
    expect(rooms.size).toBe(1);
    expect(rooms.remove(room, member)).toBe(true);
    expect(rooms.size).toBe(0);
    expect(rooms.remove(room, member)).toBe(false);
  });

  it('replaces the sender by a later one', () => {
    const old = local('sender', 'o1', 1);
    const { rooms, room } = roomWith(old);
    expect(rooms.join(local('sender', 'o2', 2))).toMatchObject({
      outcome: 'admitted',
      displaced: [{ member: old, conflict: 'replaced' }],
    });
    expect(peerIdsOf(room)).toEqual(['o2']);
  });

  it('replaces a member that has the same peer ID and viewer ID', () => {
    const old = local('receiver', 'r', 1, 'viewer');
    const { rooms, room } = roomWith(old);
    expect(rooms.join(local('receiver', 'r', 2, 'viewer'))).toMatchObject({
      displaced: [{ member: old, conflict: 'replaced' }],
    });
    expect(peerIdsOf(room)).toEqual(['r']);
  });

  it.each([
    ['another viewer', local('receiver', 'r', 1, 'viewer')],
    ['a receiver with the peer ID of the sender', local('sender', 'r', 1, 'owner')],
  ])('refuses a peer ID in use to %s', (_case, first) => {
    const { rooms, room } = roomWith(first);
    expect(rooms.join(local('receiver', 'r', 2, 'another viewer'))).toEqual({
      outcome: 'refused',
      conflict: 'peer-id-taken',
    });
    expect(peerIdsOf(room)).toEqual(['r']);
  });

  it('displaces a receiver that has the peer ID of the sender', () => {
    const rival = local('receiver', 'r', 1, 'viewer');
    const { rooms, room } = roomWith(rival);
    const sender = local('sender', 'r', 2, 'owner');
    expect(rooms.join(sender)).toMatchObject({
      displaced: [{ member: rival, conflict: 'peer-id-taken' }],
    });
    expect([room.sender, room.receivers]).toEqual([sender, []]);
  });

  it('admits one viewer under two peer IDs (two tabs)', () => {
    const { rooms, room } = roomWith(local('receiver', 'r1', 1, 'viewer'));
    expect(rooms.join(local('receiver', 'r2', 2, 'viewer'))).toMatchObject({ displaced: [] });
    expect(peerIdsOf(room)).toEqual(['r1', 'r2']);
  });

  it('refuses receivers beyond the limit, but not a reconnect', () => {
    const { rooms } = roomWith(
      local('receiver', 'r1', 1),
      local('receiver', 'r2', 2),
      local('receiver', 'r3', 3),
    );
    expect(rooms.join(local('receiver', 'r4', 4))).toEqual({
      outcome: 'refused',
      conflict: 'room-full',
    });
    expect(rooms.join(local('receiver', 'r2', 5))).toMatchObject({ outcome: 'admitted' });
    expect(rooms.join(local('sender', 'o', 6))).toMatchObject({ outcome: 'admitted' });
  });

  it('does not create a room for a refused member', () => {
    const rooms = createRooms<string>(0);
    expect(rooms.join(local('receiver', 'r', 1)).outcome).toBe('refused');
    expect(rooms.size).toBe(0);
  });
});

describe('remote members', () => {
  it('are ordered by stamp, not by arrival, so that every pod decides alike', () => {
    const late = local('sender', 'late', 5);
    const { rooms, room } = roomWith(late, local('receiver', 'r', 1));
    expect(rooms.addRemote(room, remote('sender', 'early', 4))).toEqual({
      outcome: 'refused',
      conflict: 'replaced',
    });
    expect(rooms.addRemote(room, remote('sender', 'latest', 6))).toMatchObject({
      displaced: [{ member: late, conflict: 'replaced' }],
    });
    expect(peerIdsOf(room)).toEqual(['latest', 'r']);
  });

  it('with equal stamps are ordered alike on every pod', () => {
    const here = { ...local('sender', 'here', 5), conn: 1 };
    const there = { ...remote('sender', 'there', 5), conn: 1 };
    const losers = [conflictBetween(here, there), conflictBetween(there, here)];
    expect(losers.map((found) => found?.loser.peerId)).toEqual(['here', 'here']);
  });

  it('displace the newest local receiver of a full room', () => {
    const last = local('receiver', 'r4', 9);
    const { rooms, room } = roomWith(last);
    for (const n of [1, 2]) rooms.addRemote(room, remote('receiver', `r${n}`, n));
    expect(rooms.addRemote(room, remote('receiver', 'r3', 3))).toMatchObject({
      outcome: 'admitted',
      displaced: [{ member: last, conflict: 'room-full' }],
    });
  });

  it('are added once', () => {
    const { rooms, room } = roomWith(local('receiver', 'r', 1));
    const member = remote('sender', 'o', 2);
    rooms.addRemote(room, member);
    expect(rooms.addRemote(room, { ...member })).toEqual({ outcome: 'known', room });
  });
});

describe('routing a message', () => {
  const full = roomWith(
    local('sender', 'o', 1),
    local('receiver', 'r1', 2),
    local('receiver', 'r2', 3),
  ).room;
  const pair = roomWith(local('sender', 'o', 1), local('receiver', 'r1', 2)).room;
  const alone = roomWith(local('sender', 'o', 1)).room;
  const early = roomWith(local('receiver', 'r1', 1)).room;

  it.each<[string, Room<string>, Role, string, string]>([
    ['receiver to the sender', full, 'receiver', '', 'o'],
    ['receiver to the sender by name', full, 'receiver', 'o', 'o'],
    ['receiver to another receiver', full, 'receiver', 'r2', 'unknownPeer'],
    ['receiver without a sender', early, 'receiver', '', 'noPeer'],
    ['receiver without a sender, by name', early, 'receiver', 'o', 'noPeer'],
    ['sender to its only receiver', pair, 'sender', '', 'r1'],
    ['sender to one of several by name', full, 'sender', 'r2', 'r2'],
    ['sender to several without a name', full, 'sender', '', 'targetRequired'],
    ['sender to an unknown peer', full, 'sender', 'x', 'unknownPeer'],
    ['sender to itself', full, 'sender', 'o', 'unknownPeer'],
    ['sender without receivers', alone, 'sender', '', 'noPeer'],
  ])('%s', (_case, room, role, to, expected) => {
    const found = route(room, role, to);
    expect(typeof found === 'string' ? found : found.peerId).toBe(expected);
  });
});
