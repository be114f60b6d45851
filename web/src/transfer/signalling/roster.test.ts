import { peersGraceMs } from '../support/constants.js';
import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { Roster } from './roster.js';

const setUp = () => {
  const clock = createFakeClock();
  const missed: string[] = [];
  const server = { isJoined: true };
  const roster = new Roster({
    clock,
    isJoined: () => server.isJoined,
    onMissed: (peerId) => missed.push(peerId),
  });
  roster.list(['a', 'b']);
  return { clock, missed, server, roster };
};

describe('the roster of a room', () => {
  it('keeps peers that a later join does not list until the time for their announcement is over', () => {
    const { clock, missed, roster } = setUp();
    roster.list([]);
    clock.advance(peersGraceMs - 1);
    roster.add('a');
    expect([roster.has('a'), roster.has('b')]).toEqual([true, true]);
    clock.advance(1);
    expect(missed).toEqual(['b']);
    expect([roster.has('a'), roster.has('b')]).toEqual([true, false]);
  });

  it('removes a peer that has left immediately, and once', () => {
    const { clock, missed, roster } = setUp();
    roster.list(['b']);
    roster.delete('a');
    expect(roster.has('a')).toBe(false);
    clock.advance(peersGraceMs);
    expect(missed).toEqual([]);
  });

  it('reports no counterpart as missing while there is no server', () => {
    const { clock, missed, server, roster } = setUp();
    roster.list([]);
    server.isJoined = false;
    clock.advance(peersGraceMs);
    expect(missed).toEqual([]);
    server.isJoined = true;
    roster.list(['a']);
    clock.advance(peersGraceMs);
    expect(missed).toEqual(['b']);
  });

  it('reports no counterpart as missing after it was closed', () => {
    const { clock, missed, roster } = setUp();
    roster.list([]);
    roster.close();
    expect(clock.pending()).toBe(0);
    expect(missed).toEqual([]);
    expect(roster.isEmpty()).toBe(false);
  });
});
