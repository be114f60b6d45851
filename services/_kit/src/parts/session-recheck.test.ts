import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ServiceError } from '../errors.js';
import { createLogger, silentLogger } from '../observability/log.js';
import { createSessionRecheck } from './session-recheck.js';

describe('the check of sessions', () => {
  const recheckWith = (
    sessionIds: string[],
    findEnded: (ids: readonly string[]) => Promise<string[]>,
    logger = silentLogger,
  ) => {
    const ended: string[] = [];
    const recheck = createSessionRecheck({
      identity: {
        findEndedSessions: async ({ ids }) => ({ ids: await findEnded(ids) }),
      },
      holder: { sessionIds: () => [...sessionIds], endSession: (id) => ended.push(id) },
      logger,
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

  it('ends no session while identity is unavailable, and continues afterwards', async () => {
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

  it('logs the reason of an outage, and the stack of an error that is a bug', async () => {
    const output = new PassThrough();
    const logger = createLogger('test', 'warn', output);
    const outage = new ServiceError('unavailable', 'service-unavailable', 'Unavailable.');
    const bug = new TypeError('ids is not iterable');
    for (const error of [outage, bug])
      await recheckWith(['s'], () => Promise.reject(error), logger).recheck.tick();
    output.end();
    const lines = (await text(output)).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { reason: 'service-unavailable' },
      {
        err: {
          type: 'TypeError',
          stack: expect.stringContaining('session-recheck.test') as string,
        },
      },
    ]);
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
