import { ServiceError, silentLogger } from '@tandem/kit';
import { createSessionRecheck } from '../src/pod/recheck-sessions.js';
import { closeReasons } from '../src/protocol/close-codes.js';
import { createWorld } from './support/world.js';

/** A sender joined with a session cookie is disconnected when the session ends. */
describe('the end of a session', () => {
  const start = async () => {
    const world = createWorld();
    const pod = world.startPod('a');
    world.access.sessionId = 'session-1';
    const sender = await world.join(pod, 'S', 'owner');
    const receiver = await world.join(pod, 'R', 'guest');
    return { world, pod, sender, receiver };
  };

  it('closes its sockets and no others', async () => {
    const { world, pod, sender, receiver } = await start();
    world.access.sessionId = 'session-2';
    const other = await world.join(pod, 'S2', 'owner', 'share-2');
    expect(pod.pod.sessionIds()).toEqual(['session-1', 'session-2']);
    pod.pod.endSession('session-1');
    expect(sender.closed?.code).toBe(closeReasons.sessionEnded.closeCode);
    expect(sender.news().at(-1)).toBe('error session-ended');
    expect([receiver.closed, other.closed]).toEqual([undefined, undefined]);
    expect(receiver.news()).toContain('peer-left S');
    expect(pod.pod.sessionIds()).toEqual(['session-2']);
  });

  it('is not awaited by sockets that have closed', async () => {
    const { pod, sender } = await start();
    sender.drop();
    expect(pod.pod.sessionIds()).toEqual([]);
  });
});

describe('the check of sessions', () => {
  const recheckWith = (
    sessionIds: string[],
    findEnded: (ids: readonly string[]) => Promise<string[]>,
  ) => {
    const ended: string[] = [];
    const recheck = createSessionRecheck({
      identity: {
        findEndedSessions: async ({ ids = [] }) => ({ ids: await findEnded(ids) }),
      },
      pod: { sessionIds: () => [...sessionIds], endSession: (id) => ended.push(id) },
      logger: silentLogger,
    });
    return { recheck, ended };
  };

  it('covers all sessions, at most 500 in one request', async () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => `session-${index}`);
    const sizes: number[] = [];
    const { recheck, ended } = recheckWith(ids, (asked) => {
      sizes.push(asked.length);
      return Promise.resolve(asked.slice(0, 1));
    });
    await recheck.tick();
    expect(sizes).toEqual([500, 500, 1]);
    expect(ended).toEqual(['session-0', 'session-500', 'session-1000']);
  });

  it('ends no session while identity is unavailable, and goes on afterwards', async () => {
    let isDown = true;
    const { recheck, ended } = recheckWith(['s'], (ids) =>
      isDown
        ? Promise.reject(new ServiceError('unavailable', 'service-unavailable', 'Unavailable.'))
        : Promise.resolve([...ids]),
    );
    await recheck.tick();
    expect(ended).toEqual([]);
    isDown = false;
    await recheck.tick();
    expect(ended).toEqual(['s']);
  });

  it('does not start a round while one runs', async () => {
    let release: (ids: string[]) => void = () => undefined;
    let rounds = 0;
    const { recheck } = recheckWith(['s'], () => {
      rounds += 1;
      return new Promise((resolve) => (release = resolve));
    });
    const first = recheck.tick();
    await recheck.tick();
    expect(rounds).toBe(1);
    release([]);
    await first;
  });
});
