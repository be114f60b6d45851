import { conflictBetween, type LocalMember, type Member, type RemoteMember } from './member.js';
import type { Role } from '../protocol/role.js';
import { counterpartsOf, createRooms, route, type Room } from './rooms.js';

/** protocol.md §1: one sender, many receivers; relay between sender and receivers of one room only. */
let conns = 0;
const here = (
  role: Role,
  peerId: string,
  stamp: number,
  viewerId = peerId,
): LocalMember<string> => ({
  location: 'local',
  shareId: 's',
  role,
  peerId,
  viewerId,
  stamp,
  podId: 'a',
  conn: (conns += 1),
  connection: peerId,
});
const elsewhere = (role: Role, peerId: string, stamp: number, viewerId = peerId): RemoteMember => ({
  location: 'remote',
  role,
  peerId,
  viewerId,
  stamp,
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
const everybody = (room: Room<string>) =>
  names([...counterpartsOf(room, 'receiver'), ...counterpartsOf(room, 'sender')]);

describe('joining', () => {
  it('makes the room with its first member and drops it with the last one here', () => {
    const rooms = createRooms<string>(3);
    const member = here('receiver', 'r', 1);
    rooms.join(member);
    const room = rooms.find('s') as Room<string>;
    rooms.addRemote(room, elsewhere('sender', 'o', 2));
    expect(rooms.size).toBe(1);
    expect(rooms.remove(room, member)).toBe(true);
    expect(rooms.size).toBe(0);
    expect(rooms.remove(room, member)).toBe(false);
  });

  it('replaces the sender by a later one: only the owner can be one', () => {
    const old = here('sender', 'o1', 1);
    const { rooms, room } = roomWith(old);
    expect(rooms.join(here('sender', 'o2', 2))).toMatchObject({
      outcome: 'admitted',
      displaced: [{ member: old, conflict: 'replaced' }],
    });
    expect(everybody(room)).toEqual(['o2']);
  });

  it('replaces the old socket of the same person with the same peer id', () => {
    const old = here('receiver', 'r', 1, 'viewer');
    const { rooms, room } = roomWith(old);
    expect(rooms.join(here('receiver', 'r', 2, 'viewer'))).toMatchObject({
      displaced: [{ member: old, conflict: 'replaced' }],
    });
    expect(everybody(room)).toEqual(['r']);
  });

  it.each([
    ['another person', here('receiver', 'r', 1, 'viewer')],
    ['a receiver that calls itself as the sender does', here('sender', 'r', 1, 'owner')],
  ])('refuses a peer id that is in use to %s', (_who, first) => {
    const { rooms, room } = roomWith(first);
    expect(rooms.join(here('receiver', 'r', 2, 'somebody else'))).toEqual({
      outcome: 'refused',
      conflict: 'peer-id-taken',
    });
    expect(everybody(room)).toEqual(['r']);
  });

  it('makes room for the sender where a receiver calls itself as the sender does', () => {
    const thief = here('receiver', 'r', 1, 'viewer');
    const { rooms, room } = roomWith(thief);
    const sender = here('sender', 'r', 2, 'owner');
    expect(rooms.join(sender)).toMatchObject({
      displaced: [{ member: thief, conflict: 'peer-id-taken' }],
    });
    expect([room.sender, room.receivers]).toEqual([sender, []]);
  });

  it('lets one person in twice under two peer ids (two tabs)', () => {
    const { rooms, room } = roomWith(here('receiver', 'r1', 1, 'viewer'));
    expect(rooms.join(here('receiver', 'r2', 2, 'viewer'))).toMatchObject({ displaced: [] });
    expect(everybody(room)).toEqual(['r1', 'r2']);
  });

  it('refuses the receiver that is one too many, but not the return of one of them', () => {
    const { rooms } = roomWith(
      here('receiver', 'r1', 1),
      here('receiver', 'r2', 2),
      here('receiver', 'r3', 3),
    );
    expect(rooms.join(here('receiver', 'r4', 4))).toEqual({
      outcome: 'refused',
      conflict: 'room-full',
    });
    expect(rooms.join(here('receiver', 'r2', 5))).toMatchObject({ outcome: 'admitted' });
    expect(rooms.join(here('sender', 'o', 6))).toMatchObject({ outcome: 'admitted' });
  });

  it('keeps no room for somebody refused', () => {
    const rooms = createRooms<string>(0);
    expect(rooms.join(here('receiver', 'r', 1)).outcome).toBe('refused');
    expect(rooms.size).toBe(0);
  });
});

describe('what other pods tell', () => {
  it('goes by the stamp, not by who is heard first: every pod decides alike', () => {
    const late = here('sender', 'late', 5);
    const { rooms, room } = roomWith(late, here('receiver', 'r', 1));
    expect(rooms.addRemote(room, elsewhere('sender', 'early', 4))).toEqual({
      outcome: 'refused',
      conflict: 'replaced',
    });
    expect(rooms.addRemote(room, elsewhere('sender', 'latest', 6))).toMatchObject({
      displaced: [{ member: late, conflict: 'replaced' }],
    });
    expect(everybody(room)).toEqual(['latest', 'r']);
  });

  it('decides two joins of the same moment alike, whoever is asked first', () => {
    const ours = { ...here('sender', 'ours', 5), conn: 1 };
    const theirs = { ...elsewhere('sender', 'theirs', 5), conn: 1 };
    const losers = [conflictBetween(ours, theirs), conflictBetween(theirs, ours)];
    expect(losers.map((found) => found?.loser.peerId)).toEqual(['ours', 'ours']);
  });

  it('sends the last comer here away when the room was full already', () => {
    const last = here('receiver', 'r4', 9);
    const { rooms, room } = roomWith(last);
    for (const n of [1, 2]) rooms.addRemote(room, elsewhere('receiver', `r${n}`, n));
    expect(rooms.addRemote(room, elsewhere('receiver', 'r3', 3))).toMatchObject({
      outcome: 'admitted',
      displaced: [{ member: last, conflict: 'room-full' }],
    });
  });

  it('is told twice without harm', () => {
    const { rooms, room } = roomWith(here('receiver', 'r', 1));
    const member = elsewhere('sender', 'o', 2);
    rooms.addRemote(room, member);
    expect(rooms.addRemote(room, { ...member })).toEqual({ outcome: 'known', room });
  });
});

describe('the way of a message', () => {
  const full = roomWith(
    here('sender', 'o', 1),
    here('receiver', 'r1', 2),
    here('receiver', 'r2', 3),
  ).room;
  const pair = roomWith(here('sender', 'o', 1), here('receiver', 'r1', 2)).room;
  const alone = roomWith(here('sender', 'o', 1)).room;
  const early = roomWith(here('receiver', 'r1', 1)).room;

  it.each<[string, Room<string>, Role, string, string]>([
    ['a receiver’s goes to the sender', full, 'receiver', '', 'o'],
    ['a receiver may name the sender', full, 'receiver', 'o', 'o'],
    ['a receiver’s never goes to a receiver', full, 'receiver', 'r2', 'unknownPeer'],
    ['a receiver waits for the sender', early, 'receiver', '', 'noPeer'],
    ['… also when naming it', early, 'receiver', 'o', 'noPeer'],
    ['a sender’s goes to its only receiver', pair, 'sender', '', 'r1'],
    ['a sender names one of several', full, 'sender', 'r2', 'r2'],
    ['a sender with several must name one', full, 'sender', '', 'targetRequired'],
    ['a sender’s goes to nobody unknown', full, 'sender', 'x', 'unknownPeer'],
    ['a sender’s never goes to itself', full, 'sender', 'o', 'unknownPeer'],
    ['a sender may be alone', alone, 'sender', '', 'noPeer'],
  ])('%s', (_what, room, role, to, expected) => {
    const found = route(room, role, to);
    expect(typeof found === 'string' ? found : found.peerId).toBe(expected);
  });
});
