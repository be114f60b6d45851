import { readNats, readPino } from './output.mjs';

describe('what of a child’s output reaches the console', () => {
  const pino = (entry: object) => readPino(JSON.stringify(entry), 'stdout');

  it('warnings and errors, readable, with the reason', () => {
    expect(pino({ level: 'warn', msg: 'retrying', reason: 'broker-away' })).toEqual({
      level: 'warn',
      text: 'retrying reason=broker-away',
    });
    expect(pino({ level: 50, msg: 'gave up', err: { message: 'boom', stack: '…' } })).toEqual({
      level: 'error',
      text: 'gave up err="boom"',
    });
  });

  it('not the ordinary lines, nor Node’s notices', () => {
    expect(pino({ level: 'info', msg: 'ready' })).toBeUndefined();
    expect(pino({ level: 30, msg: 'ready' })).toBeUndefined();
    expect(readPino('(node:12) ExperimentalWarning: VM Modules', 'stderr')).toBeUndefined();
    expect(readPino('listening', 'stdout')).toBeUndefined();
  });

  it('a crash that never reached the logger', () => {
    expect(readPino('TypeError: x is not a function', 'stderr')).toEqual({
      level: 'error',
      text: 'TypeError: x is not a function',
    });
  });

  it('the broker’s own warnings', () => {
    expect(readNats('[1] 2025/01/01 [WRN] slow consumer', 'stderr')).toEqual({
      level: 'warn',
      text: 'slow consumer',
    });
    expect(readNats('[1] 2025/01/01 [INF] Server is ready', 'stderr')).toBeUndefined();
  });
});
