import { readNats, readPino } from './output.js';

describe('the notable lines of a child', () => {
  const pino = (entry: object) => readPino(JSON.stringify(entry), 'stdout');

  it('includes warnings and errors with their reason', () => {
    expect(pino({ level: 'warn', msg: 'retrying', reason: 'broker-away' })).toEqual({
      level: 'warn',
      text: 'retrying reason=broker-away',
    });
    expect(pino({ level: 50, msg: 'gave up', err: { message: 'boom', stack: '…' } })).toEqual({
      level: 'error',
      text: 'gave up err="boom"',
    });
    expect(pino({ level: 'error', msg: 'request errored', status: 503 })).toEqual({
      level: 'error',
      text: 'request errored status=503',
    });
  });

  it('excludes ordinary lines and notices of Node', () => {
    expect(pino({ level: 'info', msg: 'ready' })).toBeUndefined();
    expect(pino({ level: 30, msg: 'ready' })).toBeUndefined();
    expect(readPino('(node:12) ExperimentalWarning: VM Modules', 'stderr')).toBeUndefined();
    expect(readPino('listening', 'stdout')).toBeUndefined();
  });

  it('includes a crash that bypassed the logger', () => {
    expect(readPino('TypeError: x is not a function', 'stderr')).toEqual({
      level: 'error',
      text: 'TypeError: x is not a function',
    });
  });

  it('includes warnings of the broker', () => {
    expect(readNats('[1] 2025/01/01 [WRN] slow consumer', 'stderr')).toEqual({
      level: 'warn',
      text: 'slow consumer',
    });
    expect(readNats('[1] 2025/01/01 [INF] Server is ready', 'stderr')).toBeUndefined();
  });
});
