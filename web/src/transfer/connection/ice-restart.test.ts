import { maxRestarts } from '../support/constants.js';
import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { IceRestart } from './ice-restart.js';

const setUp = (role: 'offer' | 'answer') => {
  const clock = createFakeClock();
  const log: string[] = [];
  const iceRestart = new IceRestart({
    maxRestarts,
    role,
    clock,
    restart: () => void log.push(`restart at ${clock.now()}`),
    onUnreachable: () => void log.push(`unreachable at ${clock.now()}`),
  });
  return { clock, log, iceRestart };
};

describe('ICE restart', () => {
  it('restarts 5 s after the path was disconnected [4.33, 9.23]', () => {
    const { clock, log, iceRestart } = setUp('offer');
    iceRestart.onDisconnected();
    clock.advance(4_999);
    expect(log).toEqual([]);
    clock.advance(1);
    expect(log).toEqual(['restart at 5000']);
  });

  it('does not restart when the path recovers', () => {
    const { clock, log, iceRestart } = setUp('offer');
    iceRestart.onDisconnected();
    clock.advance(4_000);
    iceRestart.onConnected();
    clock.advance(60_000);
    expect(log).toEqual([]);
  });

  it('restarts without delay after a failure, at most once per second [4.34]', () => {
    const { clock, log, iceRestart } = setUp('offer');
    iceRestart.onFailed();
    iceRestart.onFailed();
    iceRestart.onFailed();
    expect(log).toEqual(['restart at 0']);
    clock.advance(1_000);
    expect(log).toEqual(['restart at 0', 'restart at 1000']);
  });

  it('restarts without delay when the other side can be reached again while the path is down', () => {
    const { clock, log, iceRestart } = setUp('offer');
    iceRestart.onReachable();
    iceRestart.onDisconnected();
    clock.advance(2_000);
    iceRestart.onReachable();
    expect(log).toEqual(['restart at 2000']);
    iceRestart.onReachable();
    clock.advance(1_000);
    expect(log).toEqual(['restart at 2000', 'restart at 3000']);
    iceRestart.onConnected();
    iceRestart.onReachable();
    clock.advance(60_000);
    expect(log).toHaveLength(2);
  });

  it('does not count those restarts towards the 12', () => {
    const { clock, log, iceRestart } = setUp('offer');
    iceRestart.onFailed();
    for (let n = 0; n < 20; n++) {
      clock.advance(2_000);
      iceRestart.onReachable();
    }
    expect(log.at(-1)).toMatch(/^restart/);
  });

  it('leaves restarts to the offering side when answering', () => {
    const { clock, log, iceRestart } = setUp('answer');
    iceRestart.onDisconnected();
    iceRestart.onReachable();
    clock.advance(44_000);
    expect(log).toEqual([]);
  });

  it('restarts 12 times without effect, then reports the connection as unreachable', () => {
    const { clock, log, iceRestart } = setUp('offer');
    iceRestart.onFailed();
    clock.advance(600_000);
    expect(log.filter((line) => line.startsWith('restart')).length).toBe(12);
    expect(log.at(-1)).toMatch(/^unreachable/);
  });

  it('waits 45 s for the offering side when answering', () => {
    const { clock, log, iceRestart } = setUp('answer');
    iceRestart.onFailed();
    clock.advance(44_999);
    expect(log).toEqual([]);
    clock.advance(1);
    expect(log).toEqual(['unreachable at 45000']);
  });
});
