import { createSerial } from './serial.js';

describe('steps in series', () => {
  it('start only when the earlier ones have ended', async () => {
    const inOrder = createSerial();
    const log: string[] = [];
    let endFirst: (result: number) => void = () => undefined;
    const first = inOrder(() => {
      log.push('first');
      return new Promise<number>((resolve) => {
        endFirst = resolve;
      });
    });
    const second = inOrder(() => {
      log.push('second');
      return Promise.resolve(2);
    });
    await Promise.resolve();
    expect(log).toEqual(['first']);
    endFirst(1);
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(log).toEqual(['first', 'second']);
  });

  it('go on after a failed one, which only its caller sees', async () => {
    const inOrder = createSerial();
    const failed = inOrder(() => Promise.reject(new Error('full')));
    const next = inOrder(() => Promise.resolve('stored'));
    await expect(failed).rejects.toThrow('full');
    expect(await next).toBe('stored');
  });

  it('start in a later turn, so that a step may enqueue another', async () => {
    const inOrder = createSerial();
    const log: string[] = [];
    let inner: Promise<void> | undefined;
    await inOrder(async () => {
      inner = inOrder(async () => void log.push('inner'));
      log.push('outer');
    });
    await inner;
    expect(log).toEqual(['outer', 'inner']);
  });
});
