import { PassThrough } from 'node:stream';
import { openConsole } from './console.mjs';

const open = (options: { all?: boolean } = {}) => {
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk) => (text += String(chunk)));
  const console = openConsole({ stream: stream as unknown as NodeJS.WriteStream, ...options });
  return { console, lines: () => text.split('\n').filter((line) => line !== '') };
};
const warning = { level: 'warn' as const, text: 'request errored status=503' };

describe('what a person sees of the processes', () => {
  it('warnings with their process, ordinary lines not', () => {
    const { console, lines } = open();
    console.echo('gateway', '{"level":"info"}', undefined);
    console.echo('gateway', '{"level":"warn"}', warning);
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toMatch(/^\d\d:\d\d:\d\d gateway: request errored status=503$/);
  });

  it('the same fault of a hundred callers once, of another process again', () => {
    const { console, lines } = open();
    for (let caller = 0; caller < 100; caller++) console.echo('gateway', `${caller}`, warning);
    console.echo('shares', '', warning);
    expect(lines()).toHaveLength(2);
  });

  it('every line as it is with LOGS=all', () => {
    const { console, lines } = open({ all: true });
    console.echo('gateway', 'listening', undefined);
    console.echo('gateway', 'listening', undefined);
    expect(lines().map((line) => line.slice(9))).toEqual([
      'gateway: listening',
      'gateway: listening',
    ]);
  });
});
