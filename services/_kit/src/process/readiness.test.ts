import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { createLogger, silentLogger } from '../observability/log.js';
import { createReadiness, untilMet } from './readiness.js';

interface Line {
  level: string;
  waitingFor?: string;
  err?: { message: string };
}

const loggedLines = () => {
  const stream = new PassThrough();
  const lines: Line[] = [];
  stream.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line) as Line);
  });
  return { logger: createLogger('test', 'info', stream), lines };
};

describe('readiness', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('names each unmet need with its last error', () => {
    const readiness = createReadiness(silentLogger);
    const database = readiness.need('database mongo:27017');
    const broker = readiness.need('broker nats:4222');
    database.unmet(new Error('no route'));
    database.unmet(new Error('refused'));
    expect(readiness.missing()).toEqual(['database mongo:27017: refused', 'broker nats:4222']);
    database.met();
    broker.met();
    expect(readiness.missing()).toEqual([]);
    database.unmet(new Error('connection lost'));
    expect(readiness.missing()).toEqual(['database mongo:27017: connection lost']);
    readiness.stop();
  });

  it('warns of an unmet need every 10 s with its error until it is met', async () => {
    const { logger, lines } = loggedLines();
    const need = createReadiness(logger).need('broker nats:4222');
    need.unmet(new Error('refused'));
    await jest.advanceTimersByTimeAsync(9_999);
    expect(lines).toEqual([]);
    await jest.advanceTimersByTimeAsync(20_002);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({
      level: 'warn',
      waitingFor: 'broker nats:4222',
      err: { message: 'refused' },
    });
    need.met();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(lines).toHaveLength(3);
  });
});

describe('an attempt to meet a need', () => {
  const failing = (times: number) => {
    let attempts = 0;
    return () => {
      attempts += 1;
      return attempts > times ? Promise.resolve(attempts) : Promise.reject(new Error('refused'));
    };
  };

  it('is repeated until it succeeds', async () => {
    const readiness = createReadiness(silentLogger);
    const need = readiness.need('broker');
    expect(await untilMet(need, failing(1))).toBe(2);
    expect(readiness.missing()).toEqual([]);
  });

  it('is given up at the deadline with the last error, which stays named', async () => {
    const readiness = createReadiness(silentLogger);
    const attempt = untilMet(readiness.need('broker'), failing(99), { deadlineMs: 1 });
    await expect(attempt).rejects.toThrow('refused');
    expect(readiness.missing()).toEqual(['broker: refused']);
    readiness.stop();
  });

  it('is not repeated after an error that a retry cannot fix', async () => {
    const attempt = untilMet(undefined, failing(1), { isTransient: () => false });
    await expect(attempt).rejects.toThrow('refused');
  });
});
