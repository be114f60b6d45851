/** Specification, sections 4 and 9: ICE disconnected for 5 s triggers a restart, failed an immediate one. */
import { IceRestart } from './ice-restart.js';
import { createFakeClock } from '../test/support/fake-clock.js';

function setUp(role: 'offer' | 'answer') {
  const clock = createFakeClock();
  const log: string[] = [];
  const recovery = new IceRestart({
    role,
    clock,
    onRestart: () => void log.push(`restart at ${clock.now()}`),
    onGiveUp: () => void log.push(`give up at ${clock.now()}`),
  });
  return { clock, log, recovery };
}

describe('ICE recovery', () => {
  it('restarts after 5 s of silence [4.33, 9.23]', () => {
    const { clock, log, recovery } = setUp('offer');
    recovery.onDisconnected();
    clock.advance(4_999);
    expect(log).toEqual([]);
    clock.advance(1);
    expect(log).toEqual(['restart at 5000']);
  });
  it('leaves a path alone that mends itself', () => {
    const { clock, log, recovery } = setUp('offer');
    recovery.onDisconnected();
    clock.advance(4_000);
    recovery.onUp();
    clock.advance(60_000);
    expect(log).toEqual([]);
  });
  it('restarts at once when ICE failed, but not in a tight loop [4.34]', () => {
    const { clock, log, recovery } = setUp('offer');
    recovery.onFailed();
    recovery.onFailed();
    recovery.onFailed();
    expect(log).toEqual(['restart at 0']);
    clock.advance(1_000);
    expect(log).toEqual(['restart at 0', 'restart at 1000']);
  });
  it('restarts again while nothing comes of it, and gives up in the end', () => {
    const { clock, log, recovery } = setUp('offer');
    recovery.onFailed();
    clock.advance(600_000);
    expect(log.filter((line) => line.startsWith('restart')).length).toBe(12);
    expect(log.at(-1)).toMatch(/^give up/);
  });
  it('the answering side never restarts; it gives the offering side 45 s', () => {
    const { clock, log, recovery } = setUp('answer');
    recovery.onFailed();
    clock.advance(44_999);
    expect(log).toEqual([]);
    clock.advance(1);
    expect(log).toEqual(['give up at 45000']);
  });
});
